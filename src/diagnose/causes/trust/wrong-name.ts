import { type Cause, CALLER_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "trust/wrong-name",
  title: "the certificate is for another name",
  signs: [{ trust: "name" }],
  symptoms: [
    {
      says: "the certificate name does not match the address",
      words: "certificat name|host|hostname match|mismatch|other|wrong|passt|correspond|corrispond|coincid",
      not: /\bpasst (?:zu|jetzt)|\bcorrespond (?:bien|au|\u00e0)\b/i,
    },
  ],
  states: "that the certificate, or the path to it, was refused",
  cause:
    "The name in the address is none of the names in the certificate: an alias, a short name or an IP address was used, or another server answers.",
  why: "The chain is trusted; only the name was refused.",
  check: {
    does: "Compare the host in the address with the subject alternative names of the certificate.",
    control: "The full name of the certificate must be accepted from the same machine.",
  },
  action: ["Use a name of the certificate in every setting.", "Or issue the certificate with the missing name."],
  evidence: ["the chain that the address shows (`tierwright probe ENV --only tls/chain`)"],
  log: CALLER_LOG,
  confidence: "high",
  excludes: ["trust/pkix", "cutover/old-address", "sso/vault-not-ready"],
  deadEnds: ["Turning the check of host names off.", "Importing the certificate: it is trusted already."],
  matches: [
    "java.security.cert.CertificateException: No subject alternative DNS name matching plm found.",
    "Error [ERR_TLS_CERT_ALTNAME_INVALID]: Hostname/IP does not match certificate's altnames",
    "curl: (60) SSL: no alternative certificate subject name matches target host name 'plm'",
    "x509: certificate is valid for plm.example.com, not plm",
  ],
  lookAlikes: [
    ["words", "No name matching user anna found in the directory"],
    ["success", "INFO hostname matches the certificate, connection established"],
    ["reason", "x509: certificate signed by unknown authority"],
  ],
};
