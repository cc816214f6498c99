import type { LookAlikeKind } from "../../../src/diagnose/causes/cause.ts";

/** A record in the words of a program, and the cause that has to be named first. */
export type Positive = readonly [id: string, text: string];
export type Negative = readonly [kind: LookAlikeKind, text: string];

const trace = (...lines: readonly string[]): string => lines.join("\n");

/** Written before the mechanism: what programs of every kind log of the known causes. */
export const POSITIVES: readonly Positive[] = [
  [
    "tier/release-mismatch",
    trace(
      "2026-03-04 10:12:13,482 ERROR [http-nio-8080-exec-1] com.teamcenter.soa.client.XmlRestSender - invoke failed",
      "org.xml.sax.SAXParseException: 在前言中不允许有内容。",
      "\tat com.sun.org.apache.xerces.internal.util.ErrorHandlerWrapper.createSAXParseException(ErrorHandlerWrapper.java:204)",
      "\tat com.sun.org.apache.xerces.internal.impl.XMLDocumentScannerImpl$PrologDriver.next(XMLDocumentScannerImpl.java:1015)",
    ),
  ],
  [
    "tier/release-mismatch",
    trace(
      "Root cause: com.teamcenter.soa.exceptions.CanceledOperationException",
      "Wrapped by: javax.xml.bind.UnmarshalException",
      " - with linked exception:",
      "[org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 1; プロログではコンテンツを指定できません。]",
    ),
  ],
  [
    "tier/release-mismatch",
    '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "POST /tc/RestServices/Core-2011-06-Session/login HTTP/1.1" 405 157 "-" "Java/17.0.9"',
  ],
  [
    "tier/release-mismatch",
    trace(
      "#Software: Microsoft Internet Information Services 10.0",
      "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) sc-status sc-substatus sc-win32-status time-taken",
      "2026-03-04 10:12:13 10.0.0.2 POST /tc/RestServices/Core-2008-06-Session/login - 443 - 10.0.0.5 Java/17 405 0 1 12",
    ),
  ],
  [
    "tier/release-mismatch",
    trace(
      "ERROR Session - response of https://plm.example.com:8443/tc/RestServices/Core-2008-06-Session/login",
      "com.ctc.wstx.exc.WstxUnexpectedCharException: Unexpected character 'N' (code 78) in prolog; expected '<'",
      " at [row,col {unknown-source}]: [1,1]",
    ),
  ],
  [
    "tier/release-mismatch",
    trace(
      "Unhandled exception. System.Xml.XmlException: Ungültige Daten auf Stammebene. Zeile 1, Position 1.",
      "   at Teamcenter.Soa.Client.XmlRestSender.Invoke()",
    ),
  ],
  [
    "tier/release-mismatch",
    trace(
      'com.teamcenter.soa.internal.client: org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 10; DOCTYPE ist nicht zulässig, wenn das Feature "http://apache.org/xml/features/disallow-doctype-decl" auf "true" gesetzt ist.',
    ),
  ],
  [
    "tier/release-mismatch",
    "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON at https://plm.example.com/tc/JsonRestServices/Core-2011-06-Session/login",
  ],
  [
    "tier/backend-lost",
    trace(
      "2026-03-04 10:12:13,482 ERROR [main] c.e.Session - getTypeDescriptions",
      "com.teamcenter.schemas.soa._2006_03.exceptions.InternalServerException (1003): Die Kommunikation mit dem Server ging verloren.",
    ),
  ],
  [
    "tier/backend-lost",
    '{"log":"2026-03-04 10:12:13,482 ERROR [main] c.e.Session - InternalServerException code=1003: \\u901a\\u4fe1\\n","stream":"stderr","time":"2026-03-04T10:12:13.482Z"}',
  ],
  ["license/port-reserved", "Error: listen EACCES: permission denied 0.0.0.0:28000"],
  [
    "license/port-reserved",
    "PermissionError: [WinError 10013] Der Zugriff auf einen Socket war aufgrund der Zugriffsrechte des Sockets unzulässig (license daemon, port 27800)",
  ],
  [
    "license/port-reserved",
    "saltd: bind() to 0.0.0.0:27800 failed (10013: アクセス許可で禁じられた方法でソケットにアクセスしようとしました。)",
  ],
  [
    "license/expired",
    "Feature has expired.\nFeature: NX30560\nExpire date: 1-jan-2026\nLicense path: 27800@license\nFLEXnet Licensing error:-10,32",
  ],
  [
    "license/all-in-use",
    '10:12:13 (saltd) DENIED: "server_id" anna@ws1  (Licensed number of users already reached. (-4,342:10054 ""))',
  ],
  ["license/no-server", "Verbindung zum Lizenzserver nicht möglich. FLEXnet Licensing error:-15,570. System Error: 10061"],
  ["conf/single-backslash", "Error: ENOENT: no such file or directory, open 'D:exportsstaging\\model.mdzip'"],
  [
    "conf/single-backslash",
    trace(
      "2026-03-04 10:12:13,482 ERROR [pool-1] c.e.Export - failed",
      "java.io.FileNotFoundException: E:plmstaging\\a.mdzip (系统找不到指定的路径。)",
      "\tat java.base/java.io.FileOutputStream.open0(Native Method)",
    ),
  ],
  [
    "conf/payload-dir-unset",
    "java.io.FileNotFoundException: null\\Core-2008-06-Session_login_request.json (Le chemin d’accès spécifié est introuvable)",
  ],
  [
    "conf/no-context-root",
    'java.lang.NullPointerException: Cannot invoke "com.teamcenter.soa.client.Connection.setOption(String, String)" because "this.connection" is null',
  ],
  [
    "conf/no-context-root",
    '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "POST /RestServices/Core-2008-06-Session/login HTTP/1.1" 404 1245',
  ],
  [
    "conf/doubled-context-root",
    '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "POST /tc/tc/RestServices/Core-2008-06-Session/login HTTP/1.1" 404 1245',
  ],
  [
    "conf/embedded-browser",
    "java.lang.UnsatisfiedLinkError: D:\\MagicDraw\\sdk\\org.jcef\\libs\\chrome_elf.dll: Une routine d’initialisation d’une bibliothèque de liens dynamiques (DLL) a échoué",
  ],
  [
    "kit/java-floor",
    "java.lang.UnsupportedClassVersionError: com/teamcenter/x/Plugin has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0",
  ],
  [
    "sso/session-agent-missing",
    'java.io.IOException: Cannot run program "C:\\SessionAgent\\start_session_agent.bat" (in directory "."): CreateProcess error=2, Das System kann die angegebene Datei nicht finden',
  ],
  [
    "sso/userid-claim-empty",
    '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "GET /tcsso/weblogin/null?csrf_form=ab12 HTTP/1.1" 404 512',
  ],
  [
    "sso/userid-claim-empty",
    "com.teamcenter._ss.SSOConfigurationException: Für die erforderliche Eigenschaft wurde kein Wert gefunden: tcsso.oidc.userid_claim",
  ],
  [
    "sso/vault-not-ready",
    "com.teamcenter._ss.SSOConfigurationException: Für die erforderliche Eigenschaft wurde kein Wert gefunden: tcsso.oidc.client_secret",
  ],
  [
    "sso/reply-url-empty",
    '2026-03-04 10:12:13,482 WARN  [org.keycloak.events] (executor-thread-5) type="LOGIN_ERROR", realmId="9f27", realmName="plm", clientId="plm", userId="null", ipAddress="127.0.0.1", error="invalid_redirect_uri"',
  ],
  [
    "sso/reply-url-empty",
    '{"timestamp":"2026-03-04T10:12:13.48Z","sequence":1,"loggerName":"org.keycloak.events","level":"WARN","message":"type=\\"LOGIN_ERROR\\", realmId=\\"9f27\\", realmName=\\"plm\\", clientId=\\"plm\\", userId=\\"null\\", ipAddress=\\"127.0.0.1\\", error=\\"invalid_redirect_uri\\""}',
  ],
  [
    "idp/redirect-not-registered",
    '2026-03-04 10:12:13,482 DEBUG [org.keycloak.events] (executor-thread-5) type="LOGIN_ERROR", realmId="9f27", realmName="plm", clientId="plm", userId="null", ipAddress="127.0.0.1", error="invalid_redirect_uri", redirect_uri="https://PLM.example.com/cb"',
  ],
  [
    "idp/wrong-password",
    '{"id":"1","time":1772619133482,"type":"LOGIN_ERROR","realmId":"9f27","clientId":"plm","userId":"u","ipAddress":"127.0.0.1","error":"invalid_user_credentials","details":{"auth_method":"openid-connect"}}',
  ],
  [
    "tier/stale-pool-manager",
    trace(
      "2026-03-04 10:12:12,001 INFO  [main] c.e.Session - SSO login: ticket received for anna",
      "2026-03-04 10:12:13,482 ERROR [main] c.e.Session - loginSSO",
      "InvalidCredentialsException [515143]: Ungültige Kontowerte",
    ),
  ],
  [
    "tier/wrong-password",
    trace(
      "2026-03-04 10:12:12,001 INFO  [main] c.e.Session - POST /tc/RestServices/Core-2011-06-Session/login for anna",
      "2026-03-04 10:12:13,482 ERROR [main] c.e.Session - sign-in failed",
      "InvalidCredentialsException code=515143: Invalid account values",
    ),
  ],
  ["tier/wrong-operation", 'SoaException: ServiceException: [214086] Vorgang "executeSavedQueries" unbekannt'],
  ["trust/pkix", "com.ibm.security.cert.IBMCertPathBuilderException: unable to find valid certification path"],
  ["trust/pkix", 'Post "https://plm.example.com/tc": x509: certificate signed by unknown authority'],
  [
    "trust/pkix",
    "System.Security.Authentication.AuthenticationException: Das Remotezertifikat ist ungültig: RemoteCertificateChainErrors, PartialChain",
  ],
  [
    "trust/pkix",
    "PHP Warning: file_get_contents(): SSL operation failed with code 1. OpenSSL Error messages: error:0A000086:SSL routines::certificate verify failed",
  ],
  ["trust/expired", "NET::ERR_CERT_DATE_INVALID"],
  [
    "trust/expired",
    "javax.net.ssl.SSLHandshakeException: PKIX path validation failed: java.security.cert.CertPathValidatorException: validity check failed\nCaused by: java.security.cert.CertificateExpiredException: NotAfter: Sun Mar 01 00:00:00 UTC 2026",
  ],
  [
    "trust/wrong-name",
    "Error [ERR_TLS_CERT_ALTNAME_INVALID]: Hostname/IP does not match certificate's altnames: Host: plm. is not in the cert's altnames: DNS:plm.example.com",
  ],
  [
    "trust/not-yet-valid",
    "x509: certificate has expired or is not yet valid: current time 2026-03-04T10:12:13Z is before 2026-05-01T00:00:00Z",
  ],
  ["trust/weak-algorithm", "java.security.cert.CertificateException: Certificates do not conform to algorithm constraints"],
  [
    "cutover/old-address",
    "2026/03/04 10:12:13 [info] 12#12: *1 client sent plain HTTP request to HTTPS port while reading client request headers, client: 10.0.0.5, server: plm.example.com",
  ],
  [
    "cutover/old-address",
    "[Wed Mar 04 10:12:13.482123 2026] [ssl:info] [pid 12:tid 3] [client 10.0.0.5:51234] AH01996: SSL handshake failed: HTTP spoken on HTTPS port; trying to send HTML error page",
  ],
  [
    "idp/issuer-loopback",
    "java.net.ConnectException: org.apache.http.conn.HttpHostConnectException: Connect to idp.example.com:8443 [idp.example.com/127.0.0.1] failed: Connection refused (Connection refused) for https://idp.example.com:8443/realms/plm/.well-known/openid-configuration",
  ],
  [
    "consumer/display-errors",
    'JSONDecodeError: Expecting value: line 1 column 1 (char 0) in body: <br />\n<b>Notice</b>:  Undefined index: user in <b>/var/www/html/api.php</b> on line <b>12</b><br />\n{"ok":true}',
  ],
  ["consumer/wrong-trigger", "org.springframework.security.web.csrf.InvalidCsrfTokenException: Ungültiges CSRF-Token '8f1'"],
  ["consumer/secret-in-log", 'INFO  Starting with OIDC_CLIENT_SECRET="kQ7x9Lm2Pz" realm=plm'],
  ["idp/username-too-short", '{"errorMessage":"error-invalid-length","field":"username","params":["username",3,255]}'],
  [
    "idp/client-secret-wrong",
    '2026-03-04 10:12:13,482 WARN  [org.keycloak.events] (executor-thread-5) type="CODE_TO_TOKEN_ERROR", realmId="9f27", realmName="plm", clientId="plm", userId="null", ipAddress="127.0.0.1", error="invalid_client_credentials", grant_type="authorization_code"',
  ],
  [
    "sso/null-private-key",
    'java.lang.NullPointerException: Cannot invoke "java.security.PrivateKey.getEncoded()" because "privateKey" is null',
  ],
  ["conf/bom", "ERREUR: propriété inconnue '\uFEFFTC_SERVER_URL'"],
  ["tool/startup-modals", "Impossible de contacter le serveur de licences localhost:1101"],
];

