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
  [
    "tier/release-mismatch",
    "fail: Connector.Soa[0]\n      System.InvalidOperationException: There is an error in XML document (1, 1). ---> System.Xml.XmlException: Data at the root level is invalid. Line 1, position 1.",
  ],
  [
    "tier/release-mismatch",
    "Mar 04, 2026 10:12:13 AM com.teamcenter.soa.client.SessionManager login\nGRAVE: échec\norg.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 1; Contenu non autorisé dans le prologue.",
  ],
  [
    "tier/release-mismatch",
    "xml.etree.ElementTree.ParseError: syntax error: line 1, column 0 (url https://plm.example.com/tc/RestServices/Core-2008-06-Session/login)",
  ],
  [
    "tier/release-mismatch",
    "ERROR c.t.soa - HTTP Status 405 – Methode nicht erlaubt, POST https://plm:8443/tc/RestServices/Core-2008-06-Session/login",
  ],
  [
    "tier/release-mismatch",
    'com.teamcenter.soa: javax.xml.bind.UnmarshalException\n - with linked exception:\n[org.xml.sax.SAXParseException; lineNumber: 12; columnNumber: 3; The element type "link" must be terminated by the matching end-tag "</link>".]',
  ],
  [
    "tier/release-mismatch",
    "System.ServiceModel.ProtocolException: Der Inhaltstyp text/html; charset=utf-8 der Antwortnachricht stimmt nicht mit dem Inhaltstyp der Bindung (text/xml; charset=utf-8) überein. https://plm.example.com/tc/RestServices",
  ],
  ["tier/release-mismatch", "HTTP/1.1 405 Method Not Allowed\nAllow: GET, HEAD\nContent-Type: text/html"],
  [
    "tier/release-mismatch",
    "com.google.gson.JsonSyntaxException: java.lang.IllegalStateException: Expected BEGIN_OBJECT but was STRING at line 1 column 1 path $\n\tat com.example.plm.JsonRestServices.login",
  ],
  [
    "tier/release-mismatch",
    "<html><head><title>405 Not Allowed</title></head><body><center><h1>405 Not Allowed</h1></center><hr><center>nginx/1.24.0</center></body></html>",
  ],
  [
    "tier/release-mismatch",
    '{"@timestamp":"2026-03-04T10:12:13.482Z","log.level":"ERROR","message":"login failed","error.type":"org.xml.sax.SAXParseException","error.message":"Content ist nicht zulässig in Prolog.","error.stack_trace":"org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 1; Content ist nicht zulässig in Prolog.\\n\\tat com.teamcenter.soa.X.y(X.java:1)"}',
  ],
  [
    "tier/backend-lost",
    'SOAP Fault: <faultcode>InternalServerException</faultcode> <messages code="1003" level="3">Connexion perdue</messages>',
  ],
  [
    "tier/backend-lost",
    '{"level":"error","time":"2026-03-04T10:12:13.482Z","msg":"login","body":{".QName":"http://teamcenter.com/Schemas/Soa/2006-03/Exceptions.InternalServerException","messages":[{"code":1003,"level":3,"message":"x"}]}}',
  ],
  ["tier/backend-lost", "InternalServerException: code: 1003, level: 3, message: Kommunikation verloren"],
  [
    "tier/backend-lost",
    "Code 1003: Communication with the server was lost while an operation was in progress. The server has probably terminated abnormally.",
  ],
  ["license/port-reserved", "Fehler: Das Lizenzproblem bei der Anmeldung: 27800 socket error 10013"],
  [
    "license/port-reserved",
    "listen tcp 0.0.0.0:28000: bind: An attempt was made to access a socket in a way forbidden by its access permissions.",
  ],
  [
    "license/port-reserved",
    "<Event><System><Provider Name='FlexNet'/><Level>2</Level></System><EventData><Data>lmgrd: bind failed on port 27800, WSAEACCES (10013)</Data></EventData></Event>",
  ],
  ["license/port-reserved", "java.net.SocketException: Permission denied: listen (saltd 28000)"],
  [
    "license/port-reserved",
    "10:12:13 (lmgrd) Failed to open the TCP port number in the license: bind: Permission denied (10013)",
  ],
  [
    "license/no-server",
    'Cannot connect to license server system.\n The license server manager (lmgrd) has not been started yet,\n the wrong port@host or license file is being used, or the\n port or hostname in the license file has been changed.\nFeature:       TC\nServer name:   192.0.2.7\nLicense path:  28000@lic;\nFlexNet Licensing error:-15,578.  System Error: 10061 "WinSock: Connection refused"',
  ],
  ["license/no-server", "FlexNet ライセンス エラー:-15,570"],
  ["license/expired", "许可证错误 FlexNet Licensing error:-10,32"],
  ["license/all-in-use", "Licensed number of users already reached.\nFeature: tc_consumer\nFlexNet Licensing error:-4,132"],
  [
    "conf/single-backslash",
    "System.IO.DirectoryNotFoundException: Could not find a part of the path 'D:exportsstaging\\model.mdzip'.",
  ],
  ["conf/single-backslash", "FileNotFoundError: [Errno 2] No such file or directory: 'D:exportsstaging\\\\model.mdzip'"],
  [
    "conf/single-backslash",
    "java.io.FileNotFoundException: D:\texportmodel.mdzip (La syntaxe du nom de fichier, de répertoire ou de volume est incorrecte)",
  ],
  ["conf/bom", "java.lang.IllegalArgumentException: unknown key [\uFEFFTC_SERVER_URL]"],
  ["conf/bom", "WARN Unbekannter Schlüssel ï»¿TC_SERVER_URL in connector.properties"],
  [
    "conf/no-context-root",
    'java.lang.NullPointerException: Cannot invoke "com.teamcenter.soa.client.Connection.getModelManager()" because the return value of "com.example.Session.getConnection()" is null',
  ],
  [
    "conf/no-context-root",
    "Server returned HTTP response code: 404 for URL: https://plm.example.com:8443/RestServices/Core-2008-06-Session/login",
  ],
  ["conf/payload-dir-unset", "java.nio.file.NoSuchFileException: null/login_response.json"],
  ["conf/payload-dir-unset", "Umgebungsvariable CT_REQ_RESP_JSON_DIR ist nicht gesetzt"],
  ["sso/session-agent-missing", "ERROR TcSS: Session Agent を開始できませんでした。"],
  [
    "sso/session-agent-missing",
    "java.io.IOException: error=2, Aucun fichier ou dossier de ce type: /opt/sessionagent/start_session_agent.sh",
  ],
  ["sso/userid-claim-empty", "SSOConfigurationException: 必須の文字列プロパティの値が見つかりません: tcsso.oidc.userid_claim"],
  [
    "sso/userid-claim-empty",
    '{"time":"2026-03-04T10:12:13Z","remote":"10.0.0.5","method":"GET","uri":"/tcsso/weblogin/null?csrf_form=1","status":404}',
  ],
  [
    "sso/reply-url-empty",
    "https://idp.example.com/realms/plm/protocol/openid-connect/auth?response_type=code&client_id=plm&redirect_uri=&scope=openid",
  ],
  [
    "sso/reply-url-empty",
    '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "GET /realms/plm/protocol/openid-connect/auth?response_type=code&client_id=plm&redirect_uri=&state=x HTTP/1.1" 400 1832',
  ],
  ["sso/reply-url-empty", "Ungültiger Parameter: redirect_uri"],
  [
    "sso/vault-not-ready",
    "Caused by: com.x.SSOConfigurationException: No value found for required String property: tcsso.oidc.client_secret\n DEBUG ConnectException Retrying",
  ],
  ["sso/vault-not-ready", "consumer: TCSSO_SSOSystemException: General HTTP exception at https://plm.example.com/tcsso/weblogin"],
  [
    "sso/vault-dead-end",
    "2026-03-04 10:12:12,001 INFO  [main] cfg - client_auth_method=client_secret_basic\n2026-03-04 10:12:13,482 ERROR [main] Vault - could not load identityserviceKS\n2026-03-04 10:12:14,482 INFO  [main] SSC - initialization successful",
  ],
  [
    "sso/null-private-key",
    "2026-03-04 10:12:12,001 INFO  [main] cfg - client_auth_method=private_key_jwt\n2026-03-04 10:12:13,482 ERROR [main] Vault - could not load identityserviceKS",
  ],
  [
    "tier/stale-pool-manager",
    '2026-03-04 10:12:12,001 INFO  [main] c.e.Session - single sign-on succeeded\n2026-03-04 10:12:13,482 ERROR [main] c.e.Session - {".QName":"http://teamcenter.com/Schemas/Soa/2006-03/Exceptions.InvalidCredentialsException","code":515143,"level":3,"message":"无效的帐户值"}',
  ],
  [
    "tier/wrong-password",
    "2026-03-04 10:12:12,001 INFO  [main] c.e.Session - sign in with user name and password: anna\n2026-03-04 10:12:13,482 ERROR [main] c.e.Session - fault code 515143",
  ],
  [
    "tier/wrong-operation",
    'POST /tc/RestServices/Query-2006-03-SavedQuery/executeSavedQueries\n<ns1:ServiceException xmlns:ns1="http://teamcenter.com/Schemas/Soa/2006-03/Exceptions"><ns1:messages code="214086" level="3">操作不存在</ns1:messages></ns1:ServiceException>',
  ],
  ["tier/wrong-operation", "Fehlercode: 214022"],
  [
    "trust/pkix",
    "javax.net.ssl.SSLHandshakeException: PKIX-Pfaderstellung fehlgeschlagen: sun.security.provider.certpath.SunCertPathBuilderException: gültiger Zertifizierungspfad nicht gefunden",
  ],
  ["trust/pkix", "SEC_ERROR_UNKNOWN_ISSUER"],
  [
    "trust/pkix",
    '{"level":50,"time":1772619133482,"msg":"fetch failed","err":{"type":"TypeError","message":"fetch failed","code":"SELF_SIGNED_CERT_IN_CHAIN","stack":"TypeError: fetch failed\\n    at x"}}',
  ],
  [
    "trust/pkix",
    "requests.exceptions.SSLError: HTTPSConnectionPool(host='plm', port=443): Max retries exceeded (Caused by SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate (_ssl.c:1007)')))",
  ],
  ["trust/pkix", "javax.net.ssl.SSLHandshakeException: Received fatal alert: unknown_ca"],
  ["trust/pkix", "java.security.InvalidAlgorithmParameterException: the trustAnchors parameter must be non-empty"],
  ["trust/pkix", "The remote certificate is invalid because of errors in the certificate chain: UntrustedRoot"],
  ["trust/expired", "javax.net.ssl.SSLHandshakeException: Received fatal alert: certificate_expired"],
  [
    "trust/expired",
    "requests: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired (_ssl.c:1007)",
  ],
  [
    "trust/expired",
    "x509: certificate has expired or is not yet valid: current time 2026-03-04T10:12:13Z is after 2026-03-01T00:00:00Z",
  ],
  ["trust/revoked", "NET::ERR_CERT_REVOKED"],
  [
    "trust/wrong-name",
    "javax.net.ssl.SSLPeerUnverifiedException: Certificate for <plm> doesn't match any of the subject alternative names: [plm.example.com]",
  ],
  [
    "trust/wrong-name",
    "AuthenticationException: The remote certificate is invalid according to the validation procedure: RemoteCertificateNameMismatch",
  ],
  ["trust/wrong-name", "java.security.cert.CertificateException: No name matching plm found"],
  [
    "trust/weak-algorithm",
    "PKIX path validation failed: java.security.cert.CertPathValidatorException: Algorithm constraints check failed on keysize limits: RSA 1024 bit key",
  ],
  [
    "cutover/old-address",
    "<center><h1>400 Bad Request</h1></center>\n<center>The plain HTTP request was sent to HTTPS port</center>",
  ],
  [
    "cutover/old-address",
    "2026-03-04 10:12:13,482 ERROR [vert.x] io.netty.handler.codec.DecoderException: io.netty.handler.ssl.NotSslRecordException: not an SSL/TLS record: 474554202f74632f",
  ],
  [
    "idp/issuer-loopback",
    '{"level":50,"time":1772619133482,"msg":"OIDC discovery failed","issuer":"https://idp.example.com:8443/realms/plm","err":{"type":"Error","message":"connect ECONNREFUSED 127.0.0.1:8443","stack":"Error: connect ECONNREFUSED 127.0.0.1:8443","code":"ECONNREFUSED"}}',
  ],
  [
    "idp/issuer-loopback",
    "* Trying 127.0.0.1:8443...\n* connect to 127.0.0.1 port 8443 failed: Connection refused\ncurl: (7) Failed to connect to idp.example.com port 8443\nhttps://idp.example.com:8443/realms/plm/.well-known/openid-configuration",
  ],
  [
    "idp/issuer-loopback",
    "IDX20803: Unable to obtain configuration from: 'https://idp.example.com/realms/plm/.well-known/openid-configuration'. SocketException (111): Connection refused [::ffff:127.0.0.1]:443",
  ],
  [
    "idp/username-too-short",
    '{"errors":[{"field":"username","errorMessage":"error-invalid-length","params":["username",3,255]}]}',
  ],
  [
    "idp/name-stored-wrong",
    '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "GET /admin/realms/plm/groups?search=Engineering%0D HTTP/1.1" 200 2',
  ],
  ["consumer/wrong-trigger", '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "POST /api/ping HTTP/1.1" 403 31 invalid csrf token'],
  ["consumer/display-errors", "Unexpected token '<', \"<br />\\n<b>Warning\"... is not valid JSON"],
  ["consumer/secret-in-log", "[04-Mar-2026 10:12:13 UTC] config: array('client_secret' => 'kQ7x9Lm2Pz')"],
  ["tool/modal-blocks-bridge", "TimeoutError: script bridge: no answer after 180.0 s"],
  ["tool/startup-modals", "Lizenzserver localhost:1101 ist nicht erreichbar"],
  ["kit/java-floor", "java.lang.UnsupportedClassVersionError: com/x/Y : Unsupported major.minor version 65.0"],
  [
    "tier/release-mismatch",
    "2026-03-04 10:12:13,482 ERROR [AWT-EventQueue-0] Login failed\ncom.teamcenter.schemas.soa._2006_03.exceptions.InternalServerException: marshalling error\n\tat x",
  ],
  ["tier/release-mismatch", "[Fatal Error] :1:1: Content is not allowed in prolog."],
  [
    "tier/release-mismatch",
    "org.xml.sax.SAXParseException; systemId: https://plm.example.com:8443/tc/RestServices/Core-2008-06-Session/login; lineNumber: 1; columnNumber: 1; Content is not allowed in prolog.",
  ],
  [
    "tier/release-mismatch",
    "java.io.IOException: Server returned HTTP response code: 405 for URL: http://plm:7001/tc/JsonRestServices/Core-2011-06-Session/login",
  ],
  [
    "tier/release-mismatch",
    "requests.exceptions.HTTPError: 405 Client Error: Method Not Allowed for url: https://plm.example.com/tc/RestServices/Core-2008-06-Session/login",
  ],
  [
    "tier/release-mismatch",
    "AxiosError: Request failed with status code 405 POST https://plm.example.com/tc/RestServices/Core-2008-06-Session/login",
  ],
  [
    "tier/release-mismatch",
    "HttpRequestException: Response status code does not indicate success: 405 (Method Not Allowed). https://plm.example.com/tc/RestServices/Core-2008-06-Session/login",
  ],
  [
    "tier/backend-lost",
    '2026-03-04 10:12:13,482 ERROR c.e - HTTP 500: <?xml version="1.0"?><exc:InternalServerException xmlns:exc="http://teamcenter.com/Schemas/Soa/2006-03/Exceptions"><exc:messages level="3" code="1003">サーバーとの通信が失われました</exc:messages></exc:InternalServerException>',
  ],
  ["tier/backend-lost", "InternalServerException[code=1003,level=3]"],
  ["tier/backend-lost", "La communication avec le serveur a été perdue. InternalServerException, Code: 1003"],
  ["conf/single-backslash", "[WinError 3] Das System kann den angegebenen Pfad nicht finden: 'D:exportsstaging'"],
  [
    "conf/single-backslash",
    "Export nach D:plmexports fehlgeschlagen: java.nio.file.NoSuchFileException: D:plmexports\\model.mdzip -> D:plmexports\\model.tmp",
  ],
  [
    "conf/payload-dir-unset",
    "2026-03-04 10:12:13,482 ERROR c.e.Dump\njava.io.FileNotFoundException: null\\createObjects_req.json (The system cannot find the path specified)\n\tat java.base/java.io.FileOutputStream.open0(Native Method)",
  ],
  [
    "kit/java-floor",
    "Error: LinkageError occurred while loading main class x\n\tjava.lang.UnsupportedClassVersionError: x has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0",
  ],
  [
    "license/port-reserved",
    "nginx: [emerg] bind() to 0.0.0.0:27800 failed (10013: An attempt was made to access a socket in a way forbidden by its access permissions)",
  ],
  [
    "license/port-reserved",
    "System.Net.Sockets.SocketException (10013): An attempt was made to access a socket in a way forbidden by its access permissions. 0.0.0.0:28000",
  ],
  ["license/port-reserved", "license problem at login"],
  ["license/no-server", "License server system does not respond. FlexNet Licensing error:-96,491"],
  ["license/expired", "Feature has expired (-10,32)"],
  ["license/all-in-use", "Lizenzierte Anzahl Benutzer bereits erreicht. (-4,132)"],
  [
    "sso/vault-not-ready",
    "2026-03-04T10:12:13Z ERROR identity - SSOConfigurationException: tcsso.oidc.client_secret に値がありません",
  ],
  ["sso/vault-not-ready", "No value found for required String property: tcsso.oidc.client_secret"],
  [
    "sso/reply-url-empty",
    "KC-SERVICES: type=LOGIN_ERROR, realmId=plm, clientId=plm, userId=null, ipAddress=10.0.0.5, error=invalid_redirect_uri",
  ],
  [
    "idp/redirect-not-registered",
    "type=LOGIN_ERROR, realmId=plm, clientId=plm, userId=null, ipAddress=10.0.0.5, error=invalid_redirect_uri, redirect_uri=https://plm.example.com/x",
  ],
  ["tier/stale-pool-manager", 'ssoCredentials="abc" InvalidCredentialsException (515143): Ungültige Kontowerte'],
  ["trust/pkix", "fetch failed: UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
  ["trust/pkix", "curl: (60) schannel: CertGetCertificateChain trust error CERT_TRUST_IS_UNTRUSTED_ROOT"],
  ["trust/pkix", "Verify return code: 21 (unable to verify the first certificate)"],
  ["trust/pkix", "SSLHandshakeException: unable to find valid certification path to requested target"],
  ["trust/pkix", "cURL error 60: SSL certificate problem: unable to get local issuer certificate"],
  ["trust/expired", "curl: (60) schannel: SEC_E_CERT_EXPIRED (0x80090328)"],
  [
    "trust/expired",
    "System.Net.WebException: AuthenticationException: The remote certificate is invalid because of errors in the certificate chain: NotTimeValid",
  ],
  [
    "trust/revoked",
    "javax.net.ssl.SSLHandshakeException: PKIX path validation failed: java.security.cert.CertPathValidatorException: Certificate has been revoked, reason: UNSPECIFIED",
  ],
  ["trust/wrong-name", "curl: (51) SSL: certificate subject name 'plm.example.com' does not match target host name 'plm'"],
  ["trust/wrong-name", "ssl.CertificateError: hostname 'plm' doesn't match 'plm.example.com'"],
  [
    "cutover/old-address",
    "org.apache.http.client.ClientProtocolException: Bad Request\nThis combination of host and port requires TLS.",
  ],
  [
    "cutover/old-address",
    '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "GET /tc HTTP/1.1" 400 255 "-" "curl" The plain HTTP request was sent to HTTPS port',
  ],
  [
    "idp/issuer-loopback",
    "php: cURL error 7: Failed to connect to 127.0.0.1 port 8443 after 0 ms: Connection refused for https://idp.example.com:8443/realms/plm/.well-known/openid-configuration",
  ],
  [
    "idp/issuer-loopback",
    "aiohttp: Cannot connect to host idp.example.com:8443 ssl:default [Connect call failed ('127.0.0.1', 8443)] /.well-known/openid-configuration",
  ],
  ["consumer/wrong-trigger", 'HTTP 403 {"message":"invalid csrf token"} on /ping'],
  [
    "consumer/display-errors",
    "json_decode failed: Syntax error near '<br />\n<b>Deprecated</b>:  Optional parameter in <b>/var/www/x.php</b> on line <b>3</b><br />\n{\"id\":1}'",
  ],
  ["consumer/secret-in-log", "oidc.clientSecret: kQ7x9Lm2PzAA"],
  [
    "conf/no-context-root",
    '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "POST /JsonRestServices/Core-2011-06-Session/login HTTP/1.1" 404 196',
  ],
  ["tool/modal-blocks-bridge", "WARN Project Merge plugin is not available or loaded"],
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
  ["words", '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "GET /tc/RestServices/Core-2008-06-Session HTTP/1.1" 400 312'],
  ["words", '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "GET /tc/tc.css HTTP/1.1" 200 312'],
  ["words", '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "GET /favicon.ico HTTP/1.1" 404 1003'],
  ["words", "[INFO] Tests run: 405, Failures: 0"],
  ["words", "Get:405 http://deb.debian.org/debian bookworm/main amd64 libssl3 amd64 3.0.11 [2,019 kB]"],
  ["words", "Setting up ca-certificates (20230311) ...\nUpdating certificates in /etc/ssl/certs... 142 added, 0 removed; done."],
  ["words", "npm warn deprecated license-checker@1.0: no longer supported"],
  ["words", "Preparing to unpack .../libcef_1.0_amd64.deb ..."],
  [
    "words",
    '2026/03/04 10:12:13 [error] 12#12: *1 open() "/usr/share/nginx/html/tc/index.html" failed (2: No such file or directory), client: 10.0.0.5, request: "GET /tc/ HTTP/1.1"',
  ],
  ["words", "2026/03/04 10:12:13 [emerg] 1#1: bind() to 0.0.0.0:80 failed (98: Address already in use)"],
  ["words", "2026/03/04 10:12:13 [emerg] 1#1: bind() to 0.0.0.0:80 failed (13: Permission denied)"],
  ["words", 'kernel: audit: type=1400 apparmor="DENIED" operation="open" name="/etc/license"'],
  ["words", "sshd[12]: error: Could not load host private key: /etc/ssh/ssh_host_key: null"],
  ["words", "WARN HikariPool-1 - Connection is null, retrying jdbc"],
  [
    "words",
    'java.lang.NullPointerException: Cannot invoke "String.length()" because "path" is null\n\tat com.example.Foo.bar(Foo.java:1)',
  ],
  [
    "words",
    "javax.net.ssl.SSLHandshakeException: No appropriate protocol (protocol is disabled or cipher suites are inappropriate)",
  ],
  ["words", "curl: (28) Operation timed out after 180000 milliseconds"],
  ["words", "INFO Keycloak 26.0.7 on JVM started. Listening on: https://0.0.0.0:8443"],
  [
    "words",
    "2026-03-04 10:12:13 INFO [TrustManager] loaded 142 trusted certificates; self-signed certificate in chain accepted for test",
  ],
  ["words", 'ERROR: relation "licenses" does not exist at character 15'],
  ["words", "Warning: connection object is null check skipped"],
  ["words", "ServiceException: [214087] other"],
  ["words", "The system cannot find the path specified: D:\\data\\in"],
  ["words", "PHP Notice: Undefined index: user in /var/www/html/api.php on line 12"],
  ["words", "display_errors => Off => Off"],
  [
    "words",
    "https://idp.example.com/realms/plm/protocol/openid-connect/auth?client_id=plm&redirect_uri=https%3A%2F%2Fplm.example.com%2Fcb",
  ],
  ["words", "UPDATE users SET password = '***' -- error 515143 rows affected"],
  ["words", "Error in line 1003: unexpected token"],
  ["words", "java.lang.OutOfMemoryError: Java heap space"],
  ["words", "Started AWT-EventQueue-0"],
  ["words", "LOGIN_ERROR count=0"],
  ["words", "SSL certificate problem fixed: self-signed certificate replaced"],
  [
    "words",
    'javax.xml.stream.XMLStreamException: ParseError at [row,col]:[57,12]\nMessage: The element type "row" must be terminated by the matching end-tag "</row>".',
  ],
  [
    "words",
    "org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 1; Premature end of file. at org.apache.commons.digester.Digester.parse",
  ],
  ["words", "2026-03-04 10:12:13,482 INFO [main] vault - loaded tcsso.oidc.client_secret from vault"],
  [
    "words",
    'Caddy: {"level":"info","ts":1772619133.48,"logger":"http.log.access","msg":"handled request","request":{"method":"GET","uri":"/x"},"status":200,"size":405}',
  ],
  ["words", "client_secret_expires_at: 1772619133"],
  ["words", "clientSecret: (not configured)"],
  ["words", '"client_secret": null'],
  ["words", "session agent string: Mozilla/5.0 could not be parsed"],
  [
    "words",
    '10.0.0.5 - - [04/Mar/2026:10:12:13 +0100] "GET /tc/RestServices/Core-2008-06-Session/login HTTP/1.1" 405 157 "-" "Mozilla/5.0"',
  ],
  ["success", "INFO Parsed response: no 'Content is not allowed in prolog' any more"],
  [
    "words",
    "ERROR [main] Loading D:\\Tool\\config.xml\norg.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 1; Content is not allowed in prolog.",
  ],
  ["words", "2026-03-04 10:12:13 WARN MailSender - certificate of smtp.example.com will expire in 14 days"],
  ["success", "INFO SessionAgent started, path C:\\SessionAgent\\start_session_agent.bat"],
  ["words", "ERROR FileNotFoundException: C:\\SessionAgent\\config.xml (Access is denied)"],
  ["words", "License check passed: 27800@license.example.com"],
  ["words", "WARN listen on port 27800 took 10013 ms (license)"],
  ["words", "ERROR license file read 10013 bytes then connection reset"],
  ["success", "DEBUG tcsso.oidc.userid_claim resolved to preferred_username"],
  ["success", "INFO vault unsealed; identityserviceKS loaded successfully"],
  ["words", "ERROR InvalidCredentialsException: LDAP error code 49 - 515143x"],
  ["words", "WARN retry 1003/2000"],
  ["words", "ERROR java.sql.SQLException: error code 1003"],
  ["words", "ERROR com.mysql: Communications link failure; connection object null (jdbc)"],
  ["words", "ERROR com.example.Internal: InternalServerException: code=1009"],
  ["words", '"GET /weblogin/nullify HTTP/1.1" 404 12'],
  ["words", "[2026-03-04] production.ERROR: CSRF token mismatch for form contact"],
  ["words", "tls: failed to verify certificate: skipped (InsecureSkipVerify=true)"],
  ["quote", "// catch (UnsatisfiedLinkError e) when libcef missing"],
  ["words", "java.lang.UnsatisfiedLinkError: no opencv_java in java.library.path"],
  ["words", "Select Edition: Community | Enterprise (article about databases)"],
  ["words", "error-invalid-length: password"],
  ["words", "GET /admin/realms/plm/groups?search=R%26D 200"],
  ["words", "client sent invalid request while reading client request line"],
  ["words", "bind: address already in use 0.0.0.0:27800 (license)"],
  ["words", 'nginx: [warn] the "listen ... http2" directive is deprecated'],
  ["words", "setAlwaysOnTop(false) restored"],
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

/** What people say that they see, and the cause that is shown first; "" for something that no cause covers. */
export const SYMPTOMS: readonly Positive[] = [
  ["idp/issuer-loopback", "SSO does not work"],
  ["conf/embedded-browser", "the web panel stays white"],
  ["license/port-reserved", "ich kann mich nicht anmelden, Lizenz fehlt"],
  ["tier/release-mismatch", "users cannot log in since the upgrade"],
  ["tier/half-switch", "files land on the wrong server"],
  ["tier/release-mismatch", "prolog"],
  ["idp/name-stored-wrong", "group appears two times"],
  ["tool/modal-blocks-bridge", "script freezes"],
  ["kit/stale-profile", "red frames around elements"],
  ["idp/issuer-loopback", "login button missing"],
  ["trust/pkix", "PKIX"],
  ["tier/backend-lost", "backend-lost"],
  ["kit/java-floor", "tool needs newer java"],
  ["trust/expired", "certificate outdated"],
  ["tool/always-on-top", "menu is invisible"],
  ["license/port-reserved", "license error when signing in"],
  ["conf/single-backslash", "export does not find the folder"],
  ["conf/embedded-browser", "embedded browser shows a blank page"],
  ["tool/startup-modals", "after restarting the tool it has no license"],
  ["tier/backend-lost", "connection to server lost right after login"],
  ["sso/session-agent-missing", "session agent does not start"],
  ["conf/no-context-root", "connection is null"],
  ["tool/modal-blocks-bridge", "python script to the tool hangs for three minutes"],
  ["tool/always-on-top", "menus do not open since the window was brought to front"],
  ["tool/second-instance", "starting the tool a second time shows a license dialog"],
  ["idp/username-too-short", "user with a two letter name cannot be created"],
  ["sso/userid-claim-empty", "browser ends at weblogin/null after login"],
  ["sso/reply-url-empty", "keycloak says invalid redirect uri and the callback is empty"],
  ["sso/vault-dead-end", "vault errors about keystore but everything works"],
  ["tier/stale-pool-manager", "SSO login works but Teamcenter says invalid account"],
  ["sso/vault-not-ready", "after a reboot SSO only works after restarting the SSC"],
  ["idp/issuer-loopback", "no SSO button in the app"],
  ["consumer/wrong-trigger", "403 when I click in the overflow menu"],
  ["consumer/display-errors", "PHP app restarts in a loop"],
  ["consumer/secret-in-log", "client secret is visible in the startup log"],
  ["tier/half-switch", "I sign in to test but the models go to production"],
  ["kit/stale-profile", "elements have a red outline after check-out"],
  ["cutover/old-address", "scripts fail since we switched to https"],
  ["conf/payload-dir-unset", "stack traces about null path but check-out works"],
  ["conf/bom", "first setting in the file is ignored"],
  ["conf/doubled-context-root", "url contains tc twice"],
  ["sso/not-installed", "deployment center says success but SSC is not there"],
  ["trust/pkix", "java does not trust our certificate but the browser does"],
  ["sso/null-private-key", "private key is null"],
  ["idp/user-locked", "account locked"],
  ["idp/wrong-password", "wrong password in keycloak"],
  ["license/all-in-use", "all licenses taken"],
  ["license/expired", "license expired"],
  ["tier/wrong-operation", "operation does not exist"],
  ["idp/redirect-not-registered", "redirect uri not registered"],
  ["idp/client-secret-wrong", "client secret wrong"],
  ["", "the coffee is cold"],
  ["", "printer out of paper"],
  ["", "how do I create a diagram"],
  ["", "Excel crashes on save"],
];
