import type { Positive } from "./records.ts";

const lines = (...all: readonly string[]): string => all.join("\n");
const EVENT =
  '2026-11-20 07:00:01,100 WARN  [org.keycloak.events] (executor-thread-3) type="LOGIN_ERROR", realmId="9f27", realmName="plm", clientId="awc", userId="null", ipAddress="192.0.2.7", error="invalid_redirect_uri"';
const PAGE = "https://idp.example.com/realms/plm/protocol/openid-connect/auth?client_id=awc&response_type=code&scope=openid";

/** Reports beside words of a plan, a configuration or another program's page: something fails. */
export const REPORTED: readonly Positive[] = [
  ["idp/pkce-mismatch", "Since this morning Keycloak refuses the login service: PKCE is required and the challenge is missing."],
  [
    "idp/pkce-mismatch",
    "Do we have to change something? Keycloak says since today that PKCE is required, and the code challenge is missing.",
  ],
  [
    "cutover/old-address",
    lines(
      "server {",
      "  listen 8443 ssl;",
      "}",
      "",
      "With this configuration the robots get since yesterday: 400 The plain HTTP request was sent to HTTPS port",
    ),
  ],
  ["license/expired", "连接器今天报错：许可证已过期，怎么办？"],
  [
    "idp/username-too-short",
    "Nous n'arrivons pas à créer l'utilisateur « ab » : Keycloak refuse les identifiants de deux lettres.",
  ],
  [
    "tier/release-mismatch",
    lines(
      "HTTP Status 405 – Method Not Allowed",
      "Apache Tomcat/9.0.80",
      "POST https://plm.example.com:8443/tc/RestServices/Core-2011-06-Session/login",
    ),
  ],
  [
    "tier/release-mismatch",
    "The connector says HTTP Status 405 - Method Not Allowed (Apache Tomcat/9.0.80) when I sign in to Teamcenter.",
  ],
  ["trust/not-yet-valid", "curl: (60) SSL certificate problem: certificate is not yet valid"],
  // the page says as much of an address that is empty and of one that is not registered: its address or the event decides
  ["sso/reply-url-empty", lines("We are sorry...", "Invalid parameter: redirect_uri", `${PAGE}&redirect_uri=`)],
  ["sso/reply-url-empty", lines('The browser shows "Invalid parameter: redirect_uri", and Keycloak:', EVENT)],
  [
    "idp/redirect-not-registered",
    lines(
      "We are sorry...",
      "Invalid parameter: redirect_uri",
      `${PAGE}&redirect_uri=https%3A%2F%2Fplm.example.com%3A3000%2Fsso`,
    ),
  ],
  [
    "idp/redirect-not-registered",
    lines(
      'The browser shows "Invalid parameter: redirect_uri", and Keycloak:',
      `${EVENT}, redirect_uri="https://plm.example.com/cb"`,
    ),
  ],
  [
    "idp/redirect-not-registered",
    'Keycloak shows "Invalid parameter: redirect_uri" since we moved the web client to the new port; is the address not registered?',
  ],
];

/** Questions of a design, configurations, agendas and pages of other applications. */
export const PLANNED: readonly string[] = [
  "Should we require PKCE for the portal client, or is a client secret enough? We have not decided on the code challenge method.",
  "Design: should we require PKCE for public clients in Keycloak?",
  "Question for Thursday: do we want to require PKCE for the login service's client? S256 or plain?",
  "Sollen wir PKCE im Realm verlangen, oder fehlt dem Login Service die Unterstützung dafür?",
  "Faut-il exiger PKCE pour le client du realm, ou le vérificateur manque-t-il encore ?",
  lines(
    "server {",
    "  listen 8443 ssl;",
    "  error_page 497 https://$host:$server_port$request_uri;",
    "  # 400 The plain HTTP request was sent to HTTPS port",
    "}",
  ),
  lines("# plain HTTP request was sent to HTTPS port -> redirect", "error_page 497 =307 https://$host:$server_port$request_uri;"),
  lines("培训议程：", "1. 09:00 Active Workspace 登录", "2. 10:00 许可证已过期时怎么办", "3. 11:00 证书"),
  "培训日程：09:00 许可证过期时的处理；10:30 证书不受信任；14:00 账户被锁定",
  "Bonjour, peut-on avoir des identifiants de deux lettres dans Keycloak ? Nous préparons la liste des utilisateurs.",
  "Est-ce que Keycloak accepte les identifiants de deux caractères ?",
  "Les identifiants à deux lettres sont-ils autorisés dans le realm, ou faut-il trois caractères ?",
  "Sind Kürzel mit zwei Buchstaben in Keycloak erlaubt, oder müssen wir drei Zeichen nehmen?",
  "Keycloak で二文字のユーザー名は可能ですか",
  "<html><head><title>Apache Tomcat/9.0.80 - Error report</title></head><body><h1>HTTP Status 405 – Method Not Allowed</h1><p>Type Status Report</p><p>Message JSPs only permit GET, POST or HEAD.</p></body></html>",
  lines(
    "HTTP Status 405 - HTTP method POST is not supported by this URL",
    "Apache Tomcat/8.5.31",
    "http://intranet.example.com:8080/timesheet/save",
  ),
  "Our timesheet web app on Tomcat says HTTP Status 405 - Method Not Allowed when I press save.",
  "HttpRequestMethodNotSupportedException: Request method 'POST' is not supported, status=405",
  "Invalid parameter: redirect_uri",
  "The certificate of the server is noch gültig, its successor begins in the future.",
];
