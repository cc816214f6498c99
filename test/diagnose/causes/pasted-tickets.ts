import type { Positive } from "./records.ts";

const lines = (...all: readonly string[]): string => all.join("\n");

/** Logs, tables and consoles as they arrive in tickets: quoted by a mail program, wrapped, exported, typed from a screen. */
export const TICKETS: readonly Positive[] = [
  [
    "idp/client-secret-wrong",
    lines(
      "> Seit dem Wechsel des Secrets meldet der Anmeldedienst:",
      "> org.example.oidc.TokenErrorResponse: code=invalid_client",
      ">   description=Invalid client secret",
      ">   httpStatus=401",
      ">     at org.example.oidc.Exchange.send(Exchange.java:88)",
    ),
  ],
  [
    "idp/client-secret-wrong",
    'token request failed: error_code: "unauthorized_client", description: "Invalid client credentials"',
  ],
  [
    "idp/name-stored-wrong",
    '192.0.2.3 - admin [01/Jun/2026:10:00:01 +0200] "GET /admin/realms/plm/users?username=anna%0D&exact=true HTTP/1.1" 200 2',
  ],
  ["idp/name-stored-wrong", "DELETE /admin/realms/plm/roles/plm-writer%0D 404"],
  [
    "idp/wrong-password",
    lines(
      '"Status","User","Application","Sign-in error code","Failure reason"',
      '"Failure","bea@example.com","PLM sign-in","50126","Error validating credentials due to invalid username or password."',
    ),
  ],
  [
    "idp/wrong-password",
    lines(
      'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm",',
      'userId="null", ipAddress="192.0.2.9", error="user_not_found",',
      'auth_method="openid-connect", username="bertha2"',
      "",
      "She says that she signs in as always.",
    ),
  ],
  [
    "tier/half-switch",
    lines(
      "2026-02-01 10:00:01,100 INFO  [main] Settings - connector: TC_SERVER_URL = https://tc-prod.example.it/tc",
      "2026-02-01 10:00:01,108 INFO  [main] Settings - client: BOOTSTRAP_URLS = http://tc-collaudo.example.it:4544/",
    ),
  ],
  ["tier/half-switch", "TC_SERVER_URL=https://plm-recette.example.fr/tc\nBOOTSTRAP_URLS=https://plm-prod.example.fr:4544"],
  [
    "tier/wrong-operation",
    lines(
      "ERROR - 2026/04/02-09:11:18.554 UTC - 214086 - The operation was not found in the service library",
      "ERROR - 2026/04/02-09:11:18.554 UTC - 214022 - The request could not be completed",
    ),
  ],
  ["tier/wrong-operation", "ERROR - 2026/04/02-09:11:18.554 - anna - 214086: The operation is not registered"],
  [
    "tier/wrong-password",
    lines(
      "2026/05/20-06:50:10 UTC - NoId - DEBUG - login, user=anna, password given, no sso token",
      "2026/05/20-06:50:10 UTC - NoId - ERROR - 515143 The account values are not valid.",
    ),
  ],
  [
    "tool/second-instance",
    lines(
      "09:14:02 [launcher] activate: csm already running, pid 5120",
      '09:14:02 [launcher] start "C:\\csm\\bin\\csm.exe" (pid 7344)',
      "09:14:12 [csm 7344] no license available for CSM",
    ),
  ],
  [
    "kit/java-floor",
    lines(
      "org.osgi.framework.BundleException: Could not resolve module: com.example.connect.ui [88]",
      '  Unresolved requirement: Require-Capability: osgi.ee; filter:="(&(osgi.ee=JavaSE)(version=21))"',
    ),
  ],
  [
    "tier/wrong-password",
    lines(
      "NOTE : Login request, user 'anna', method password",
      "ERROR: 515143: The login attempt failed.",
      "NOTE : Login request, user 'bea', method password",
    ),
  ],
  ["tool/always-on-top", 'bridge> eval "app.getMainFrame().isAlwaysOnTop()"\ntrue'],
  [
    "tool/modal-blocks-bridge",
    lines(
      "typed from a screen:",
      " 11:02:03  bridge exec refresh.groovy      no answer",
      "behind the main window: Project Merge plugin is not availble or loaded   [ OK ]",
      "after OK all scripts ran at once",
    ),
  ],
  [
    "tool/startup-modals",
    lines(
      "[09:01:24] dialog: Unable to reach license server localhost:1101",
      "[09:01:30] dialog: Select Edition -> Enterprise",
      "[09:01:41] dialog: Project Merge plugin is not available or loaded",
      "[09:02:10] main window is ready",
    ),
  ],
  [
    "tool/second-instance",
    lines(
      "Cameo war minimiert, ich habe nochmals auf das Symbol geklickt, dann kam das Fenster Lizenzmanager: keine Lizenz.",
      "csm.exe                       4312 Console                    1  2.104.332 K",
      "csm.exe                      11876 Console                    1    611.020 K",
      "Die erste Instanz läuft normal.",
    ),
  ],
  [
    "tool/second-instance",
    lines(
      "activate: process cameo pid 5520 is running since 06:12",
      'activate: starting "C:\\Cameo\\bin\\csm.exe"',
      "activate: new process pid 9044 (csm.exe)",
      'activate: front window: "License Manager", text: "No free license"',
    ),
  ],
  [
    "license/expired",
    lines(
      " 8:00:01 (lmgrd) lmgrd tcp-port 1101",
      ' 9:10:22 (vendord) UNSUPPORTED: "CSM_SIM" (PORT_AT_HOST_PLUS   ) anna@WS1  (License server system does not support this feature. (-18,327))',
      ' 9:12:44 (vendord) DENIED: "CSM_ENT" anna@WS1  (Feature has expired. (-10,32))',
    ),
  ],
  [
    "trust/pkix",
    lines(
      "info: Example.Export.Program[0]",
      "      target https://plm.example.com/tc",
      "Unhandled exception. System.Net.Http.HttpRequestException: The SSL connection could not be established, see inner exception.",
      " ---> System.Security.Authentication.AuthenticationException: The remote certificate is invalid because of errors in the certificate chain: UntrustedRoot",
    ),
  ],
  [
    "kit/stale-profile",
    lines(
      "Nach dem Austausch des Konnektors sind synchronisierte Elemente rot umrandet.",
      "10:05:41 WARN  profile 2406 was loaded from D:\\Models\\old",
      "10:05:47 INFO  signed in as jb",
    ),
  ],
];

