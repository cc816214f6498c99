import { DISCOVERY_FILE, EXAMPLE_SIGN_IN, SSO_FILE } from "../../../../src/compiler/rules/sso/example-sign-in.ts";
import { type Change, CLIENT, change, type Edit, ENVIRONMENT } from "./change.ts";

const FILES: readonly Edit[] = Object.entries(EXAMPLE_SIGN_IN);
const INSTALLED = "environments/demo/installed";

/** The sign-in of the examples (src/compiler/rules/sso/example-sign-in.ts), changed. */
const sso = (title: string, ...edits: readonly Edit[]): Change => change(title, ...FILES, ...edits);
const written = (title: string, replace: string, text: string, ...edits: readonly Edit[]): Change =>
  sso(title, [SSO_FILE, replace, text], ...edits);
const further = (title: string, lines: string, ...edits: readonly Edit[]): Change =>
  written(title, "secrets:\n", `${lines}secrets:\n`, ...edits);
const oidc = (title: string, text: string, ...edits: readonly Edit[]): Change =>
  written(title, "oidc: { ", `oidc: { ${text}, `, ...edits);

const BASE = "base: https://idp.example.com:8443\n";
const base = (title: string, text: string, ...edits: readonly Edit[]) => written(title, BASE, `base: ${text}\n`, ...edits);
const SERVICE = "base: https://plm.example.com:7001, name: tcsso";
const service = (title: string, text: string) => written(title, SERVICE, text);
const CLIENTS = "clients: [{ id: plm, application: PLM }]";
const uris = (title: string, ...list: readonly string[]) =>
  written(title, CLIENTS, `clients: [{ id: plm, application: PLM, redirectUris: [${list.join(", ")}] }]`);
const REALM = "https://idp.example.com:8443/realms/engineering";
const ISSUER: Edit = [DISCOVERY_FILE, `"issuer": "${REALM}"`, '"name": ""'];
const TOKEN = "protocol/openid-connect/token";
const token = (address: string): Edit => [DISCOVERY_FILE, `"${REALM}/${TOKEN}"`, `"${address}/${TOKEN}"`];
const STAGE = "stage: live\n";

const parameter = (name: string, value: string) => `  <parameter name="${name}" value="${value}"/>\n`;
const xml = (name: "login" | "identity", ...lines: readonly string[]): Edit => [
  `${INSTALLED}/${name}.xml`,
  `<?xml version="1.0" encoding="UTF-8"?>\n<parameters>\n${lines.join("")}</parameters>\n`,
];
const LOGIN = ["login_service.appid", "federation_reply_url", "oidc.userid_claim", "oidc.client_auth_method"].map((name) =>
  parameter(`tcsso.${name}`, ""),
);
const PASSWORDS = [parameter("identityServicePassword", "x"), parameter("propertiesPassword", "x")];
const KEY_STORE = parameter("KeyStorePassword", "x");
const users = (ids: readonly string[]): readonly Edit[] => [
  [SSO_FILE, "  realm: engineering\n", "  realm: engineering\n  users: users.csv\n"],
  ["environments/demo/users.csv", `id,name\n${ids.map((id) => `${id},x\n`).join("")}`],
];
const aliased = (value: string) => parameter("GatewayAliasingEnabled", value);
const jwt: Edit = [SSO_FILE, "oidc: { ", "oidc: { clientAuthMethod: private_key_jwt, "];
const vaultIn = (value: string) => xml("login", ...LOGIN, ...PASSWORDS, parameter("tcsso.vaultEnabled", value));
const appid = (title: string, text: string) => written(title, "name: tcsso }", `name: tcsso, ${text} }`);

const ON: Edit = [ENVIRONMENT, "authentication: password", "authentication: sso"];
const AGENT = "  sessionAgent: none\n";
const agent = (title: string, text: string) => change(title, [ENVIRONMENT, AGENT, `  sessionAgent: ${text}\n`]);
const CONNECTOR = "connector: { loginUrl: https://plm.example.com:7001/tcsso, appId: PLM }\n";
const kitInitializer = (name: string): Edit => [CLIENT, "URL=", `com.teamcenter.ss.client.SSOSessionInitializer=${name}\nURL=`];
const initializer = (name: string) => `connector: { loginUrl: '', appId: '', sessionFlag: '', initializer: '${name}' }\n`;

