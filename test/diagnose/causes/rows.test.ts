import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { causesOfWords } from "../../../src/diagnose/causes/described.ts";
import { notRun } from "../../support/not-run.ts";
import { LAYOUTS } from "./records.ts";
import { readLog } from "./reading.ts";

const PROLOG = "org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 1; ";
const CALL = "POST https://plm.example.com:8443/tc/RestServices/Core-2011-06-Session/login";
const FAULT = (words: string) => `com.example.soa.InternalServerException: <messages code="1003" level="1">${words}</messages>`;
const REQUEST = "https://idp.example.com/realms/plm/protocol/openid-connect/auth?client_id=plm&redirect_uri=&scope=openid";
const NO_VALUE = (key: string) => `SSOConfigurationException: No value found for required String property: ${key}`;
const KEIN_WERT = (key: string) => `SSOConfigurationException: Kein Wert für Eigenschaft: ${key}`;

/** A row of the specification's table of errors, and a record of it in English and in another language. */
type Row = readonly [row: RegExp, id: string, english: string, other: string];

const ROWS: readonly Row[] = [
  [
    /^HTTP 405/,
    "tier/release-mismatch",
    `${PROLOG}Content is not allowed in prolog.`,
    `${PROLOG}プロローグにはコンテンツを指定できません。`,
  ],
  [
    /^HTTP 405/,
    "tier/release-mismatch",
    `${CALL} returned HTTP 405 Method Not Allowed`,
    `${CALL}: HTTP-Fehler 405, Methode nicht erlaubt`,
  ],
  [
    /^license problem/,
    "license/port-reserved",
    "lmgrd: bind to port 28000 failed: An attempt was made to access a socket in a way forbidden by its access permissions. (WinSock: 10013)",
    "lmgrd: bind an Port 28000: Der Zugriff auf einen Socket war aufgrund der Zugriffsrechte des Sockets unzulässig. (WinSock error 10013)",
  ],
  [
    /cannot find the path/,
    "conf/single-backslash",
    "java.io.FileNotFoundException: D:exportstaging\\wheel.mdzip (The system cannot find the path specified)",
    "java.io.FileNotFoundException: D:exportstaging\\wheel.mdzip (Le chemin d’accès spécifié est introuvable)",
  ],
  [
    /^blank embedded/,
    "conf/embedded-browser",
    "java.lang.UnsatisfiedLinkError: C:\\Tool\\sdk\\org.jcef\\libs\\chrome_elf.dll: A dynamic link library (DLL) initialization routine failed",
    "java.lang.UnsatisfiedLinkError: C:\\Tool\\sdk\\org.jcef\\libs\\chrome_elf.dll: Eine DLL-Initialisierungsroutine ist fehlgeschlagen",
  ],
  [
    /will not license on relaunch/,
    "tool/startup-modals",
    "Dialog shown: no license found at license server localhost:1101",
    "Dialog: keine Lizenz am Lizenzserver localhost:1101 gefunden",
  ],
  [
    /^'Communication with the server was lost/,
    "tier/backend-lost",
    FAULT(
      "Communication with the server was lost while an operation was in progress. The server has probably terminated abnormally.",
    ),
    FAULT("Die Kommunikation mit dem Server wurde während einer Operation unterbrochen."),
  ],
  [
    /Session Agent could not/,
    "sso/session-agent-missing",
    "Error in https://plm.example.com/tcsso. Session Agent could not be started.",
    "Fehler in TcSS. Session Agent konnte nicht gestartet werden.",
  ],
  [
    /^connection object null/,
    "conf/no-context-root",
    "Connection object is null on getTypeDescriptions",
    'java.lang.NullPointerException: com.teamcenter.soa: "this.connection" is null (Verbindung fehlt)',
  ],
  [
    /bridge timeout/,
    "tool/modal-blocks-bridge",
    "script: bridge call to the tool timed out after 180 s",
    "Skript: timeout nach 180 s, script bridge zum Tool antwortet nicht",
  ],
  [
    /^menus do not render/,
    "tool/always-on-top",
    "calling frame.setAlwaysOnTop(true) to raise the window",
    "Fenster nach vorn: frame.setAlwaysOnTop(true)",
  ],
  [
    /error-invalid-length/,
    "idp/username-too-short",
    '{"field":"username","errorMessage":"error-invalid-length","params":["username",3,255]}',
    "Benutzer abgelehnt: error-invalid-length, params username, 3, 255",
  ],
  [/userid_claim/, "sso/userid-claim-empty", NO_VALUE("tcsso.oidc.userid_claim"), KEIN_WERT("tcsso.oidc.userid_claim")],
  [
    /^'Invalid parameter: redirect_uri'/,
    "sso/reply-url-empty",
    `Invalid parameter: redirect_uri (${REQUEST})`,
    `Ungültiger Parameter: redirect_uri (${REQUEST})`,
  ],
  [
    /^vault secret-load/,
    "sso/vault-dead-end",
    "Failed to load secret identityserviceKS (client_auth_method=client_secret_basic)",
    "Geheimnis identityserviceKS konnte nicht geladen werden: Fehler (client_auth_method=client_secret_basic)",
  ],
  [
    /^515143/,
    "tier/stale-pool-manager",
    "SSC login ok, loginSSO refused: error 515143 Invalid account values (sss_users.cxx, ITK_init_module_login)",
    "SSC login ok, loginSSO abgelehnt: Fehler 515143 Ungültige Kontowerte (sss_users.cxx, ITK_init_module_login)",
  ],
  [/client_secret'/, "sso/vault-not-ready", NO_VALUE("tcsso.oidc.client_secret"), KEIN_WERT("tcsso.oidc.client_secret")],
  [
    /General HTTP exception/,
    "sso/vault-not-ready",
    "com.teamcenter.TCSSO_SSOSystemException: General HTTP exception",
    "com.teamcenter.TCSSO_SSOSystemException: Allgemeine HTTP-Ausnahme",
  ],
  [
    /^no SSO option/,
    "idp/issuer-loopback",
    "Discovery of https://idp.example.com/realms/plm/.well-known/openid-configuration failed: connect ECONNREFUSED 127.0.0.1:8443",
    "Abruf von https://idp.example.com/realms/plm/.well-known/openid-configuration: Verbindung abgelehnt, ECONNREFUSED 127.0.0.1:8443",
  ],
  [
    /invalid csrf token/,
    "consumer/wrong-trigger",
    'GET /api/ping 403 (Forbidden) {"message":"invalid csrf token"}',
    "InvalidCsrfTokenException: Ungültiges CSRF-Token",
  ],
  [
    /^IdP writes returning 201/,
    "idp/name-stored-wrong",
    'POST /admin/realms/plm/groups 201 {"name":"Engineering\\r"}',
    'Gruppe angelegt: POST /admin/realms/plm/groups 201 {"name":"Entwicklung\\r"}',
  ],
  [
    /Action listener failed/,
    "consumer/display-errors",
    "Action listener failed to authenticate, restarting",
    "PHP: display_errors => On (Warnungen im JSON)",
  ],
  [
    /^plaintext client secret/,
    "consumer/secret-in-log",
    "Starting with issuer=https://idp.example.com/realms/plm client_secret=made-up-value-1",
    "Start mit issuer=https://idp.example.com/realms/plm client_secret=made-up-value-1",
  ],
];

/** Rows of which no program writes anything: people describe them. */
const SEEN: readonly Row[] = [
  [/^red borders/, "kit/stale-profile", "synced elements have red borders", "synchronisierte Elemente haben rote Rahmen"],
  [
    /^second tool instance/,
    "tool/second-instance",
    "a second instance of the tool stops on a license dialog",
    "zweite Instanz des Tools bleibt im Lizenzdialog stehen",
  ],
];

const THREE = ["log4j", "docker", "journald"] as const;

const cases = ROWS.flatMap(([, id, english, other]) =>
  THREE.flatMap((layout) =>
    [english, other].map((record) => [id, layout, record, (LAYOUTS[layout] as (one: string) => string)(record)] as const),
  ),
);

describe("[H7,H8] a row of the specification's table", () => {
  test.each(cases)("%s in the layout %s: %s", (id, _, __, log) => {
    expect(readLog(log).causes.map(({ cause }) => cause.id)[0]).toBe(id);
  });

  test.each(SEEN.flatMap(([, id, ...said]) => said.map((text) => [id, text] as const)))(
    "%s in a person's words: %s",
    (id, text) => {
      expect(causesOfWords(text)[0]?.cause.id).toBe(id);
    },
  );

  test("every row has its records", () => {
    const folder = fileURLToPath(new URL("../../../../shared/spec/", import.meta.url));
    if (!existsSync(folder)) notRun("the specification's error table is not beside this repository");
    const text = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("\n");
    const section = /\n## Errors\n([\s\S]*?)\n## /.exec(text)?.[1] ?? "";
    const rows = [...section.matchAll(/^\| (?!Message or symptom|-)(.+?) \|/gm)].map(([, cell]) => cell as string);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => ![...ROWS, ...SEEN].some(([known]) => known.test(row)))).toEqual([]);
  });
});