/** Texts of tickets that look like faults and report none: tables, tests, agendas, monitors, other programs' faults. */
export const OTHER_TICKETS: readonly string[] = [
  lines(
    "Tool release     Java of the tool    class file version   supported",
    "2021x R2         11.0.12             55                   no",
    "2022x R2         17.0.6              61                   yes",
    "2024x            17.0.9              61                   yes",
    "On an older Java the JVM reports an UnsupportedClassVersionError; the installer checks it.",
  ),
  lines(
    "Connector | Java of the tool | class file version | modeling tool",
    "2306      | 11               | 55                 | 2022x R2",
    "2412      | 17               | 61                 | 2024x",
    "2506      | 17               | 61                 | 2026x",
    "A newer Java runs older class files; the reverse ends with an UnsupportedClassVersionError.",
  ),
  lines(
    "h2. Firmen-CA und Java",
    "|| Werkzeug || JRE || Paket ||",
    "| Jenkins-Agent | jdk17 | example-ca-java 4 |",
    'Woran man es erkennt: "PKIX path building failed".',
  ),
  lines(
    "[INFO] Running com.example.sso.SignerTest",
    "[INFO]   signsWithPrivateKey ............... ok",
    '[INFO]   refusesNullPrivateKey ............. ok  (expected: IllegalArgumentException "null private key")',
    "[INFO]   loadsKeystore ..................... ok",
    "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0",
  ),
  lines(
    "  TLS host names",
    "    ✔ throws ERR_TLS_CERT_ALTNAME_INVALID for plm (short name)",
    "    ✔ reports CERT_HAS_EXPIRED for a certificate of yesterday",
    "    ✔ reports CERT_REVOKED with a CRL",
    "  3 passing (31ms)",
    "  0 failing",
  ),
  lines(
    "PLM STATUS  2026-09-02 07:00",
    "[ok] web tier           4 of 4 nodes",
    "[ok] pool manager       warm 12, lost servers (code 1003) last 24 h: 0",
    "[ok] vault              unsealed",
  ),
  lines(
    "Admin training, 2 days",
    " 09:00  Certificates: PKIX path building failed, expired, wrong name",
    " 11:00  Licenses: -4,132 / -10,32 / -15,570 and what they mean",
    ' 14:00  Security services and vault; "null private key"',
    "Participants of 2024 need day 2 only, since sign-in has been rebuilt.",
  ),
  "2026-04-20 07:20:00 INFO  [main] Startup - token_endpoint_auth_method = private_key_jwt\n2026-04-20 07:20:03 INFO  [main] Vault - secret identityserviceKS read from path Teamcenter.Securityservice (2613 bytes)",
  "activate: window brought to front, pid 812 (cameo), no second process, license in use 1 of 10, window ready, running",
  lines(
    "javax.net.ssl.SSLHandshakeException: PKIX path validation failed: java.security.cert.CertPathValidatorException: Unable to determine revocation status due to network error",
    "\tat com.example.upload.Upload.put(Upload.java:90)",
  ),
  "javax.net.ssl.SSLHandshakeException: PKIX path validation failed: java.security.cert.CertPathValidatorException: basic constraints check failed: this is not a CA certificate",
  lines(
    "{",
    '  "error": "invalid_grant",',
    '  "error_description": "AADSTS65001: The user has not consented to use the application named \'PLM Portal\'. Send an interactive authorization request for this user. Timestamp: 2026-05-26",',
    '  "suberror": "consent_required"',
    "}",
  ),
  lines(
    'bridge> eval "app.getMainFrame().isAlwaysOnTop()"',
    "false",
    "bridge> windows",
    " MSOSA - [Model.mdzip]     visible",
    " (popup menu)              visible, above it",
    'bridge> note "menu File opens in front, the call window covers the toolbar"',
  ),
  lines(
    "ab welcher Länge nimmt Teamcenter ein Kennwort an, und nach wie vielen Anmeldungen wird gesperrt?",
    "Wir schreiben gerade die Richtlinie für das neue Werk.",
    'Was sieht der Benutzer dann, "Benutzername oder Kennwort ist ungültig"?',
  ),
  lines(
    "## Wenn ein Programm dem Zertifikat nicht traut",
    'Erscheint irgendwann "PKIX path building failed", dann fehlt der Aussteller.',
    "1. Feststellen, welches JDK läuft.",
    "2. Aussteller aufnehmen.",
  ),
  lines(
    "[INFO] Running com.example.tls.MessagesTest",
    'expected: CertificateRevokedException -> "revoked"    got it',
    "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.412 s",
    "[INFO]",
    "[INFO] BUILD SUCCESS",
  ),
  "AADSTS50105: El administrador ha configurado la aplicación PLM Portal para bloquear a los usuarios. El usuario está bloqueado porque no es miembro de un grupo con acceso.",
  lines(
    "Ihr Windows-Kennwort läuft in 7 Tagen ab. Für das PLM ist nichts zu tun: die Anmeldung übernimmt das neue Kennwort.",
    "Wer sein Kennwort dreimal falsch eingibt, wird für 15 Minuten gesperrt.",
  ),
  lines(
    "Testsuite: com.example.bridge.DialogTest",
    "Tests run: 5, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 3.2 sec",
    '  [stub] shows "Unable to reach license server localhost:1101"',
    "BUILD SUCCESSFUL",
  ),
  "2026-02-11 09:00:02 INFO  [main] Check - PKIX path building for plm.example.com: ok, 3 certificates",
  lines(
    "Supervision PLM",
    "niveau web /tc          OK     200 en 118 ms",
    "certificat plm          OK     expire dans 381 jours",
    "serveur de licences     OK     lmgrd UP, 22/40",
  ),
  lines(
    "Protokoll Jour fixe, 12.03.2026",
    "- Störung vom 03.03. (Zertifikat abgelaufen) ist behoben.",
    "- Ticket 5521 (Server verloren, Code 1003): seit dem Hotfix nicht mehr aufgetreten.",
  ),
  lines("件名: 【お知らせ】PLM アカウント規則の変更", "パスワードを 10 回続けて誤ると、15 分間ロックされます。"),
  'ich würde gern am Kurs "Zertifikate für PLM-Betreiber" teilnehmen. Bringen Sie bitte das Beispiel mit dem falschen Namen im Zertifikat mit?',
  // words of a person beside a log whose records show nothing
  lines(
    "Einige Blöcke haben einen roten Rahmen, es ist die Vollständigkeitsprüfung, auch Elemente ohne Synchronisation.",
    "10:05:44 INFO  model opened, 1832 elements",
    "10:06:03 WARN  validation: 41 elements without documentation",
  ),
  lines(
    "2026-03-04 10:12:14,002 ERROR [main] Model - check-in",
    "Dataset 4711 is locked by another user",
    "2026-03-04 10:40:02,118 INFO  [main] Model - object is free again",
  ),
  lines(
    "Change 20417: Startreihenfolge SSC und Vault",
    "Grund: Startet der SSC vor dem Vault, würde er sein client_secret nicht finden und nie erneut fragen.",
    "Test: Neustart am Testserver, SSC kam 90 Sekunden nach dem Vault hoch, Anmeldung in Ordnung.",
  ),
];