/** Records that look like a cause and are none; nothing may be claimed of them with more than low confidence. */
export const NEGATIVES: readonly Negative[] = [
  ["words", '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "GET /x HTTP/1.1" 200 405'],
  ["words", '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "POST /tc/RestServices/Core-2008-06-Session/login HTTP/1.1" 200 515143'],
  ["speaker", '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "OPTIONS /api/v1/items HTTP/1.1" 405 0'],
  ["speaker", '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "TRACE / HTTP/1.1" 405 0'],
  [
    "value",
    "org.xml.sax.SAXParseException; systemId: file:/C:/Tool/plugins/x/plugin.xml; lineNumber: 1; columnNumber: 1; Content is not allowed in prolog.",
  ],
  ["value", "[Fatal Error] server.xml:1:1: Content is not allowed in prolog."],
  ["speaker", "npm ERR! Unexpected token < in JSON at position 0 while parsing near '<!DOCTYPE html>'"],
  ["quote", "2026-03-04 10:12:13,482 INFO [main] Help - If you see 'Content is not allowed in prolog', compare the releases"],
  ["quote", "$ grep -n 'Content is not allowed in prolog' connector.log"],
  ["quote", "✓ rejects a body with 'invalid csrf token' (12 ms)"],
  ["quote", "fix: Communication with the server was lost while an operation was in progress"],
  [
    "success",
    "2026-03-04 10:12:13,482 INFO [main] Session - communication restored; the server was reached after 'Communication with the server was lost while an operation was in progress.' was resolved",
  ],
  [
    "success",
    '2026-03-04 10:12:13,482 DEBUG [org.keycloak.events] type="LOGIN", realmId="9f27", realmName="plm", clientId="plm", redirect_uri="https://plm.example.com/cb"',
  ],
  ["success", "2026-03-04 10:12:13,482 INFO [main] trust - PKIX path validation succeeded, certificate accepted"],
  ["words", "WebSocket connection closed with code 1003 (unsupported data)"],
  ["words", "ERROR 1003 (HY000): MySQL table full"],
  [
    "speaker",
    "psycopg2.OperationalError: server closed the connection unexpectedly. This probably means the server terminated abnormally before or while processing the request.",
  ],
  ["reason", "java.net.BindException: Address already in use: bind"],
  ["reason", "Error: listen EADDRINUSE: address already in use :::27800"],
  ["value", "Error: listen EACCES: permission denied 0.0.0.0:80"],
  ["speaker", "Error: EACCES: permission denied, open '/srv/licenses/README'"],
  ["words", "docker: license: MIT, all rights reserved port mapping 10013:80"],
  ["value", "java.io.FileNotFoundException: D:\\exports\\model.mdzip (Access is denied)"],
  ["value", "java.io.FileNotFoundException: C:\\Temp\\old\\a.txt (Das System kann den angegebenen Pfad nicht finden)"],
  [
    "speaker",
    'java.lang.NullPointerException: Cannot invoke "java.sql.Connection.prepareStatement(String)" because "this.connection" is null',
  ],
  ["value", "CT_REQ_RESP_JSON_DIR=C:\\Temp\\payload, 12 files"],
  ["speaker", "Faulting application name: chrome.exe, Faulting module name: chrome_elf.dll"],
  ["speaker", "connect ECONNREFUSED 127.0.0.1:5432"],
  ["speaker", "connect ECONNREFUSED 127.0.0.1:1101 (metrics of the database)"],
  ["value", "OIDC_CLIENT_SECRET=undefined"],
  ["value", 'clientSecret: "{{ .Values.clientSecret }}"'],
  ["value", "client_secret=${env:CLIENT_SECRET}"],
  ["words", "client_secret_post is supported"],
  ["reason", '{"field":"email","errorMessage":"error-invalid-length","params":["email",3,255]}'],
  ["success", "2026-03-04 10:12:13,482 INFO [main] Dialog - 'Select Edition' was answered, license granted"],
  ["success", "certbot: certificate renewed, old certificate expired"],
  ["words", "WARN certificate for plm.example.com will expire in 12 days"],
  ["reason", "javax.net.ssl.SSLHandshakeException: Received fatal alert: handshake_failure"],
  ["reason", "javax.net.ssl.SSLException: Connection reset"],
  ["reason", "TCSSO_SSOSystemException: java.net.UnknownHostException: plm.example.com"],
  ["value", '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "GET /tcsso/weblogin/start?csrf_form=ab12 HTTP/1.1" 200 512'],
  ["value", "sso.tcSSOLoginServiceURL=https://plm.example.com/tcsso"],
  ["words", "2026-03-04 10:12:13,482 ERROR [main] Export - 515143 objects were written before the disk was full"],
  ["words", "java.lang.UnsatisfiedLinkError: no awt in java.library.path"],
  ["speaker", "bluetooth bridge: timeout after 180 s"],
];

