import type { Positive } from "./records.ts";

const lines = (...all: readonly string[]): string => all.join("\n");

/** Logs, dialogs and descriptions of the causes with the fewest samples, in the length in which people paste them. */
export const RARE: readonly Positive[] = [
  [
    "consumer/wrong-trigger",
    lines(
      "Nov 27 07:12:09 web01 portal[2211]: WARN  csrf - rejected POST /ui/session/ping from 10.1.4.22: invalid csrf token (403)",
      'Nov 27 07:12:09 web01 portal[2211]: INFO  http - "POST /ui/session/ping HTTP/1.1" 403 31',
    ),
  ],
  [
    "consumer/wrong-trigger",
    "Wenn ich im Portal oben rechts auf die drei Punkte klicke und dort »Anmelden« wähle, kommt nur 403 Forbidden, die Anmeldeseite von Keycloak erscheint gar nicht.",
  ],
  [
    "consumer/wrong-trigger",
    '{"level":"warn","time":"2026-11-27T06:12:09Z","msg":"request refused","method":"POST","path":"/api/ping","status":403,"err":"ForbiddenError: invalid csrf token"}',
  ],
  [
    "consumer/wrong-trigger",
    "Depuis le menu à trois points de l'application PLM, « Se connecter » répond 403, jeton CSRF invalide ; la page de Keycloak ne s'affiche jamais.",
  ],
  [
    "trust/weak-algorithm",
    lines(
      "Caused by: javax.net.ssl.SSLHandshakeException: PKIX path validation failed: java.security.cert.CertPathValidatorException: Algorithm constraints check failed on keysize limits: RSA 1024 bit key used with certificate: CN=plm-old.example.com",
      "\tat java.base/sun.security.ssl.Alert.createSSLException(Alert.java:131)",
    ),
  ],
  ["trust/weak-algorithm", "Der Connector lehnt das Zertifikat des Tiers ab, weil es noch mit SHA1 signiert ist."],
  ["trust/weak-algorithm", "Le connecteur refuse le certificat du serveur PLM : sa clé RSA de 1024 bits est trop faible."],
  [
    "trust/weak-algorithm",
    "requests.exceptions.SSLError: HTTPSConnectionPool(host='plm.example.com', port=8443): Max retries exceeded (Caused by SSLError(SSLError(1, '[SSL: EE_KEY_TOO_SMALL] ee key too small (_ssl.c:4023)')))",
  ],
  [
    "trust/weak-algorithm",
    "2026-11-27 07:12:09 [error] 44#44: *9 SSL_do_handshake() failed (SSL: error:0A00018E:SSL routines::ca md too weak) while SSL handshaking to upstream",
  ],
  [
    "kit/stale-profile",
    "Since we installed connector 2606, every block that is linked to Teamcenter is drawn with a red outline, even right after a sync.",
  ],
  ["kit/stale-profile", "Nach dem Umstieg auf den neuen Konnektor sind im Modell alle abgeglichenen Blöcke rot umrandet."],
  ["kit/stale-profile", "Dopo l'aggiornamento del connettore tutti gli elementi sincronizzati del modello hanno un bordo rosso."],
  ["kit/stale-profile", "更新连接器之后，模型里所有已同步的元素都带红色边框。"],
  [
    "sso/not-installed",
    lines(
      "quick_deploy.xml after the run:",
      '  <property name="sso.tcSSOLoginServiceName" value=""/>',
      '  <property name="sso.tcSSOIdentityServiceName" value=""/>',
      '  <property name="sso.tcSSOAppID" value=""/>',
      "The services list has no Security Services.",
    ),
  ],
  ["sso/not-installed", "Le déploiement s'est terminé avec succès, mais aucun service SSC n'est installé sur le serveur."],
  [
    "sso/not-installed",
    "Deployment Center shows everything green. There is no TcSS folder on disk and no service, the SSC was simply not installed.",
  ],
  ["sso/not-installed", "Il Deployment Center dice riuscito, però il servizio SSC sul server non c'è."],
  [
    "conf/doubled-context-root",
    lines(
      "2026-11-27 07:12:09,120 ERROR [AWT-EventQueue-0] Soa - request failed",
      "java.io.FileNotFoundException: https://plm.example.com:8443/tc/tc/RestServices/Core-2011-06-Session/login",
    ),
  ],
  [
    "conf/doubled-context-root",
    '10.1.4.22 - - [27/Nov/2026:07:12:09 +0100] "POST /tc/tc/RestServices/Core-2011-06-Session/login HTTP/1.1" 404 196',
  ],
  [
    "conf/doubled-context-root",
    "L'adresse demandée contient deux fois /tc : https://plm.example.com/tc/tc/RestServices, réponse 404.",
  ],
  [
    "conf/doubled-context-root",
    "Der Konnektor ruft https://plm.example.com:8443/tc/tc/JsonRestServices/Core-2011-06-Session/login und bekommt 404.",
  ],
  [
    "consumer/display-errors",
    lines(
      "Response body:",
      "<br />",
      "<b>Deprecated</b>:  Optional parameter $x declared before required parameter $y is implicitly treated as a required parameter in <b>/srv/app/lib/Oidc.php</b> on line <b>88</b><br />",
      '{"status":"ok"}',
    ),
  ],
  [
    "consumer/display-errors",
    "Die PHP-Anwendung startet ständig neu und meldet, dass die Anmeldung fehlgeschlagen sei; im JSON steht vorne eine Warnung von PHP.",
  ],
  [
    "consumer/display-errors",
    lines(
      "[27-Nov-2026 07:12:09] worker: Action listener failed to authenticate",
      "[27-Nov-2026 07:12:10] worker: restarting in 5 s",
      "[27-Nov-2026 07:12:15] worker: Action listener failed to authenticate",
    ),
  ],
  [
    "consumer/display-errors",
    'json_decode: Syntax error near \'<br />\\n<b>Warning</b>:  Undefined array key "user" in <b>/srv/app/api.php</b> on line <b>12</b><br />{"ok":true}\'',
  ],
  [
    "sso/null-private-key",
    lines(
      "2026-11-27 07:12:09,120 ERROR [https-jsse-nio-7001-exec-3] c.t.s.oidc.ClientAssertion - could not build client assertion",
      'java.lang.NullPointerException: Cannot invoke "java.security.PrivateKey.getEncoded()" because the return value of "com.example.sso.KeyLoader.privateKey()" is null',
    ),
  ],
  [
    "sso/null-private-key",
    "Bei der Anmeldung am SSC steht im Log: »private key is null«. Wir nutzen private_key_jwt und den Vault.",
  ],
  [
    "sso/null-private-key",
    lines(
      "com.nimbusds.jose.JOSEException: The private key must not be null",
      "\tat com.nimbusds.jose.crypto.RSASSASigner.<init>(RSASSASigner.java:71)",
    ),
  ],
  [
    "sso/vault-dead-end",
    lines(
      "2026-11-27 07:12:09,120 ERROR [main] c.t.s.vault.VaultClient - Failed to load secret KeyStorePassword",
      "2026-11-27 07:12:09,130 ERROR [main] c.t.s.vault.VaultClient - Failed to load secret identityserviceKS",
      "2026-11-27 07:12:09,300 INFO  [main] c.t.s.oidc.Config - tcsso.oidc.client_auth_method=client_secret_basic",
      "2026-11-27 07:12:10,010 INFO  [main] c.t.s.App - initialization finished",
    ),
  ],
  [
    "sso/vault-dead-end",
    "The vault says that it cannot load identityserviceKS and the key password, but the SSC starts; client_auth_method is client_secret_basic.",
  ],
  ["sso/vault-dead-end", "Der Vault meldet Fehler beim Laden der Secrets des Keystores, der SSC startet trotzdem."],
  ["tool/startup-modals", "After a restart by the robot the tool stands at the dialog 'Select Edition' and is unlicensed."],
  ["tool/startup-modals", "Nach dem Neustart steht Cameo im Dialog »Edition auswählen« und hat keine Lizenz."],
  ["tool/startup-modals", "Après le redémarrage automatique, l'outil reste sur une boîte de dialogue et demande une licence."],
  [
    "tool/startup-modals",
    lines(
      "07:12:09 robot: relaunch of csm.exe",
      "07:12:41 robot: window 'Select Edition' is open",
      "07:13:41 robot: no license after 60 s",
    ),
  ],
  [
    "trust/revoked",
    lines(
      "curl: (60) schannel: CertGetCertificateChain trust error CERT_TRUST_IS_REVOKED",
      "More details here: https://curl.se/docs/sslcerts.html",
    ),
  ],
  [
    "trust/revoked",
    "Die CA hat das Zertifikat des Tiers letzte Woche gesperrt, seitdem verweigern alle Clients die Verbindung: certificate revoked.",
  ],
  ["trust/revoked", "javax.net.ssl.SSLHandshakeException: Received fatal alert: certificate_revoked"],
  ["trust/revoked", "NET::ERR_CERT_REVOKED beim Öffnen von https://plm.example.com:8443/tc"],
  ["trust/revoked", "PLM サーバーの証明書が失効しているため、コネクタが接続を拒否します。"],
  [
    "sso/userid-claim-empty",
    lines(
      "2026-11-27 07:12:09,120 ERROR [main] c.t.s.LoginService - startup failed",
      "com.teamcenter.ss.SSOConfigurationException: No value found for required String property: tcsso.oidc.userid_claim",
      "\tat com.teamcenter.ss.Config.required(Config.java:88)",
    ),
  ],
  [
    "sso/userid-claim-empty",
    "Nach der Anmeldung bei Keycloak landet der Browser auf https://sso.example.com:7001/tcsso/weblogin/null.",
  ],
  ["sso/userid-claim-empty", '10.1.4.22 - - [27/Nov/2026:07:12:09 +0100] "GET /tcsso/weblogin/null?state=88 HTTP/1.1" 404 196'],
  ["sso/userid-claim-empty", "Après la connexion, le navigateur arrive sur /weblogin/null et affiche 404."],
  [
    "conf/embedded-browser",
    lines(
      "2026-11-27 07:12:09,120 ERROR [AWT-EventQueue-0] JcefBrowser - cannot create browser",
      "java.lang.UnsatisfiedLinkError: C:\\Program Files\\Cameo\\sdk\\org.jcef\\libs\\libcef.dll: Can't find dependent libraries",
    ),
  ],
  ["conf/embedded-browser", "Het ingebedde webpaneel van de tool blijft leeg; in de gewone browser werkt Active Workspace wel."],
  ["conf/embedded-browser", "The Active Workspace pane inside the modeling tool is just grey, USE_JCEF_BROWSER is true."],
  [
    "conf/payload-dir-unset",
    lines(
      "2026-11-27 07:12:09,120 ERROR [main] JsonDump - cannot write request",
      "java.io.FileNotFoundException: null\\request_17.json (Das System kann den angegebenen Pfad nicht finden)",
    ),
  ],
  [
    "conf/payload-dir-unset",
    "Im Log steht bei jedem Check-in CT_REQ_RESP_JSON_DIR is not set mit einem Stacktrace, aber der Check-in geht.",
  ],
  [
    "conf/payload-dir-unset",
    "La variable CT_REQ_RESP_JSON_DIR n'est pas définie ; le connecteur écrit une exception à chaque appel mais tout fonctionne.",
  ],
  [
    "idp/pkce-mismatch",
    '2026-11-27 07:12:09,120 WARN  [org.keycloak.events] (executor-thread-9) type="CODE_TO_TOKEN_ERROR", realmId="9f27", realmName="plm", clientId="tcsso", userId="8c1f", ipAddress="10.1.4.22", error="code_verifier_missing", grant_type="authorization_code", code_id="5d"',
  ],
  [
    "idp/pkce-mismatch",
    "https://sso.example.com:7001/tcsso/weblogin/oidc_callback?error=invalid_request&error_description=Missing+parameter%3A+code_challenge_method&state=4",
  ],
  [
    "idp/pkce-mismatch",
    "Keycloak verlangt seit gestern PKCE, der Login Service schickt aber keine code_challenge mit, die Anmeldung schlägt fehl.",
  ],
  [
    "idp/pkce-mismatch",
    "AADSTS9002325: Proof Key for Code Exchange is required for cross-origin authorization code redemption. (Teamcenter SSO)",
  ],
  ["idp/client-refused", "Wir haben den Realm neu aufgesetzt; jetzt zeigt Keycloak beim Anmelden nur »Client nicht gefunden«."],
  ["idp/client-refused", '{"error":"unauthorized_client","error_description":"Client not allowed for direct access grants"}'],
  ["idp/client-refused", "Die Seite von Keycloak meldet: Der Client ist deaktiviert. (client_id=awc, realms/plm)"],
  [
    "tool/modal-blocks-bridge",
    lines(
      "07:12:09 bridge: call openProject sent",
      "07:15:09 bridge: no answer from the tool after 180 s, giving up",
      "TimeoutError: script bridge timed out",
    ),
  ],
  ["tool/modal-blocks-bridge", "Unser Skript bekommt vom Tool keine Antwort mehr, im Hintergrund steht noch ein Dialog offen."],
  [
    "tool/modal-blocks-bridge",
    "Le script attend toujours la réponse de l'outil ; une boîte de dialogue est ouverte derrière la fenêtre.",
  ],
  ["license/expired", "Der Konnektor startet nicht mehr: die Lizenz ist am 30.11.2026 abgelaufen."],
  [
    "tier/wrong-operation",
    "com.example.soa.InternalServerException: [214086] The service operation 'Core-2006-03-DataManagement/getFoo' is not available.",
  ],
  [
    "license/all-in-use",
    lines(
      "[09:05] Ana: nobody can start the tool, FlexNet says (-4,132)",
      "[09:10] Joe: same here",
      "[09:15] Ana: all licenses are taken",
    ),
  ],
  [
    "license/expired",
    lines("09:05 Ana: the tool does not start", "09:10 Joe: FlexNet Licensing error:-10,32", "09:15 Ana: thanks, who renews it?"),
  ],
  ["tool/modal-blocks-bridge", "The macro waits for the tool forever; there is a hidden dialog behind the main window."],
  ["trust/weak-algorithm", "Il connettore rifiuta il certificato del server PLM: la firma SHA1 è troppo debole."],
  ["idp/user-locked", "The account of Anna is locked in Keycloak since this morning."],
  [
    "idp/client-secret-wrong",
    lines(
      "2026-11-27 07:12:09,120 ERROR [https-exec-2] c.t.s.oidc.TokenClient - token request failed, status 401",
      '{"error":"unauthorized_client","error_description":"Invalid client or Invalid client credentials"}',
    ),
  ],
  [
    "idp/client-secret-wrong",
    "Seit dem Wechsel des Client-Secrets in Keycloak bekommt der Login Service bei jedem Token invalid_client, das Secret passt nicht mehr.",
  ],
  [
    "idp/client-secret-wrong",
    "Le secret du client dans Keycloak ne correspond plus à celui du SSC, l'échange du jeton est refusé.",
  ],
  [
    "idp/client-secret-wrong",
    "AADSTS7000215: Invalid client secret provided. Ensure the secret being sent in the request is the client secret value (Teamcenter SSO, app 3f).",
  ],
  ["idp/name-stored-wrong", "In Keycloak steht jede Gruppe doppelt, einmal mit einem unsichtbaren Zeichen am Ende des Namens."],
  [
    "idp/name-stored-wrong",
    lines(
      "PS> ./kcadm get groups -r plm --fields name | Format-Hex",
      "... 44 65 73 69 67 6E 0D 22",
      '[ { "name" : "Design\\r" } ]',
    ),
  ],
  [
    "idp/scope-missing",
    '2026-11-27 07:12:09,120 WARN  [org.keycloak.events] (executor-thread-9) type="LOGIN_ERROR", realmId="9f27", realmName="plm", clientId="tcsso", userId="null", ipAddress="10.1.4.22", error="invalid_request", reason="Invalid scopes: openid profile plm-groups", response_type="code"',
  ],
  [
    "idp/scope-missing",
    "The login service complains that the ID token has no preferred_username; the request only asks for scope=openid.",
  ],
  [
    "sso/vault-not-ready",
    lines(
      "2026-11-27 05:00:41,120 ERROR [main] c.t.s.LoginService - startup failed",
      "com.teamcenter.ss.SSOConfigurationException: No value found for required String property: tcsso.oidc.client_secret",
      "2026-11-27 05:00:41,300 ERROR [main] No ApplicationContext found",
    ),
  ],
  [
    "sso/vault-not-ready",
    "Nach dem nächtlichen Neustart kommt beim SSO nur »General HTTP exception«, nach einem zweiten Start des SSC geht es.",
  ],
  [
    "tier/stale-pool-manager",
    lines(
      "2026-11-27 07:12:09,120 INFO  [main] LoginService - SSO ticket issued for anna",
      "2026-11-27 07:12:10,120 ERROR [main] Soa - InvalidCredentialsException: error 515143 Invalid account values",
    ),
  ],
  [
    "tier/stale-pool-manager",
    "L'authentification unique réussit et un ticket est émis, mais Teamcenter répond 515143 à tous les utilisateurs.",
  ],
  ["tier/wrong-password", "Ich melde mich ohne SSO mit Benutzername und Kennwort an und bekomme 515143."],
  [
    "tier/wrong-password",
    '{".QName":"http://teamcenter.com/Schemas/Soa/2006-03/Exceptions.InvalidCredentialsException","messages":[{"code":515143,"level":3,"message":"The login attempt failed: either the user ID or the password is invalid."}],"ssoServerURL":"","ssoAppID":""}',
  ],
  ["tier/wrong-operation", "Fault 214022 bei jedem Aufruf von getSavedQueries, der Service heißt laut Doku anders."],
  ["tool/always-on-top", "Seitdem der Roboter das Fenster nach vorn holt, gehen die Menüs des Tools nicht mehr auf."],
  [
    "tool/always-on-top",
    "robot.py: win32gui.SetWindowPos(hwnd, win32con.HWND_TOPMOST, 0, 0, 0, 0, win32con.SWP_NOMOVE | win32con.SWP_NOSIZE)",
  ],
  [
    "tool/second-instance",
    "Das Skript hat das Tool ein zweites Mal gestartet, obwohl es schon lief; jetzt wartet ein Lizenzdialog.",
  ],
  [
    "trust/not-yet-valid",
    lines(
      "* SSL certificate problem: certificate is not yet valid",
      "* Closing connection 0",
      "curl: (60) SSL certificate problem: certificate is not yet valid",
    ),
  ],
  [
    "trust/not-yet-valid",
    "Die Uhr des Rechners geht zwei Tage nach, der Konnektor sagt, das Zertifikat des Tiers sei noch nicht gültig.",
  ],
  [
    "trust/wrong-name",
    "Wir rufen den Tier über den Kurznamen plm auf, das Zertifikat lautet aber auf plm.example.com; der Hostname passt nicht zum Zertifikat.",
  ],
  [
    "trust/wrong-name",
    "javax.net.ssl.SSLPeerUnverifiedException: Certificate for <plm> doesn't match any of the subject alternative names: [plm.example.com]",
  ],
  [
    "trust/expired",
    "ssl.SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired (_ssl.c:1007)",
  ],
  ["trust/expired", "Depuis ce matin le connecteur refuse la connexion : le certificat du serveur PLM a expiré hier."],
  [
    "kit/java-floor",
    lines(
      "2026-11-27 07:12:09,120 ERROR [main] PluginManager - cannot load com.example.connector",
      "java.lang.UnsupportedClassVersionError: com/example/connector/Plugin has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0",
    ),
  ],
  [
    "sso/session-agent-missing",
    "Beim Anmelden kommt »Session Agent konnte nicht gestartet werden«, die Umgebungsvariable TCSSO_SESSION_AGENT_PATH fehlt.",
  ],
  [
    "tier/backend-lost",
    lines(
      "HTTP/1.1 500",
      "Content-Type: application/json",
      '{".QName":"http://teamcenter.com/Schemas/Soa/2006-03/Exceptions.InternalServerException","messages":[{"code":1003,"level":3,"message":"La communication avec le serveur a été perdue."}]}',
    ),
  ],
  ["tier/backend-lost", "Direkt nach der erfolgreichen Anmeldung geht die Kommunikation des Konnektors mit dem Server verloren."],
  [
    "conf/no-context-root",
    'java.lang.NullPointerException: Cannot invoke "com.teamcenter.soa.client.Connection.getService()" because "connection" is null',
  ],
  ["conf/no-context-root", "In TC_SERVER_URL steht https://plm.example.com:8443 ohne /tc, und das Connection object ist null."],
  [
    "idp/issuer-loopback",
    "app-1  | oidc: discovery failed: FetchError: request to https://idp.example.com:8443/realms/plm/.well-known/openid-configuration failed, reason: connect ECONNREFUSED 127.0.1.1:8443",
  ],
  ["idp/issuer-loopback", "Im Container zeigt der Name des Issuers auf 127.0.0.1, die Anwendung bietet kein SSO an."],
  ["tier/half-switch", "La sesión se abre en el entorno de pruebas de PLM, pero los archivos se guardan en producción."],
  [
    "license/no-server",
    'lmutil lmstat: Cannot connect to license server system. The license server manager (lmgrd) has not been started yet. (-15,570:111 "Connection refused")',
  ],
  [
    "license/port-reserved",
    "Windows reserved the license port after the reboot: netsh shows 27960-28059 as an excluded range, and the connector has no license.",
  ],
  [
    "conf/single-backslash",
    "STAGING_DIR=D:\\plm\\export in der Datei, im Log sucht der Konnektor nach D:plmexport und findet es nicht.",
  ],
  ["idp/username-too-short", "Keycloak: ユーザー名「ab」は登録できません。3文字以上必要です。"],
  ["idp/user-locked", "Anna kann sich nicht anmelden, im Keycloak steht: Benutzer vorübergehend gesperrt wegen Brute Force."],
  [
    "idp/wrong-password",
    "Keycloak sagt »Ungültiger Benutzername oder Passwort«, obwohl das Kennwort stimmen müsste. https://idp.example.com/realms/plm/login-actions/authenticate?client_id=awc",
  ],
  [
    "cutover/old-address",
    "Since the web client speaks TLS the nightly job dies: requests.exceptions.ConnectionError http://plm.example.com:3000 connection refused",
  ],
  [
    "consumer/secret-in-log",
    "boot: OidcOptions { issuer: 'https://idp.example.com/realms/plm', clientId: 'portal', clientSecret: 'made-up-9sLw2kQpZx' }",
  ],
  [
    "sso/reply-url-empty",
    '2026-11-27 07:12:09,120 WARN  [org.keycloak.events] (executor-thread-9) type="LOGIN_ERROR", realmId="9f27", realmName="plm", clientId="tcsso", userId="null", ipAddress="10.1.4.22", error="invalid_redirect_uri"',
  ],
];

