import { describe, expect, test } from "vitest";
import { pasted } from "./reading.ts";

const claims = (text: string): readonly string[] =>
  pasted(text)
    .filter(({ confidence }) => confidence !== "low")
    .map(({ cause, confidence }) => `${cause.id} ${confidence}`);
const firstOf = (text: string): string => pasted(text)[0]?.cause.id ?? "nothing";

/** Texts in which a license error is reported: the client's own message, a person's sentence, another language. */
const LICENSE_TEXTS = [
  (code: number) =>
    `License checkout of cameo_connector failed at login\nLicense path: 28000@lic.example.com\nFlexNet Licensing error:${code},1`,
  (code: number) => `Since today the connector shows a license problem at login: FlexNet Licensing error:${code},357`,
  (code: number) => `Der Konnektor meldet seit heute beim Anmelden einen Lizenzfehler (${code},346)`,
];

describe("[H8] the major code of a license error is its own answer", () => {
  test.each([
    [-4, "license/all-in-use high"],
    [-10, "license/expired high"],
    [-14, "license/no-server high"],
    [-15, "license/no-server high"],
    [-96, "license/no-server high"],
    [-97, "license/no-server high"],
    [-7, "license/no-server medium"],
    [-16, "license/no-server medium"],
    [-17, "license/no-server medium"],
  ])("%i", (code, claim) => {
    for (const text of LICENSE_TEXTS) expect(claims(text(code))).toEqual([claim]);
  });

  test("and excludes every cause of licenses if none of them is its meaning", () => {
    const others = [-1, -2, -3, -5, -6, -8, -9, -11, -12, -13, -18, -21, -25, -26, -34, -35, -38, -39, -40, -42];
    for (const code of [...others, -73, -83, -88, -95, -103])
      for (const text of LICENSE_TEXTS) expect([code, claims(text(code))]).toEqual([code, []]);
  });
});

const AT = "https://plm.example.com:8443/tc";

test.each([
  // SChannel and certificate codes, with and without their names, and in other languages
  ["trust/pkix", "curl: (60) schannel: SEC_E_UNTRUSTED_ROOT (0x80090325) - the chain was issued by an unknown authority"],
  ["trust/pkix", `Der SSL-Handshake mit ${AT} schlug fehl, HRESULT 0x80090325`],
  ["trust/pkix", "0x800b0109 Eine Zertifikatkette endete mit einem Stammzertifikat, das nicht vertrauenswürdig ist."],
  ["trust/pkix", `CERT_E_UNTRUSTEDCA (0x800B0112) at ${AT}`],
  ["trust/wrong-name", "schannel: SEC_E_WRONG_PRINCIPAL (0x80090322) - Der Zielprinzipalname ist falsch."],
  ["trust/wrong-name", `error -2146762481 (0x800B010F) CERT_E_CN_NO_MATCH at ${AT}`],
  ["trust/expired", "schannel: next InitializeSecurityContext failed: SEC_E_CERT_EXPIRED (0x80090328)"],
  ["trust/expired", `0x800b0101 beim Aufruf von ${AT}`],
  ["trust/revoked", `call of ${AT} failed: 0x800B010C CERT_E_REVOKED`],
  ["trust/revoked", `HRESULT: 0x800b010c beim Aufruf von ${AT}`],
  // WinHTTP and WinINet
  ["trust/expired", "WinHttpSendRequest failed: 12037 (ERROR_WINHTTP_SECURE_CERT_DATE_INVALID)"],
  ["trust/expired", `Erreur WinHTTP 12037, ${AT}`],
  ["trust/wrong-name", "WinHttpSendRequest failed: 12038 ERROR_WINHTTP_SECURE_CERT_CN_INVALID"],
  ["trust/wrong-name", `Ausnahme von HRESULT: 0x80072F06, ${AT}`],
  ["trust/pkix", `WinHttpSendRequest() returned 12045 for ${AT}`],
  ["trust/pkix", `HRESULT 0x80072f0d bei ${AT}`],
  ["trust/revoked", `ERROR_WINHTTP_SECURE_CERT_REVOKED (12170) at ${AT}`],
  // OpenSSL
  ["trust/pkix", "Verify return code: 18 (self-signed certificate)"],
  ["trust/pkix", "Verify return code: 19 (self-signed certificate in certificate chain)"],
  ["trust/pkix", "Verify return code: 20 (unable to get local issuer certificate)"],
  ["trust/pkix", "Verify return code: 21 (unable to verify the first certificate)"],
  ["trust/not-yet-valid", "Verify return code: 9 (certificate is not yet valid)"],
  ["trust/expired", "Verify return code: 10 (certificate has expired)"],
  ["trust/revoked", "Verify return code: 23 (certificate revoked)"],
  ["trust/wrong-name", "Verify return code: 62 (hostname mismatch)"],
  ["trust/wrong-name", "X509_V_ERR_IP_ADDRESS_MISMATCH for 192.0.2.7"],
  ["trust/weak-algorithm", "verify error:num=66:EE certificate key too weak"],
  // Java
  [
    "trust/expired",
    "ValidatorException: PKIX path validation failed: java.security.cert.CertPathValidatorException: 検証に失敗しました\n reason: EXPIRED",
  ],
  ["trust/not-yet-valid", "java.security.cert.CertPathValidatorException (reason=NOT_YET_VALID) index 1"],
  ["trust/revoked", "java.security.cert.CertPathValidatorException: BasicReason.REVOKED at index 0"],
  ["trust/weak-algorithm", "java.security.cert.CertPathValidatorException: reason: ALGORITHM_CONSTRAINED"],
  ["trust/pkix", "java.security.cert.CertPathValidatorException: reason: UNSPECIFIED, PKIX path validation failed"],
  // sign-in services
  [
    "idp/wrong-password",
    '{"eventType":"user.session.start","severity":"INFO","outcome":{"result":"FAILURE","reason":"INVALID_CREDENTIALS"},"target":[{"displayName":"Teamcenter"}]}',
  ],
  [
    "idp/user-locked",
    '{"eventType":"user.account.lock","outcome":{"result":"FAILURE","reason":"LOCKED_OUT"},"target":[{"displayName":"Active Workspace"}]}',
  ],
  [
    "idp/redirect-not-registered",
    "400 Bad Request: The 'redirect_uri' parameter must be a Login redirect URI in the client app settings (sign-in of the PLM connector)",
  ],
  ["idp/redirect-not-registered", "GET /tcsso/cb?error=invalid_request&error_description=Redirect+URI+mismatch HTTP/1.1"],
  [
    "idp/client-refused",
    "2026-11-20 07:00:00,100 tid:ab12 DEBUG [org.sourceid.oauth20.handlers.HandleAuthorizationRequest] org.sourceid.oauth20.handlers.AuthorizationRequestException: Unknown or invalid client_id",
  ],
])("[H8] a code is known whatever the sentence beside it says: %s, %s", (id, text) => {
  expect(firstOf(text)).toBe(id);
  expect(claims(text).map((claim) => claim.split(" ")[0])).toEqual([id]);
});