const text = (value: string): string => JSON.stringify(value);
const HEADER = "2026-03-04 10:12:13,482";
const logged = (one: string, level: string): string =>
  /^\d{4}-|^\{|^#|^\[|^10\.|^[A-Z]+ /.test(one)
    ? one
    : `${HEADER} ${level} [main] com.example.Client - ${level === "ERROR" ? "call failed\n" : ""}${one}`;

/** Forms in which collectors and programs write a record; a name, and the log that has it. */
export const LAYOUTS: Readonly<Record<string, (record: string, level?: string) => string>> = {
  "as it is": (one) => one,
  log4j: (one, level = "ERROR") => logged(one, level),
  docker: (one, level = "ERROR") =>
    logged(one, level)
      .split("\n")
      .map((line) => `{"log":${text(`${line}\n`)},"stream":"stderr","time":"2026-03-04T10:12:13.482Z"}`)
      .join("\n"),
  journald: (one, level = "ERROR") =>
    logged(one, level)
      .split("\n")
      .map(
        (line) => `{"__REALTIME_TIMESTAMP":"1772619133482000","SYSLOG_IDENTIFIER":"app","PRIORITY":"6","MESSAGE":${text(line)}}`,
      )
      .join("\n"),
  compose: (one, level = "ERROR") =>
    logged(one, level)
      .split("\n")
      .map((line) => `app-1  | ${line}`)
      .join("\n"),
  syslog: (one, level = "ERROR") =>
    logged(one, level)
      .split("\n")
      .map((line) => `Mar  4 10:12:13 host app[12]: ${line}`)
      .join("\n"),
};