export const SSO_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  "sso/absent-initializer": [
    further("the property's own name", initializer("com.teamcenter.ss.client.SSOSessionInitializer")),
    further("default at the end of the simple name", initializer("com.example.TheDefault")),
    further("default in the package alone", initializer("com.example.default.Own")),
    further("what the kit ships is the vendor's", initializer(""), kitInitializer("com.example.DefaultInitializer")),
    change("no sign-in"),
  ],
  "sso/federation-url": [
    base("a space at its start", "' https://idp.example.com:8443'"),
    base("a semicolon before the port", "https://idp.example.com;8443"),
    base("a port that cannot be read", "https://idp.example.com:8443:1"),
    base("a port that no server has", "https://idp.example.com:99999"),
    base("a colon without a port", "https://idp.example.com:/auth"),
    base("a host that cannot be read", "https:///realms"),
    base("no scheme", "idp.example.com"),
    base("another scheme", "ldaps://idp.example.com:8443"),
    base("a user and a password, whose line is not quoted", "https://jane:secret@idp.example.com:8443"),
    base("a host name that certificates do not have", "https://idp.example.com.:8443"),
    base("plain http, which another rule tells", "http://idp.example.com:8080"),
    base("an empty one", "''"),
    base("the realm's path, and no realm is named", `${REALM}/`, [SSO_FILE, "  realm: engineering\n", ""]),
    base("the server's own page", "https://idp.example.com:8443/admin"),
    change("no sign-in"),
  ],
  "sso/reply-url": [
    service("a user before the host, whose line is not quoted", "base: https://jane:secret@plm.example.com:7001, name: tcsso"),
    service("an unusual host", "base: https://plm.example.com.:7001, name: tcsso"),
    service("a query", "base: 'https://plm.example.com:7001?x=1', name: tcsso"),
    service("slashes around the name", "base: https://plm.example.com:7001/, name: /tcsso/"),
    service("a name with a space", "base: https://plm.example.com:7001, name: tc sso"),
    service("neither of the two", "appid: TCSSOLoginService"),
    uris("a star behind one letter more", "https://plm.example.com:7001/tcssox*"),
    uris("a star behind the name", "https://plm.example.com:7001/tcsso*"),
    uris("a star alone", '"*"'),
    uris("plain http", "http://plm.example.com:7001/tcsso/weblogin/oidc_callback"),
    uris("a user, whose line is not quoted", "https://jane@plm.example.com:7001/tcsso/weblogin/oidc_callback"),
    written("the client of another application", CLIENTS, "clients: [{ id: wiki, redirectUris: [] }, { id: plm }]", [
      SSO_FILE,
      "oidc: { ",
      "oidc: { clientId: plm, ",
    ]),
    written(
      "the second client is the login service's",
      CLIENTS,
      "clients: [{ id: wiki, redirectUris: [https://wiki.example.com/] }, { id: plm, redirectUris: [] }]",
      [SSO_FILE, "oidc: { ", "oidc: { clientId: plm, "],
    ),
    written("no clients", CLIENTS, "clients: []"),
    change("no sign-in"),
  ],
  "sso/endpoint": [
    sso("no issuer, and an endpoint of another server", ISSUER, token("https://other.example.com/realms/engineering")),
    written(
      "no issuer and no base to compare with",
      BASE,
      "base: ''\n",
      ISSUER,
      token("https://other.example.com/realms/engineering"),
    ),
    sso(
      "the issuer and an endpoint are of two other servers",
      [DISCOVERY_FILE, `"issuer": "${REALM}"`, '"issuer": "https://a.example.com/realms/engineering"'],
      token("https://b.example.com/realms/engineering"),
    ),
    sso(
      "an issuer that is no address",
      [DISCOVERY_FILE, `"issuer": "${REALM}"`, '"issuer": "engineering"'],
      token("https://b.example.com"),
    ),
    sso(
      "users and passwords, whose lines are not quoted",
      [DISCOVERY_FILE, `"issuer": "${REALM}"`, '"issuer": "https://jane:secret@idp.example.com:8443/realms/engineering"'],
      token("https://jane:secret@idp.example.com:8443/realms/engineering"),
    ),
    written("the realm is on http", BASE, "base: http://idp.example.com:8443\n", [
      DISCOVERY_FILE,
      `"issuer": "${REALM}"`,
      `"issuer": "${REALM.replace("https", "http")}"`,
    ]),
    sso("a document that says nothing", [DISCOVERY_FILE, "{}"]),
    change("no document", FILES[0] as Edit),
    change("no sign-in"),
  ],
  "sso/incomplete": [
    change("no stage is written, and nothing is pinned", [SSO_FILE, `${EXAMPLE_SIGN_IN[SSO_FILE]}`.replace(STAGE, "")]),
    written("what stage live needs", "  identityServicePassword: { env: TCSSO_IDENTITY_PASSWORD }\n", ""),
    written("what stage installed needs", "oidc: { clientSecret: { env: TCSSO_CLIENT_SECRET } }\n", "", [
      SSO_FILE,
      STAGE,
      "stage: installed\n",
    ]),
    change("no sign-in"),
  ],
  "sso/scope": [
    oidc("nothing but an empty text", "scope: ['', openid, email]"),
    oidc("spaces in one of them", "scope: [' openid  email ']"),
    oidc("no e-mail address, and another scope", "scope: [offline_access, openid, profile]"),
    oidc("a comment behind it", "scope: [openid] # short\n"),
    sso("nothing is written"),
    change("no sign-in"),
  ],
  "sso/login-appid": [
    appid("a version after 11", "appid: login, version: '12'"),
    appid("11 alone, which is before 11.3", "appid: login, version: '11'"),
    appid("11.3 itself", "appid: login, version: v11.3.0"),
    appid("13 below it", "appid: login, version: '9.13'"),
    appid("an empty version", "appid: login, version: ''"),
    appid("no version", "appid: awc"),
    written("both have the id", "name: awc", "name: TCSSOLoginService"),
    written("the web application has it, and the login service has not", "name: awc", "name: TCSSOLoginService", [
      SSO_FILE,
      "name: tcsso }",
      "name: tcsso, appid: tcsso }",
    ]),
    change("no sign-in"),
  ],
  "sso/other-web-client": [
    written("another host", "root: https://plm.example.com:3000", "root: https://plm-old.example.com:3000"),
    written("one server with two names", "root: https://plm.example.com:3000", "root: https://awc.example.com:3000", [
      ENVIRONMENT,
      "hosts: { plm.example.com: 10.20.0.11 }",
      "hosts: { plm.example.com: 10.20.0.11, awc.example.com: 10.20.0.11 }",
    ]),
    written("a user before the host", "root: https://plm.example.com:3000", "root: https://me:you@plm-old.example.com:3000"),
    written("no address", "root: https://plm.example.com:3000/awc", "root: plm-old"),
    written("the client returns to the tier's", "root: https://plm.example.com:3000", "root: https://plm-old.example.com:3000", [
      SSO_FILE,
      "application: PLM }",
      'application: PLM, postLogoutRedirectUri: "https://plm.example.com:3000/awc" }',
    ]),
  ],
  "sso/aliasing": [
    further(
      "sso.yaml goes before the server's own file",
      "gateway: { aliasing: false }\n",
      ...users(["JSmith"]),
      xml("identity", aliased("true")),
    ),
    sso("the server's own file has it off", ...users(["JSmith"]), xml("identity", aliased(" FALSE "))),
    sso(
      "login.xml goes before identity.xml",
      ...users(["jdoe"]),
      xml("login", aliased("true")),
      xml("identity", aliased("false")),
    ),
    sso("the server's own file cannot be read", ...users(["JSmith"]), [`${INSTALLED}/identity.xml`, "<parameters>"]),
    sso("spaces around ids, twice", ...users(["jdoe ", "abc", "\u00a0x"])),
    further("ids that no user name can be, and it is on", "gateway: { aliasing: true }\n", ...users(["m muster", "jdoe"])),
    sso("a parameter without a value", ...users(["jdoe"]), xml("identity", '  <parameter name="GatewayAliasingEnabled"/>\n')),
    sso(
      "a parameter with two values",
      ...users(["jdoe"]),
      xml("identity", '  <parameter name="GatewayAliasingEnabled" value="true" old-value="false"/>\n'),
    ),
    sso("an empty file of the server", ...users(["jdoe"]), [`${INSTALLED}/identity.xml`, ""]),
    further("no ids, and it is on", "gateway: { aliasing: true }\n", ...users([])),
    further("ids of nothing but spaces, and it is on", "gateway: { aliasing: true }\n", ...users(["", "  "])),
    sso("ids of nothing but spaces", ...users(["", "  "])),
    change("no sign-in"),
  ],
  "sso/ldap-attribute": [
    sso(
      "in all three files, login.xml before identity.xml",
      xml("identity", parameter("LDAP_USERNAME_ATTRIBUTE", "cn")),
      xml("login", parameter("LDAP_USERNAME_ATTRIBUTE", "mail"), parameter("LDAP_USERNAME_ATTRIBUTE", "uid")),
      [`${INSTALLED}/sso.env`, "LDAP_USERNAME_ATTRIBUTE=sn\n"],
    ),
    sso("an empty file", [`${INSTALLED}/identity.xml`, ""]),
    sso("without a value", xml("identity", '  <parameter name="LDAP_USERNAME_ATTRIBUTE"/>\n')),
    change("no sign-in"),
  ],
  "sso/plain-http": [
    written("the tier's web client before the login service is there", STAGE, "stage: realm\n", [
      ENVIRONMENT,
      "https://plm.example.com:3000/awc",
      "http://plm.example.com:3000/awc",
    ]),
    base("the identity provider's address", "http://idp.example.com:8080"),
    service("the login service's, with a user, whose line is not quoted", "base: http://jane@plm.example.com:7001, name: tcsso"),
    service("this machine", "base: 'http://127.0.0.1:7001', name: tcsso"),
    further("this machine by its address", "connector: { loginUrl: 'http://[::1]:7001/tcsso', appId: PLM }\n"),
    written("the web application has a path alone", "root: https://plm.example.com:3000/awc", "root: /awc"),
    change("no sign-in"),
  ],
  "sso/no-route": [
    further("nothing is said of a session agent", CONNECTOR, ON, [ENVIRONMENT, AGENT, ""]),
    further("an empty session agent", CONNECTOR, ON, [ENVIRONMENT, AGENT, "  sessionAgent: ''\n"]),
    further("a session agent that is no folder", CONNECTOR, ON, [ENVIRONMENT, AGENT, "  sessionAgent: yes\n"]),
    further("a relative folder of the session agent", CONNECTOR, ON, [ENVIRONMENT, AGENT, "  sessionAgent: agent\n"]),
    further("a session agent in a folder", CONNECTOR, ON, [ENVIRONMENT, AGENT, "  sessionAgent: 'C:\\Agent'\n"]),
    further("no address", "connector: { appId: PLM }\n", ON),
    sso("no part of the connector", ON),
    further(
      "the address of TCCS, and another transport",
      "connector: { loginUrl: https://plm.example.com:7001/tccs, appId: PLM }\n",
      ON,
    ),
    further(
      "a class of one's own",
      `${CONNECTOR.slice(0, -3)}, initializer: com.example.Own }\n`,
      ON,
      kitInitializer("com.example.Own"),
    ),
    change("no sign-in"),
  ],
  "sso/unusable-agent": [
    agent("a path relative to where the tool is started", "'SessionAgent'"),
    agent("a variable, which nothing fills in", "'%ProgramFiles%\\SessionAgent'"),
    agent("a drive without a folder after it", "'C:'"),
    agent("a folder whose name Windows does not allow", "'C:\\Agent?'"),
    agent("a path of another system", "/opt/agent"),
    agent("none in capitals, which certainly means none", "None"),
    agent("text that certainly means none", "off"),
    agent("a boolean that certainly means none", "false"),
    agent("quoted text that certainly means none", '"no"'),
    agent("text that begins like none", "nonesuch"),
    agent("a network folder", "'\\\\apps.example.com\\agent'"),
    agent("slashes instead of backslashes", "C:/SessionAgent"),
    agent("none", "none"),
    change("no session agent is named", [ENVIRONMENT, AGENT, ""]),
  ],
  "sso/secret-synced": [
    sso("identity.xml holds both, as it should", xml("identity", KEY_STORE, parameter("PrivateKeyPassword", "x"))),
    sso("login.xml holds both", xml("login", KEY_STORE, parameter("PrivateKeyPassword", "x")), xml("identity", KEY_STORE)),
    written(
      "both are the shared one",
      "  propertiesPassword: { env: TCSSO_PROPERTIES_PASSWORD }\n",
      "  propertiesPassword: { env: TCSSO_PROPERTIES_PASSWORD }\n  keyStorePassword: { env: TCSSO_IDENTITY_PASSWORD }\n  privateKeyPassword: { env: TCSSO_PROPERTIES_PASSWORD }\n",
    ),
    sso("no secrets of the key store, and one that is shared is missing", [
      SSO_FILE,
      "  propertiesPassword: { env: TCSSO_PROPERTIES_PASSWORD }\n",
      "",
    ]),
    change("no sign-in"),
  ],
  "sso/service-order": [
    further("the vault is on, and nothing else is said", "vault: { enabled: true }\n"),
    further("a service without a name", "services: { vault: {} }\n"),
    further("the name of one service", "services: { vault: { name: TcVault } }\n"),
    further("the name of the other service", "vault: { enabled: true }\nservices: { ssc: { name: TcSS } }\n"),
    further("how one of them starts", "services: { vault: { start: manual, name: TcVault } }\n"),
    further(
      "it is said that there is none",
      "vault: { enabled: true }\nservices: { vault: { name: TcVault }, dependency: false }\n",
    ),
    further("a name of nothing but spaces", "services: { ssc: { name: ' ' }, vault: { name: TcVault }, dependency: true }\n"),
    further("the vault is off", "vault: { enabled: false }\nservices: { ssc: { name: TcSS } }\n"),
    further(
      "disabled, in capitals",
      "services: { ssc: { name: TcSS }, vault: { name: TcVault, start: ' DISABLED ' }, dependency: true }\n",
    ),
    change("no sign-in"),
  ],
  "sso/vault": [
    further("sso.yaml has it off, and the server's own file on", "vault: { enabled: false }\n", jwt, vaultIn("true")),
    further("sso.yaml has it on, and the server's own file off", "vault: { enabled: true }\n", jwt, vaultIn("false")),
    sso("the server's own file has it on, in capitals", jwt, vaultIn("TRUE")),
    sso("the server's own file has it off", jwt, vaultIn("false")),
    sso("nobody says it", jwt),
    written(
      "both of the key store's secrets",
      "  propertiesPassword: { env: TCSSO_PROPERTIES_PASSWORD }\n",
      "  keyStorePassword: { env: A }\n  privateKeyPassword: { env: B }\n",
    ),
    change("no sign-in"),
  ],
  "sso/xml-parameter": [
    sso("a file that is cut off", [
      `${INSTALLED}/login.xml`,
      '<?xml version="1.0" encoding="UTF-8"?>\n<parameters>\n  <parameter\n',
    ]),
    sso("an empty file", [`${INSTALLED}/identity.xml`, ""]),
    sso("a parameter is absent", xml("login", ...LOGIN.slice(1), ...PASSWORDS), xml("identity", ...PASSWORDS)),
    sso("a password is absent in one of the two", xml("login", ...LOGIN, ...PASSWORDS), xml("identity", PASSWORDS[0] as string)),
    sso("three times", xml("identity", ...PASSWORDS, ...PASSWORDS, ...PASSWORDS)),
    sso(
      "a value in a form that cannot be set",
      xml("identity", PASSWORDS[0] as string, '  <parameter name="propertiesPassword"><![CDATA[x]]></parameter>\n'),
    ),
    sso("sound files", xml("login", ...LOGIN, ...PASSWORDS), xml("identity", ...PASSWORDS)),
    change("no sign-in"),
  ],
};