test("[H8] a code of another reason, or a number that is no code, is claimed by no cause", () => {
  const others = [
    ...["(6) Could not resolve host: plm.example.com", "(7) Failed to connect to plm.example.com port 8443", "(28) timed out"],
    ...["(35) unexpected eof while reading", "(52) Empty reply from server", "(56) Connection reset by peer"],
    ...["(58) unable to set private key file", "(77) error setting certificate verify locations"],
  ].map((text) => `curl: ${text}`);
  const windows = [
    ...["WinHTTP error 12002", "WinHTTP error 12007", "WinHttpSendRequest: 12029", "ERROR_WINHTTP_SECURE_FAILURE 12175"],
    ...["WinHTTP error 12057 ERROR_WINHTTP_SECURE_CERT_REV_FAILED", "CRYPT_E_NO_REVOCATION_CHECK (0x80092012)"],
    ...["CRYPT_E_REVOCATION_OFFLINE 0x80092013", "SEC_E_ILLEGAL_MESSAGE (0x80090326)", "SEC_E_ALGORITHM_MISMATCH (0x80090331)"],
    ...["connect: 10061", "getaddrinfo 11001", "bind 10048: license port 28000 is in use"],
  ].map((text) => `${text} at ${AT}`);
  const numbers = [
    ...["Verify return code: 0 (ok)", "row 12045 of the table", "12037 files copied by WinSCP", "reason: EXPIRED session token"],
    '{"eventType":"user.session.start","outcome":{"result":"FAILURE","reason":"INVALID_CREDENTIALS"},"target":[{"displayName":"Payroll"}]}',
    '{"eventType":"user.session.start","outcome":{"result":"SUCCESS"},"target":[{"displayName":"Teamcenter"}]}',
    "com.example.AuthorizationRequestException: Unknown or invalid client_id",
  ];
  expect([...others, ...windows, ...numbers].map((text) => [text, claims(text)]).filter(([, found]) => found?.length)).toEqual(
    [],
  );
});
