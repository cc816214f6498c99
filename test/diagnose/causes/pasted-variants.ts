import type { Positive } from "./records.ts";

const lines = (...all: readonly string[]): string => all.join("\n");

/** Reports in other languages, in logs of collectors, in scripts and with the lines of other programs. */
export const VARIANTS: readonly Positive[] = [
  [
    "conf/bom",
    "[10:22] Marta: ho salvato connector.properties in UTF-8 con BOM, da allora la prima riga (TC_SERVER_URL) risulta mancante",
  ],
  [
    "conf/bom",
    "設定ファイルを「UTF-8(BOM付き)」で保存したら先頭の TC_SERVER_URL だけ読まれません。xxd では ef bb bf 54 43 5f でした。",
  ],
  ["conf/embedded-browser", "ツール内の Active Workspace パネルが真っ白のままです。外部ブラウザでは表示されます。"],
  ["conf/embedded-browser", "Cameo, pane of Active Workspace: 'no jcef in java.library.path'"],
  [
    "conf/no-context-root",
    lines(
      "POST https://plm.example.com:8443/RestServices/Core-2008-06-Session/login",
      "< HTTP/1.1 404",
      "< Content-Type: text/html;charset=utf-8",
      "<!doctype html><html><head><title>HTTP Status 404</title></head></html>",
    ),
  ],
  ["conf/payload-dir-unset", "Przy każdym check-out: CT_REQ_RESP_JSON_DIR nie jest ustawiona, sam check-out działa."],
  [
    "consumer/secret-in-log",
    '{"log":"{\\"level\\":\\"debug\\",\\"time\\":\\"2026-11-24T06:00:00Z\\",\\"msg\\":\\"boot\\",\\"passport\\":{\\"strategies\\":[{\\"clientSecret\\":\\"made-up-Zx81kQp0sLw9\\"}]}}\\n","stream":"stdout","time":"2026-11-24T06:00:00.2Z"}',
  ],
  ["consumer/secret-in-log", "No log de arranque da aplicação PLM aparece o segredo do cliente em texto claro."],
  [
    "cutover/old-address",
    "robot_1 | ConnectionError: ('Connection aborted.', RemoteDisconnected('no response')) http://plm.example.com:3000 - seit der Umstellung auf https",
  ],
  [
    "cutover/old-address",
    lines(
      "POST http://plm.example.com:8443/tc/RestServices/Core-2011-06-Session/login HTTP/1.1 400",
      "Content-Type: text/html",
      "<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>",
    ),
  ],
  [
    "idp/client-refused",
    "Keycloak 페이지: 클라이언트를 찾을 수 없습니다. https://sso.example.com/realms/plm/protocol/openid-connect/auth?client_id=tcsso",
  ],
  ["idp/client-secret-wrong", "TokenErrorResponse: invalid_client, Invalid client or Invalid client credentials (realm plm)"],
  ["idp/name-stored-wrong", "Los grupos existen dos veces en Keycloak; la URL de la consola termina en /groups/Dise%C3%B1o%0D"],
  ["idp/name-stored-wrong", "グループが Keycloak に二重に登録されています。名前の末尾に \\u000d が付いています。"],
  [
    "idp/redirect-not-registered",
    lines(
      "李强: Keycloak 报 无效的参数:redirect_uri",
      "王芳: 地址是 https%3A%2F%2Fsso.example.com%3A7443%2FTcLogin%2Fweblogin%2Foidc_callback",
    ),
  ],
  ["idp/scope-missing", "L'id token ne contient pas preferred_username, seulement sub ; le client demande scope=openid"],
  ["idp/user-locked", "O utilizador está bloqueado no Keycloak depois de cinco tentativas"],
  [
    "idp/username-too-short",
    "L'utilisateur « ab » est refusé par Keycloak : le nom d'utilisateur doit avoir entre 3 et 255 caractères",
  ],
  ["kit/java-floor", "Het connector-plugin heeft een nieuwere Java-versie nodig, de tool start met 11"],
  ["kit/stale-profile", "Gesynchroniseerde elementen hebben sinds de update een rood kader in het model"],
  ["license/all-in-use", "라이선스가 모두 사용 중이라 커넥터를 시작할 수 없습니다"],
  ["license/expired", "Nov 24 00:00:03 lic1 lmgrd[912]: 00:00:03 (ugslmd) EXPIRED: tc_connector"],
  ["license/expired", "La licence du connecteur a expiré hier, le serveur de licences répond mais refuse"],
  ["license/port-reserved", "SocketException: Permission denied: connect, license server localhost:1101 (WSAEACCES 10013)"],
  [
    "sso/not-installed",
    lines(
      "Deployment Center ist grün, aber /LoginService gibt 404.",
      '<property name="sso.tcSSOLoginServiceURL" value=""/> und der Rest genauso leer',
    ),
  ],
  ["tier/half-switch", "Ik log in op de testomgeving maar de bestanden van de connector komen in productie terecht"],
  ["tier/half-switch", "テスト環境にログインしたのに、チェックインしたモデルが本番環境に保存されています"],
  [
    "tier/stale-pool-manager",
    "Il log del Login Service dice che l'accesso SSO è riuscito e che il ticket è stato emesso, ma il livello web dà l'errore 515143.",
  ],
  [
    "tier/stale-pool-manager",
    "Après une authentification unique réussie, le serveur répond 515143 « Valeurs de compte non valides »",
  ],
  ["tier/wrong-operation", 'SoaError: 214086 The service operation "createItems2" does not exist'],
  ["tool/always-on-top", "La finestra dello strumento resta sempre in primo piano e i menu si aprono dietro"],
  ["tool/always-on-top", "Our automation brings the modelling tool to the foreground, and since then the menu bar is dead."],
  ["tool/always-on-top", 'raise.ahk: WinSetAlwaysOnTop 1, "ahk_exe csm.exe"'],
  ["tool/second-instance", "Abrí la herramienta otra vez aunque ya estaba abierta y ahora solo sale un diálogo de licencia"],
  [
    "tool/second-instance",
    "Ho fatto doppio clic di nuovo su Cameo mentre era già aperto: compare una finestra che chiede la licenza",
  ],
  [
    "conf/single-backslash",
    "O ficheiro tem STAGING_DIR=C:\\Users\\Public\\stage e o erro fala de C:UsersPublicstage que ninguém criou",
  ],
  ["idp/scope-missing", "IDトークンに preferred_username クレームが含まれていない、scope=openid のみ"],
  ["idp/user-locked", "Keycloak에서 계정이 잠겼습니다. 로그인할 수 없어요"],
  ["idp/username-too-short", '用户名 "li" 无法在 Keycloak 中创建:长度必须在 3 到 255 之间'],
  ["license/all-in-use", "Tutte le licenze sono occupate, il connettore non parte"],
  [
    "license/port-reserved",
    "Errore di licenza: netsh mostra 27990-28089 come intervallo escluso (winnat), la porta 28000 è riservata",
  ],
  ["tier/half-switch", "Loguję się do środowiska testowego PLM, a pliki trafiają na produkcję"],
  ["tier/release-mismatch", "Le connecteur reçoit une page HTML au lieu de données XML du serveur PLM"],
  ["tier/wrong-password", "Login met gebruikersnaam en wachtwoord, geen SSO: foutcode 515143"],
  ["tool/always-on-top", "도구 창이 항상 맨 앞에 있어서 메뉴가 뒤에 가려집니다"],
  ["tool/modal-blocks-bridge", "スクリプトが固まっています。ツールのウィンドウの後ろにダイアログがあります"],
  ["tool/second-instance", "De tool was al open, ik heb hem nog een keer gestart en nu vraagt een venster om een licentie"],
  ["tool/second-instance", "已经打开了建模工具,又启动了一次,只弹出许可证对话框"],
  [
    "trust/not-yet-valid",
    "Das Zertifikat gilt erst ab 1. Dezember, der Connector verweigert die Verbindung: NET::ERR_CERT_DATE_INVALID",
  ],
  ["trust/revoked", "schannel: CertGetCertificateChain trust error CERT_TRUST_IS_REVOKED"],
];

