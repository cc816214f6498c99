/** A reason why a certificate was refused. */
export type TrustFault = "untrusted" | "expired" | "not-yet-valid" | "revoked" | "algorithm" | "name";

/**
 * Patterns of the reasons, by types, codes and messages of runtimes, curl, OpenSSL, Windows and browsers. Specific reasons come first,
 * because outer exceptions that only mention the certificate path state none. Numbers of OpenSSL are from the manual of
 * X509_STORE_CTX_get_error, codes of Windows from "SSPI Status Codes" and "Certificate and Trust Return Values" on Microsoft Learn.
 */
const REASONS: readonly (readonly [TrustFault, RegExp])[] = [
  [
    "revoked",
    /\bCertificateRevokedException\b|\bCERT_REVOKED\b|\bCRYPT_E_REVOKED\b|\bCERT_E_REVOKED\b|0x80092010|0x800B010C|ERR_CERT_REVOKED|SEC_ERROR_REVOKED_CERTIFICATE|\bcertificate_revoked\b|\bX509_V_ERR_CERT_REVOKED\b|\bCERT_TRUST_IS_REVOKED\b|verify (?:return code|error):? ?(?:num=)?23\b|certificate (?:has been |is )?revoked|certificate chain is revoked|Zertifikat wurde (?:gesperrt|widerrufen)|certificat (?:a \u00e9t\u00e9 )?r\u00e9voqu\u00e9|\bX509ChainStatusFlags\.Revoked\b|\bstatus: Revoked\b|(?:certificate|Zertifikat|certificat)[^\n:]{0,120}: (?:\w{2,40}, ?){0,5}Revoked\b/i,
  ],
  [
    "not-yet-valid",
    /\bCertificateNotYetValidException\b|\bCERT_NOT_YET_VALID\b|NOT_YET_VALID_(?:ISSUER_)?CERTIFICATE|verify (?:return code|error):? ?(?:num=)?9\b|certificate is not (?:yet valid|valid yet)|(?:cert|zertifikat)[^\n]{0,160}(?<!expired or (?:is )?)\bnot yet valid\b|Zertifikat gilt erst (?:ab|am)\b|not yet activated|Zertifikat ist noch nicht g\u00fcltig|certificat n.est pas encore valide|current time \S{1,40} is before|(?:Ihre|Die) (?:Computer)?uhr geht nach\b|Your clock is behind|Votre horloge (?:est en retard|retarde)|\breloj (?:de (?:tu|su) \w{3,12} )?(?:est\u00e9|est\u00e1) (?:atrasado|retrasado)|\borologio [^\n]{0,30}\bindietro\b|\brel\u00f3gio [^\n]{0,30}\batrasado|\bklok (?:loopt|gaat) achter\b|\u6642\u8a08\u304c\u9045\u308c|\u65f6\u949f\u6162\u4e86|certificate (?:is|will be) (?:supposedly )?(?:not valid until|(?:only )?valid from [^\n.]{0,40}in the future|from [^\n.]{0,40}in the future)|Sicherheitszertifikat (?:wird|ist) (?:voraussichtlich )?erst (?:in|ab) |Zertifikat (?:wird|ist) erst (?:in|ab) |certificat (?:n.est|ne sera) (?:pas )?(?:encore )?valide qu|\bNotBefore: \w{3} /i,
  ],
  [
    "expired",
    /\bCertificateExpiredException\b|\bCERT_HAS_EXPIRED\b|\bCERT_E_EXPIRED\b|\bCERT_TRUST_IS_NOT_TIME_VALID\b|0x800B0101|SEC_E_CERT_EXPIRED|0x80090328|SEC_ERROR_EXPIRED_(?:ISSUER_)?CERTIFICATE|\bcertificate_expired\b|verify (?:return code|error):? ?(?:num=)?10\b|certificate (?:has )?expired(?! or)|chain uses expired certificate|Zertifikat ist abgelaufen|certificat a expir\u00e9|\u8a3c\u660e\u66f8\u306e\u6709\u52b9\u671f\u9650\u304c\u5207\u308c|\u8bc1\u4e66\u5df2\u8fc7\u671f|current time \S{1,40} is after|\bNotAfter: \w{3} |CERT_DATE_INVALID|\bNotTimeValid\b/i,
  ],
  [
    "algorithm",
    /algorithm constraints|\bALGORITHM_CONSTRAINED\b|\bEE_KEY_TOO_SMALL\b|\bCA_(?:MD_TOO_WEAK|KEY_TOO_SMALL)\b|(?:ee|ca) key too small|ca md too weak|ERR_CERT_WEAK_(?:SIGNATURE_ALGORITHM|KEY)|SEC_ERROR_CERT_SIGNATURE_ALGORITHM_DISABLED|HasWeakSignature|\bCERT_TRUST_HAS_WEAK_SIGNATURE\b|insecure algorithm SHA1|(?:EE|CA) certificate key too weak|signature digest algorithm too weak|verify (?:return code|error):? ?(?:num=)?6[678]\b|uses (?:an )?insecure algorithm|\bKeysize\b.{0,60}\bdisabled|SignatureAlgorithm.{0,60}\bdisabled/i,
  ],
  [
    "name",
    /ERR_TLS_CERT_ALTNAME_INVALID|\bCERT_CN_INVALID\b|(?:HOSTNAME|IP_ADDRESS)_MISMATCH\b|\bRemoteCertificateNameMismatch\b|0x800B010F|CERT_E_CN_NO_MATCH|SEC_E_WRONG_PRINCIPAL|0x80090322|ERR_CERT_COMMON_NAME_INVALID|SSL_ERROR_BAD_CERT_DOMAIN|verify (?:return code|error):? ?(?:num=)?6[24]\b|(?:Hostname|IP address) mismatch, certificate|No (?:name matching \S{1,255} found|subject alternative (?:names?|DNS name) (?:matching|present|found))|doesn't match any of the subject alternative names|no alternative certificate subject name matches|certificate subject name .{1,200}does not match|x509: certificate is (?:valid for|not valid for any names)|\bSSLPeerUnverifiedException\b.{0,300}(?:hostname|subject|certificate for)|did not match expected CN|name in the certificate does not match|certificate common name .{1,120}doesn.t match|hostname '[^'\n]{1,255}' doesn't match|upstream SSL certificate does not match|\bBEA-090504\b|failed hostname verification check/i,
  ],
  [
    "untrusted",
    /\bSunCertPathBuilderException\b|\bIBMCertPathBuilderException\b|\bCertPathBuilderException\b|PKIX path building|UNABLE_TO_VERIFY_LEAF_SIGNATURE|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|\bPartialChain\b|\bUntrustedRoot\b|RemoteCertificateChainErrors|CERT_E_(?:UNTRUSTEDROOT|UNTRUSTEDCA|CHAINING)|0x800B0109|0x800B0112|SECURE_INVALID_CA\b|0x800B010A|SEC_E_UNTRUSTED_ROOT|0x80090325|CERT_TRUST_IS_UNTRUSTED_ROOT|CERT_TRUST_IS_PARTIAL_CHAIN|unable to find valid certification path|signed by unknown authority|\bunknown[_ ]ca\b|ERR_CERT_AUTHORITY_INVALID|SEC_ERROR_UNKNOWN_ISSUER|PKIX_ERROR_SELF_SIGNED_CERT|verify (?:return code|error):? ?(?:num=)?(?:2|18|19|20|21)\b|unable to (?:get local issuer|verify the first) certificate|self[- ]signed certificate|\btrustAnchors\b|CERTIFICATE_VERIFY_FAILED|certificate verify failed|unable to locally verify the issuer|certificate issuer is unknown|doesn.t have a known issuer|Trust anchor for certification path not found|\bBEA-090477\b|was not trusted causing SSL handshake failure/i,
  ],
];

/**
 * Patterns of the reasons by numbers of WinHTTP and WinINet and their HRESULTs (Microsoft Learn, "Error Messages (Winhttp.h)"), and by
 * names of Java's CertPathValidatorException.BasicReason. A revocation check that was not possible (12057, 0x80092012) and a handshake
 * without a common algorithm (0x80090331) are not among them, because they state none of these reasons.
 */
const BY_CODE: readonly (readonly [TrustFault, RegExp])[] = [
  ["revoked", /\bWin(?:HTTP|INet)[^\n]{0,60}\b12170\b|0x80072F8A\b/i],
  ["revoked", /\b(?:reason|BasicReason)[ :=.]{1,3}REVOKED\b/],
  ["not-yet-valid", /\b(?:reason|BasicReason)[ :=.]{1,3}NOT_YET_VALID\b/],
  ["expired", /\bWin(?:HTTP|INet)[^\n]{0,60}\b12037\b|0x80072F05\b/i],
  ["expired", /\b(?:reason|BasicReason)[ :=.]{1,3}EXPIRED\b/],
  ["name", /\bWin(?:HTTP|INet)[^\n]{0,60}\b12038\b|0x80072F06\b/i],
  ["untrusted", /\bWin(?:HTTP|INet)[^\n]{0,60}\b12045\b|0x80072F0D\b/i],
];
const ALL = [...BY_CODE, ...REASONS];

/** Pattern of reasons about neither issuer nor dates: a revocation check without a result, a certificate that cannot sign others. */
const OTHER_FAULT =
  /CertPathValidatorException: (?:Unable to determine revocation status|basic constraints|pathLenConstraint|key usage|name constraints|unrecognized critical)/i;

/** Pattern of outer exceptions that only say that a certificate was refused, not why. */
const WRAPPER = /PKIX path validation|\bCertPathValidatorException\b|\bValidatorException: PKIX/i;

/** Pattern of programs that only list certificates, warn of them or renew them, so that none was refused. */
const NO_REFUSAL =
  /certbot|cert-manager|keytool|will expire|expires? (?:in|on|soon)|expiring|renew(?:al|ed|ing)|not (?:yet )?due|imported|added to (?:the )?(?:key|trust) ?store|valid (?:from|until)|self[- ]signed certificate (?:was |is )?(?:created|generated|for)|generat(?:ed|ing) (?:a )?(?:new )?self[- ]signed|NODE_TLS_REJECT_UNAUTHORIZED|--insecure|sslmode|trusting|ignor(?:ed|ing)|disabled by configuration|expir\w{0,5} check|check (?:is |was )?scheduled|^(?:Err|Ign):\d/im;

export const TRUST_ANCHORS: readonly string[] = [
  ...["certificate", "certpath", "pkix path", "PKIX_ERROR", "x509: ", "trustanchors", "Trust anchor", "algorithm constraints"],
  ...["CERT_TRUST_", "certification path", "BEA-090"],
  ...[
    "ALGORITHM_CONSTRAINED",
    "CERT_HAS_EXPIRED",
    "CERT_NOT_YET",
    "NOT_YET_VALID",
    "CERT_REVOKED",
    "SELF_SIGNED_CERT",
    "UNABLE_TO_",
  ],
  ...[
    "ERR_CERT",
    "ERR_TLS_CERT",
    "SEC_ERROR_",
    "CERT_E_",
    "CRYPT_E_",
    "BAD_CERT",
    "EE_KEY",
    "CA_MD_TOO",
    "CA_KEY_TOO",
    "SSLPeerUnverified",
  ],
  ...[
    "PartialChain",
    "UntrustedRoot",
    "RemoteCertificate",
    "SEC_E_",
    "0x800B01",
    "0x8009032",
    "0x80092010",
    "0x80072F",
    "WinHttp",
    "WinINet",
    "_MISMATCH",
    "unknown_ca",
    "unknown ca",
  ],
  ...["subject alternative", "key too small", "md too weak", "No name matching", "NotTimeValid", "HasWeakSignature", "AH01084"],
  ...["known issuer", "too weak", "zertifikat", "certificat", "\u8a3c\u660e\u66f8", "\u8bc1\u4e66"],
  ...["Hostname mismatch", "hostname '", "IP address mismatch", "verify return code", "verify error"],
];

/** Returns the reason why a certificate was refused, according to a text. Returns null if none was refused. */
export function trustFaultIn(text: string): TrustFault | null {
  if (NO_REFUSAL.test(text) && !/Exception|ERR_|SSL certificate problem|verify failed/.test(text)) return null;
  for (const [fault, pattern] of ALL) if (pattern.test(text)) return fault;
  return WRAPPER.test(text) && !OTHER_FAULT.test(text) ? "untrusted" : null;
}

/** Pattern of browsers' error codes. People also ask for their meaning, so they are evidence only next to the address that was opened. */
const BROWSER_CODE = /\b(?:NET::)?(?:ERR_CERT|SEC_ERROR|SSL_ERROR|MOZILLA_PKIX_ERROR)_[A-Z_]{4,60}/gi;
const OPENED = /https?:\/\/|\b[a-z\d][\w-]{0,62}(?:\.[\w-]{1,62}){1,8}\.[a-z]{2,12}\b/i;

/** Returns whether the text names an exception type or code for why a certificate was refused, and not only a sentence. */
export function isTrustCode(text: string): boolean {
  const judged = OPENED.test(text) ? text : text.replace(BROWSER_CODE, "");
  return ALL.some(([, pattern]) => pattern.test(judged)) && CODE.test(judged);
}

const CODE =
  /\b[A-Z]\w{3,60}Exception\b|\b[A-Z]{2,}[A-Z\d]{0,4}_[A-Z_]{4,}\b|0x80[0-9A-Fa-f]{6}|\bWin(?:H[Tt][Tt][Pp]|IN[Ee][Tt]|Inet)[^\n]{0,60}\b12\d{3}\b|\bx509: |[<[]BEA-090\d{3}[>\]]|SSL certificate problem|verify (?:return code|error)|\(_ssl\.c|\b(?:unknown_ca|certificate_(?:expired|revoked|unknown))\b|\b(?:PartialChain|UntrustedRoot|NotTimeValid|RemoteCertificate\w{5,30})\b/;