/** Texts with the words of these causes that report something else, or nothing: settings, agendas, policies, closed cases, other products. */
export const OTHER_RARE: readonly string[] = [
  "CSRF tokens are rotated every hour; see the ping endpoint in the portal's settings. 403 is answered for an old one.",
  "Das Menü hat jetzt einen Eintrag »Anmelden«, die 403-Seite wurde übersetzt.",
  "The firewall returned 403 for the monitor's ping of the web server, that is the rule for unknown agents.",
  "We sign releases with SHA-256 now; the SHA-1 signature of the old installer is weak, but it is only an archive.",
  "Zertifikat CN=plm.example.com, Signaturalgorithmus SHA256withRSA, Schlüssel 4096 Bit, gültig bis 2028",
  "jdk.certpath.disabledAlgorithms=MD2, MD5, SHA1 jdkCA & usage TLSServer, RSA keySize < 1024",
  "The red border in the diagram marks elements with open review comments, set by our style script.",
  "In der Vorlage ist der Rahmen der Titelfelder rot, die Elemente bleiben schwarz.",
  "Il bordo rosso della tabella indica gli elementi modificati dal revisore.",
  "Deployment finished successfully: SSC, pool manager and web tier are installed, no service is missing.",
  "Das Deployment war erfolgreich, der SSC-Dienst läuft seit 07:12.",
  lines("sso.tcSSOAppID=Teamcenter", "sso.tcSSOLoginServiceName=tcsso", "sso.tcSSOProxyHost=", "sso.tcSSOProxyPort="),
  '10.1.4.22 - - [27/Nov/2026:07:12:09 +0100] "GET /tc/tcdocs/index.html HTTP/1.1" 200 196',
  '10.1.4.22 - - [27/Nov/2026:07:12:09 +0100] "GET /tc/tc.ico HTTP/1.1" 404 0',
  "https://plm.example.com/tc/tcweb/RestServices is the address of the second web application",
  'PHP Warning:  Undefined array key "user" in /srv/blog/index.php on line 12',
  "php.ini: display_errors = Off, log_errors = On, error_log = /var/log/php.log",
  lines("<br />", "<b>Hinweis</b>: Die Kantine ist am Freitag geschlossen."),
  "ssh: private key '/home/anna/.ssh/id_ed25519' is null-terminated, converted",
  "The private key of the build signing certificate was loaded from the vault; no key is null.",
  "Vault: secret KeyStorePassword rotated, the SSC was restarted and loaded both secrets.",
  "vault operator unseal: key 2 of 3 accepted, error rate 0",
  "The tool asked for the edition once after the installation; we chose it, and it is licensed.",
  "Im Dialog »Edition auswählen« kann man zwischen Community und Enterprise wählen (Datenbank).",
  "OCSP responder: certificate 12 of 400 revoked on request of its owner, CRL published.",
  "The access of the former contractor was revoked in Keycloak on Monday.",
  "crl.pem: 3 revoked certificates, next update 2026-12-27",
  lines("tcsso.oidc.userid_claim = preferred_username", "tcsso.oidc.client_id = tcsso"),
  '10.1.4.22 - - [27/Nov/2026:07:12:09 +0100] "GET /weblogin/nullable-types.html HTTP/1.1" 200 4711',
  "The web panel of the printer is blank; its firmware has to be updated.",
  "Slack's embedded browser stays white after the update of Windows",
  "INFO  [main] JsonDump - CT_REQ_RESP_JSON_DIR=C:\\Temp\\payload, 12 files",
  "Set CT_REQ_RESP_JSON_DIR only if support asks for payloads.",
  "The realm supports PKCE with S256 for public clients; confidential clients do not use it.",
  "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&state=4",
  "Client awc was enabled in realm plm by admin, 2026-11-27 07:12",
  "SMTP client not found in PATH, using sendmail",
  "The script waits up to 180 s for the tool and got its answer after 3 s.",
  "Das Skript wartet auf die Antwort der Datenbank, der Dialog ist geschlossen.",
  "Bluetooth bridge timed out after 30 s, headset not found",
  "Die Lizenz des Konnektors läuft am 30.11.2027 ab.",
  "License: Apache-2.0, copyright expired 1998",
  "Our Keycloak locks accounts after five wrong passwords for 15 minutes, this is intended.",
  "The account lockout policy was changed from 5 to 10 attempts in realm plm.",
  "Anna hat ihr Passwort geändert und ist wieder angemeldet, Konto nicht gesperrt.",
  "INFO  [main] Session - signed in to plm-test.example.com, upload to fsc.test.example.com finished",
  "Für den Umzug: TC_SERVER_URL zeigt heute noch auf test, BOOTSTRAP_URLS ebenfalls.",
  "nginx: configuration file /etc/nginx/nginx.conf test is successful",
  lines(
    "<VirtualHost *:8443>",
    "  SSLEngine on",
    '  ErrorDocument 400 "plain HTTP request was sent to HTTPS port"',
    "</VirtualHost>",
  ),
  "Können wir das Zertifikat mit SHA-1 weiter nutzen, oder ist es zu schwach für Java 17?",
  "What happens if a certificate of the tier is revoked while users are signed in?",
  "Müssen wir im Realm drei Zeichen verlangen, wenn wir zweistellige Kennungen haben?",
  "Doit-on installer le SSC avec Deployment Center ou à la main ? Rien n'est encore déployé.",
  lines(
    "1. Begrüßung 09:00",
    "2. Anmeldung mit SSO, falsches Passwort 09:30",
    "3. Lizenz abgelaufen, was tun? 10:15",
    "4. Pause",
  ),
  lines(
    "09:00-09:45 SSO basics",
    "09:45-10:30 Certificates: expired, revoked, wrong name",
    "10:45-12:00 Lab: locked account in Keycloak",
  ),
  "Quiz: A user sees weblogin/null after login. Which property is empty? (a) userid_claim (b) client_id",
  "Retrospective: what went wrong? The certificate had expired in October; since then a monitor warns 30 days before.",
  "The connector's manual says that a red frame means an outdated profile.",
  "Feature request: show a clear message when the client is unknown to the realm.",
  lines(
    "Montag 10:00-11:00 Passwort vergessen, Konto gesperrt in Keycloak",
    "Dienstag 10:00-11:00 Zertifikat abgelaufen am Tier",
    "Mittwoch 10:00-11:00 Lizenz abgelaufen",
  ),
  lines("Agenda Freitag", "- 09:00 Zertifikat abgelaufen: was tun?", "- 10:15 Konto gesperrt: wer hilft?", "- 11:00 Pause"),
  "The script opened the dialog behind the main window on purpose and got its answer from the tool.",
  "INFO  [main] TokenClient - client authenticated with client_secret_basic, token valid for 300 s",
  "Der Client-Secret-Wechsel ist für Dienstag geplant, bis dahin gilt das alte Secret.",
  "The group meets twice a month; the Keycloak working group is invited, too.",
  lines("kcadm get groups -r plm", '[ { "name" : "Design" }, { "name" : "Quality" } ]'),
  "scope=openid profile email is requested, and preferred_username is in the token.",
  "Insurance claim 4711: the form has no user name in it.",
  "vault status: sealed=false, the SSC read its secret at 05:00:41",
  "General HTTP settings of the proxy were exported.",
  "INFO  [main] Soa - 515143 parts loaded in 12 s",
  "The pool manager was restarted, the ticket system shows 12 open tickets.",
  "Please reset my password for the canteen web site, I cannot sign in there.",
  "The operation getSavedQueries was added to the service in release 2606.",
  "setAlwaysOnTop(false) is called when the splash screen closes.",
  "Two instances of the web tier run behind the load balancer since Monday, each with its license.",
  "The clock of the church tower is two minutes slow.",
  "Das neue Zertifikat gilt ab 1. Dezember, das alte läuft bis Ende Dezember.",
  "Certificate request: CN=plm, subject alternative names plm.example.com, plm",
  "The certificate of the mail server expired, the admins of the mail team know it.",
  "java -version: openjdk 21.0.4; the connector needs Java 17 or newer, so all is fine",
  "Session Agent 2606 was installed, TCSSO_SESSION_AGENT_PATH=C:\\TcSS\\agent",
  "Communication with the customer was lost after the login of the new account manager.",
  "connection = null; // set by connect()",
  lines("Name: idp.example.com", "Address: 10.1.4.30"),
  "getaddrinfo idp.example.com 127.0.0.1 is in /etc/hosts of the developer machines on purpose",
  "We copied the test data to production last night, as planned; both environments have their own file servers.",
  "lmutil lmstat: license server UP (MASTER) v11.19, ugslmd: UP v11.19",
  lines(
    "netsh int ipv4 show excludedportrange protocol=tcp",
    "",
    "Start Port    End Port",
    "----------    --------",
    "     50000       50059     *",
  ),
  "D:\\plm\\export contains 12 files, D:\\plm\\staging is empty",
  "The user name must have at least three characters, says the form of the railway company.",
  "Brute force detection is on in realm plm: 30 failures, wait 60 s.",
  "Login page text: Invalid username or password. (messages_en.properties, key invalidUserMessage)",
  "http://plm.example.com:3000 redirects to https://plm.example.com:3443 since the cutover, all jobs are green.",
  "boot: OidcOptions { issuer: 'https://idp.example.com/realms/plm', clientId: 'portal', clientSecret: '[redacted]' }",
  "Can a user have two letters in Keycloak if we change the profile?",
  "Wie lange sperrt Keycloak ein Konto nach fünf falschen Passwörtern?",
  "¿Se puede usar un certificado caducado en el entorno de pruebas?",
  "Which error would a user see if the license server was switched off?",
  "Idea: warn in the portal if the client secret expires in 30 days.",
  "Monitor 'cert-expiry' OK: plm.example.com expires in 211 days",
  "Monday: license expired in the demo room, renewed at noon, closed.",
  "The auditors ask: how many accounts were locked in Keycloak in October?",
  lines("LOCKED accounts in October: 14", "EXPIRED passwords in October: 31", "REVOKED certificates: 0"),
];
