import type { Positive } from "./records.ts";

const lines = (...all: readonly string[]): string => all.join("\n");
const PKIX = "javax.net.ssl.SSLHandshakeException: PKIX path building failed: unable to find valid certification path";

/** Texts whose form says that no fault is there: closed minutes, passed tests, commits, searches, announcements, lists of closed tickets. */
export const CLOSED_FORMS: readonly string[] = [
  lines(
    "Minutes, identity round, 4 May",
    "1. Open points",
    '   - "PKIX path building failed" in the report server: root imported on 2 May, closed.',
    "   - Too few licenses in April (-4,132): five seats ordered and installed, closed.",
    "2. Next: the new realm.",
  ),
  lines(
    "Acta de la reunión de identidad",
    "1. Se decide registrar en el cliente una redirect_uri por entorno.",
    "2. El cambio de puerto se aplaza hasta junio.",
    "Próxima reunión: lunes, sala 4.",
  ),
  lines(
    "Subject: RE: report server",
    "Closing this one: the issuer is in the truststore of all agents.",
    `> Agent 3: ${PKIX}`,
    "Nightly of today is green, no SSLHandshakeException since Tuesday.",
  ),
  lines("$ java -version", 'openjdk version "21.0.4"', "$ grep -c UnsupportedClassVersionError tool.log", "0"),
  lines(
    "> Task :plugin:test",
    "TrustMapperTest > namesTheIssuer() STANDARD_OUT",
    `    12:04:31.118 [Test worker] WARN  TrustMapper - fixture: ${PKIX}`,
    "TrustMapperTest > namesTheIssuer() PASSED",
    "BUILD SUCCESSFUL in 9s",
  ),
  lines(
    '<testsuite name="org.example.TrustTest" tests="2" skipped="0" failures="0" errors="0" time="1.1">',
    '  <testcase name="refusesExpired" time="0.4"/>',
    "  <system-out>expected: java.security.cert.CertificateExpiredException: NotAfter: Thu Jan 01 00:00:00 UTC 2015</system-out>",
    "</testsuite>",
  ),
  lines(
    "09:58 kim: java.security.cert.CertificateExpiredException: NotAfter: our coffee, today",
    "10:02 ola: very funny, there is no incident, stop paging me",
  ),
  lines(
    "commit 5a0be3d2c1f84e0e8c77b1c6f0a4a4d5e9b0a1f2",
    "Author: A <a@example.com>",
    "Date:   Tue Mar 3 10:11:52 2026 +0100",
    "",
    "    name the Java that UnsupportedClassVersionError asks for (class file version 65.0)",
  ),
  lines(
    "diff --git a/src/errors.ts b/src/errors.ts",
    '+  AADSTS7000215: "client secret wrong",',
    '   AADSTS50126: "user name or password wrong",',
    "Review: please sort these.",
  ),
  lines(
    "Keys      Title                                  State     Closed",
    "PLM-31    Error 515143 after the move            Closed    14/01/2026",
    "PLM-32    FlexNet -15,570 after the move         Closed    03/02/2026",
    "PLM-33    NET::ERR_CERT_DATE_INVALID at test     Closed    19/02/2026",
  ),
  lines(
    "Prüfung                     Anzahl   Status",
    "SOA-Fehler 1003                  0   OK",
    "SOA-Fehler 515143                0   OK",
    "lmgrd DENIED (-4,132)            0   OK",
  ),
  lines(
    "Liebe Kollegen,",
    "am Samstag tauschen wir das Zertifikat von plm.example.com. Das neue stammt von derselben Stelle, die in allen Truststores ist.",
    "Skripte mit festem Fingerabdruck bitte bis Freitag melden. Während dieser Zeit kann eine Anmeldung abgewiesen werden.",
    "Das nächste Fenster ist im Mai.",
  ),
  lines(
    "Frage 7: Ein Kollege schickt diese Zeile. Wo sehen Sie zuerst nach?",
    '   "The desired vendor daemon is down. (-97,121)"',
    "   ( ) a  Port   ( ) b  Protokoll von lmgrd",
    "Frage 8: Nennen Sie zwei Gründe für eine abgelehnte Anmeldung.",
  ),
  lines(
    "Certificate Revocation List (CRL):",
    "Revoked Certificates:",
    "    Serial Number: 4F0A11C2",
    "        X509v3 CRL Reason Code: Superseded",
    "$ openssl verify -crl_check -CRLfile list.pem plm.pem",
    "plm.pem: OK",
  ),
  lines(
    '  ~ resource "keycloak_openid_client" "plm" {',
    "        client_secret               = (sensitive value)",
    '      ~ pkce_code_challenge_method  = "" -> "S256"',
    "Plan: 0 to add, 1 to change, 0 to destroy.",
  ),
  lines(
    "We need a new client in the realm plm for the application Reviews.",
    "It is confidential and has one redirect address per tier.",
    "Its files are on another server, https://files.example.com.",
    "The secret goes into the vault, not into a mail. Kim is responsible.",
  ),
  lines(
    "Ankündigung: Wartung Lizenzserver",
    'Am Samstag zieht der Server um. In dieser Zeit sieht man "License server machine is down or not responding (-96,7)".',
  ),
  lines(
    '7:55:40 (CAD) DENIED: "SYSTEMS" vogt@WS-04  (Licensed number of users already reached. (-4,342:10054 ""))',
    '7:56:01 (CAD) IN: "SYSTEMS" kruger@WS-02',
    '7:56:10 (CAD) OUT: "SYSTEMS" vogt@WS-04',
  ),
  lines(
    '2026-11-26 07:31:02,100 WARN  [org.keycloak.events] type="LOGIN_ERROR", realmId="plm", clientId="plm", userId="5a", error="invalid_user_credentials", username="anna"',
    '2026-11-26 07:31:15,442 INFO  [org.keycloak.events] type="LOGIN", realmId="plm", clientId="plm", userId="5a", username="anna"',
  ),
  lines(
    "server {",
    "    listen 443 ssl;",
    '    # "400 The plain HTTP request was sent to HTTPS port" -> send old callers to https',
    "    location / { proxy_pass http://awc; }",
    "}",
  ),
  lines(
    "mail | Error: connect ECONNREFUSED 127.0.0.1:25",
    "mail |   errno: -111, address: '127.0.0.1', port: 25",
    "mail | OIDC discovery of https://id.example.com/realms/plm ok",
  ),
  "curl: (35) schannel: CRYPT_E_NO_REVOCATION_CHECK (0x80092012) - The revocation function was unable to check revocation for the certificate.",
  lines(
    "Root cause found: the volume was full. Space was added, uploads run again.",
    "> could it be the certificate? We had 'unable to find valid certification path' last year",
    "> Uploads hang for everyone since this morning.",
  ),
  lines("17:58 export by hand: exit 0", '18:02 log since 17:45: 0 answers of "This combination of host and port requires TLS."'),
  lines(
    "### 3.4 Security Services",
    "If the box stays unticked, these are written empty:",
    "    sso.tcSSOLoginServiceURL=",
    "    sso.tcSSOAppID=",
  ),
  "2026-11-23 06:30:01,120 WARN  TcSS - session agent not running yet, starting it",
  lines(
    '2026/10/20 03:12:55 [info] 1187#1187: *51 client sent plain HTTP request to HTTPS port, client: 10.99.0.5, request: "GET / HTTP/1.0"',
    "10.99.0.5 is the scanner of IT security, announced. No action.",
  ),
  lines(
    "Bonjour à tous,",
    "Arrêt planifié du serveur de licences samedi. Pendant ce créneau, le modeleur affichera « Cannot connect to license server system (-15,570) » : c'est normal. Rien à faire de votre côté.",
    "Le service informatique",
  ),
  lines(
    "Subject: RE: Feature has expired -- CLOSED",
    "The vendor sent the renewed file, lmstat now shows the new date. Users confirmed on Monday.",
    "> FlexNet Licensing error:-10,32",
  ),
  lines(
    "[TEST] TC_SERVER_URL=https://plm-test.example.com/tc",
    "[TEST] BOOTSTRAP_URLS=https://plm-test.example.com:4544",
    "[PROD] TC_SERVER_URL=https://plm-prod.example.com/tc",
    "[PROD] BOOTSTRAP_URLS=https://plm-prod.example.com:4544",
  ),
  lines(
    "FAQ interne",
    "Que signifie « PKIX path building failed » ?",
    "Depuis la nouvelle image, le message ne devrait plus apparaître.",
  ),
  lines(
    "# optional: write requests to this folder",
    "#   CT_REQ_RESP_JSON_DIR",
    "# leave empty to sign in with a password",
    "TC_SSO_LOGIN_URL=",
  ),
  lines(
    "RecorderTest > withoutVariable() STANDARD_OUT",
    "    java.lang.IllegalStateException: CT_REQ_RESP_JSON_DIR is not set (thrown on purpose)",
    "BUILD SUCCESSFUL in 41s",
  ),
  lines(
    "Wissensartikel 2217: Konto in AD FS gesperrt",
    "Erkennbar an: Ereignis-ID 516, Falsche Benutzer-ID oder falsches Kennwort",
    "1. Zurücksetzen",
  ),
  lines("name      status  econ  eresp", "plm-app1  UP         0      0", "SSL handshake failures since Monday: 0"),
  lines(
    "keytool -list -cacerts -alias root3",
    "root3, 12.01.2026, trustedCertEntry",
    "java -jar tlsprobe.jar plm.example.com 443",
    "handshake ok",
  ),
  lines(
    "> On 24 Feb T. wrote:",
    `> ${PKIX}`,
    "Hallo, seit dem Import der Wurzel ist der Fehler auf allen Rechnern weg. Ihre neue Frage beantworten wir morgen.",
  ),
  lines("08:00:16 [main] INFO  license - server localhost:1101 reached", "08:00:24 [main] INFO  start - ready in 9.8 s"),
  lines(
    "2026-05-20 06:00:01 WARN  soa - attempt 1 of 3: code 1003, communication with the server was lost while an operation was in progress",
    "2026-05-20 06:00:07 INFO  soa - login 200 in 911 ms",
    "2026-05-20 06:03:41 INFO  export - finished, exit 0",
  ),
  lines(
    "Review of #48, line 61",
    '> throw new CertificateException("No subject alternative DNS name matching");',
    "kim: done in 7c1f0aa.",
  ),
  lines(
    "KB0012077  Importer la racine",
    "Si le journal contient « PKIX path building failed » :",
    "1. keytool -importcert",
    "2. Redémarrer.",
  ),
  lines(
    "Java class file versions (cheat sheet)",
    "17   61.0",
    "21   65.0",
    "A newer class gives java.lang.UnsupportedClassVersionError.",
  ),
  lines("$ java -jar connector.jar --version", "connector 2606.0 (class file version 61.0, runtime recognizes up to 61.0)"),
  lines(
    "Minuta reunión, licencias",
    "- El error -10,32 (Feature has expired) se resolvió con el archivo nuevo.",
    "- Responsable: Nuria.",
  ),
  lines("#!/bin/sh", "# exit codes", "#  2  certificate has expired", "#  3  certificate is not yet valid", "exit 0"),
  lines(
    "server {",
    "    listen 443 ssl;",
    '    # instead of "The plain HTTP request was sent to HTTPS port"',
    "    error_page 497 =301 https://$host$request_uri;",
    "}",
    "nginx: the configuration file syntax is ok",
  ),
  lines(
    "[09:02] ines: alguien más ve -4,132?",
    "[09:06] ines: acabo de probar, ya entra sin problema, gracias",
    "[09:06] raul: cierro el tema",
  ),
  lines(
    "Monat      Lizenz abgelaufen   -4,132   -15,570   -10,32",
    "2026-08          0                0        0        0",
    "ugslmd 100 %",
  ),
  '2026-11-27T10:15:00Z vault audit: {"request":{"path":"Teamcenter.Securityservice/identityserviceKS"},"error":""}',
  lines(
    "Abschlussbericht",
    'Vermutet: "PKIX path building failed". Tatsächliche Ursache: Heap zu klein; erhöht, seither stabil.',
  ),
  lines(
    "Change request 4711",
    "Current certificate: notAfter=Dec 31 23:59:59 2026 GMT",
    'If it is skipped, clients would report "certificate has expired" from 1 January on.',
  ),
  lines(
    "keytool -importcert -alias ca -file ca.pem -cacerts",
    "Trust this certificate? [no]:  yes",
    "Certificate was added to keystore",
  ),
  lines(
    'Frage im Forum (gelöst): "Session Agent could not be started."',
    "Nach Korrektur läuft es.",
    "Bei uns nicht aufgetreten.",
  ),
  lines(
    "public final class Codes {",
    "  // -4,132 in use; -10,32 expired (FlexNet)",
    '  static boolean again(String c) { return c.startsWith("-4,"); }',
    "}",
  ),
  lines(
    "Es war die Feststelltaste. Jetzt geht alles, danke!",
    '> type="LOGIN_ERROR", realmName="plm", error="invalid_user_credentials", username="anna"',
  ),
  lines("Ali: do we still see 'Content is not allowed in prolog'?", "Mia: no, gone since Monday", "Ali: great, closing"),
  lines(
    "Nessus Scan Report - host 10.20.0.15",
    "Plugin 57582  Medium  SSL Self-Signed Certificate",
    "Plugin 51192  Medium  SSL Certificate Cannot Be Trusted",
  ),
  lines("$ vault kv get -field=client_secret kv/tcsso >/dev/null && echo present", "present"),
  lines(
    "Running  winnat   Windows NAT Driver",
    "PS> netsh int ipv4 show excludedportrange protocol=tcp",
    "Start Port    End Port",
    "     50000       50059     *",
    "PS> Test-NetConnection lic01 -Port 27008 (license) True",
  ),
];