/** Texts with the same words, numbers and marks that report another thing, or nothing. */
export const OTHER_VARIANTS: readonly string[] = [
  "La conta di Anna è stata sbloccata, ora entra di nuovo.",
  "El archivo se guardó sin BOM y todas las claves se leen.",
  "Die Gruppe trifft sich zweimal im Monat, Keycloak ist nicht Thema.",
  "GET /index.php?file=a%0Db HTTP/1.1 404",
  "Set-Cookie: a=b%0D%0A injection was blocked by the WAF for group editors (keycloak theme)",
  "Our field names have between 3 and 255 letters; the realm export of Keycloak is unaffected",
  "electron main.js: new BrowserWindow({ alwaysOnTop: true })",
  "SetWindowPos(hwnd, -1, 0, 0, 0, 0, 3) in a clone of the editor",
  '00:00:03 (ugslmd) OUT: "tc_connector" anna@ws1',
  "domain example.com expired on 2026-11-23, license plate renewed",
  '<property name="sso.tcSSOLoginServiceURL" value="https://sso.example.com/tcsso"/> in quick_deploy.xml',
  '{"time":"2026-11-24T06:00:00Z","level":"info","msg":"boot","auth":{"clientSecret":"********"}}',
  '{"time":"2026-11-24T06:00:00Z","level":"info","msg":"boot","auth":{"clientSecret":"${CLIENT_SECRET}","secretRef":"vault"}}',
  "La ventana de Excel siempre está en primer plano y el menú no se ve.",
  "El servidor de correo no responde desde la actualización",
  "Il browser apre una seconda scheda, licenza Creative Commons",
  "SoaError: 214086 rows were read",
  "In produzione i file vengono salvati ogni notte sul server di test (copia pianificata).",
  "As licenças foram renovadas até 2028.",
  "Tutte le licenze sono libere, 0 in uso.",
  "テスト結果: ログイン成功、ファイル保存成功。",
  "Cambiamos el color del borde a rojo para los elementos nuevos (guía de estilo).",
  "x509: certificate has expired or is not yet valid in the sample of the docs",
  "Novembre: aggiornamento del server riuscito, l'accesso funziona.",
];