/** Texts with a fault in a form that hides it: a module's name beside a type, columns without names, lines of a difference, a second answer. */
export const HIDDEN_FORMS: readonly Positive[] = [
  [
    "tier/release-mismatch",
    lines(
      "2026-01-28 11:31:04,220 ERROR [pool-2] RestClient - org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 1; Content is not allowed in prolog.",
      "\tat java.xml/com.sun.org.apache.xerces.internal.parsers.DOMParser.parse(DOMParser.java:262)",
    ),
  ],
  [
    "idp/user-locked",
    lines(
      "Export aus Entra, Anmeldungen am Teamcenter:",
      "Benutzer             Status   Fehlercode  Grund",
      "anna@example.com     Fehler   50053       The account is locked.",
    ),
  ],
  [
    "idp/client-refused",
    lines(
      'idp  | 2026-08-18 12:00:09,445 WARN  [org.keycloak.events] type="CLIENT_LOGIN_ERROR", realmId="plm", clientId="sync", error="client_disabled"',
      "sync | 2026-08-18 12:00:09,451 ERROR token endpoint answered 401",
      'sync | {"error":"invalid_client","error_description":"Invalid client or Invalid client credentials"}',
    ),
  ],
  [
    "idp/client-refused",
    'type="CLIENT_LOGIN_ERROR", realmId="plm", clientId="batch", error="unauthorized_client", reason="Client not enabled to retrieve service account"',
  ],
  [
    "sso/not-installed",
    "@@ -41,5 +41,5 @@\n-sso.tcSSOAppID=Teamcenter\n+sso.tcSSOLoginServiceURL=\n+sso.tcSSOAppID=\n the service is not there",
  ],
  [
    "idp/scope-missing",
    lines(
      "java.lang.IllegalArgumentException: Missing attribute 'preferred_username' in attributes",
      "\tat org.springframework.security.oauth2.core.user.DefaultOAuth2User.<init>(DefaultOAuth2User.java:69)",
    ),
  ],
  [
    "idp/wrong-password",
    "Credential Validator ldap: Login by 'anna' failed (Shibboleth)\norg.ldaptive.LdapException: LDAP result code 49: INVALID_CREDENTIALS, 80090308: LdapErr: DSID-0C090439, comment: AcceptSecurityContext error, data 52e, v4563",
  ],
  ["idp/name-stored-wrong", '$ curl -s "$KC/admin/realms/plm/groups" | jq ".[].name"\n"Design\\r"\n"Test\\r"'],
  ["tier/half-switch", "TC_SERVER_URL=https://plm-acc.example.com/tc\nBOOTSTRAP_URLS=https://plm-prd.example.com:4544"],
  [
    "idp/wrong-password",
    lines(
      "Sign-in logs > Activity Details",
      "Application          PLM Web",
      "Sign-in error code   50126",
      "Failure reason       Error validating credentials due to invalid username or password.",
    ),
  ],
  ["tier/half-switch", "TC_SERVER_URL=https://plm-neu.example.com/tc\nBOOTSTRAP_URLS=https://plm-alt.example.com:4544"],
  [
    "idp/user-locked",
    "WARN [org.keycloak.storage.ldap] Authentication failed\njavax.naming.AuthenticationException: [LDAP: error code 49 - 80090308: LdapErr: DSID-0C090569, comment: AcceptSecurityContext error, data 775, v4f7c]",
  ],
  [
    "idp/client-secret-wrong",
    'File "/app/plmportal/auth.py", line 58\nauthlib.integrations.base_client.errors.OAuthError: invalid_client: The client secret supplied for a confidential client is invalid.',
  ],
  [
    "tier/wrong-password",
    "Uso la ventana de usuario y contraseña (sin inicio de sesión único): login de ana (password) rechazado, código 515143.",
  ],
  [
    "consumer/display-errors",
    lines(
      "HTTP/1.1 200 OK",
      "Content-Type: application/json",
      "<br />",
      "<b>Deprecated</b>:  Creation of dynamic property A::$b is deprecated in <b>/var/www/a.php</b> on line <b>71</b><br />",
      '{"success":true}',
      "2026-11-02 10:50:41 ERROR sign-in failed",
    ),
  ],
  [
    "trust/wrong-name",
    '2026/03/11 08:02:13 [error] 1183#1183: *20467 upstream SSL certificate does not match "plm-int" while SSL handshaking to upstream',
  ],
  [
    "trust/expired",
    lines(
      "[Mon Mar 02 06:12:40 2026] [ssl:info] [pid 2291] AH02039: Certificate Verification: Error (10): certificate has expired",
      "[Mon Mar 02 06:12:40 2026] [ssl:info] [pid 2291] SSL Library Error: error:0A000086:SSL routines::certificate verify failed",
    ),
  ],
  [
    "sso/vault-dead-end",
    lines(
      "2026-02-20 10:00:03.415 INFO  SscConfig - token_endpoint_auth_method=client_secret_basic",
      "2026-02-20 10:00:03.980 INFO  VaultSecretReader - tcsso.oidc.client_secret: loaded",
      "2026-02-20 10:00:04.122 ERROR VaultSecretReader - Failed to load secret identityserviceKS",
    ),
  ],
  [
    "idp/wrong-password",
    lines(
      '{ "userPrincipalName": "anna@example.com", "appDisplayName": "PLM Single Sign-On",',
      '  "status": { "errorCode": 50126, "failureReason": "Error validating credentials due to invalid username or password." } }',
    ),
  ],
  [
    "idp/wrong-password",
    lines(
      "Zeit                 Typ           Client   Fehler",
      '10.11.2026 07:15:40  LOGIN_ERROR   plm      error="user_not_found", username="mueler"',
    ),
  ],
  [
    "idp/user-locked",
    lines(
      "ユーザーから「サインインできない」と連絡がありました。",
      "Entra のサインインログ: アプリケーション: Teamcenter SSO",
      "サインイン エラー コード: 50053",
      "失敗の理由: The account is locked, you've tried to sign in too many times with an incorrect user ID or password.",
    ),
  ],
  [
    "idp/pkce-mismatch",
    '{"timestamp":"2026-05-06T12:31:09.442Z","level":"ERROR","message":"authorization failed","params":{"error":"invalid_request","error_description":"PKCE code challenge is required when the token endpoint authentication method is \'NONE\'."}}',
  ],
  [
    "tier/backend-lost",
    '{"timestamp":"2026-05-11T13:07:25.310+02:00","level":"ERROR","message":"createItems answered with ServiceException","body":"{\\".QName\\":\\"http://teamcenter.com/Schemas/Soa/2006-03/Exceptions.InternalServerException\\",\\"code\\":1003,\\"level\\":3}"}',
  ],
  [
    "license/port-reserved",
    lines(
      " 7:30:01 (lmgrd) lmgrd tcp-port 1101",
      " 7:30:01 (lmgrd) Failed to open the TCP port number in the license.",
      "",
      "> netsh int ipv4 show excludedportrange protocol=tcp",
      "Protokoll tcp Portausschlussbereiche",
      "Startport      Endport",
      "----------    --------",
      "      1031        1130",
    ),
  ],
  ["tier/half-switch", "TC_SERVER_URL=https://plm-abn.example.com/tc\nBOOTSTRAP_URLS=https://plm-prd.example.com:4544"],
  ["idp/user-locked", "アプリ: Teamcenter SSO\nサインイン エラー コード: 50053\n失敗の理由: The account is locked."],
  ["consumer/wrong-trigger", '  GET /index.php/apps/plm/ping   403   {"message":"CSRF check failed"}'],
  ["trust/not-yet-valid", "Es posible que el reloj de tu ordenador esté atrasado\nNET::ERR_CERT_DATE_INVALID\nplm.example.com"],
  ["tier/half-switch", "TC_SERVER_URL=https://tc-qs.example.de/tc\nBOOTSTRAP_URLS=https://tc-prod.example.de:4544"],
  [
    "license/port-reserved",
    lines(
      "SERVER lic1 ANY 1101",
      "10:02:17 (lmgrd) Failed to open the TCP port number in the license.",
      "Port Exclusion Ranges",
      "Start Port    End Port",
      "      1041        1140",
    ),
  ],
];
