import { describe, expect, test } from "vitest";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { secretSpelling as secretInside } from "../../../src/kernel/secrets/spellings.ts";
import { standsIn } from "../../../src/kernel/secrets/stand-in.ts";
import { secretsInTemplate } from "../../../src/compiler/run/template-secrets.ts";
import { exampleRepository, type Files, run } from "../../support/repository.ts";
import { said } from "../../support/said.ts";
import { discoveryOf, LIVE, REALM } from "../sso/scene.ts";

/*
 * A secret in plain text is found wherever it stands in the repository, encoded or not, and shown nowhere; what stands in its place
 * (references, placeholders, marks, words that only sound like one) raises nothing.
 */

const SECRET = "hunter2-Geheim";
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("[E3] a text that carries a secret", () => {
  test.each([
    ["an address with a password", `https://jane:${SECRET}@plm.example.com/tc`, "plain"],
    ["a connection text", `Server=db;User=x;Password=${SECRET}`, "plain"],
    ["the same, percent-encoded", encodeURIComponent(`https://jane:${SECRET}@plm.example.com`), "percent"],
    ["a query whose inner address has one", `https://a.example.com/?to=${encodeURIComponent(`x?password=${SECRET}`)}`, "percent"],
    ["an assignment in base64", base64(`password=${SECRET}`), "base64"],
    [
      "base64 for addresses, without its padding",
      base64(`https://jane:${SECRET}??@x.example.com`).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
      "base64",
    ],
    ["base64 within a longer text", `header=${"x"} value ${base64(`jane.doe:${SECRET}`)} end`, "base64"],
    ["user and password as HTTP's basic scheme encodes them", base64(`jane.doe@example.com:${SECRET}`), "base64"],
    ["base64 that is percent-encoded", encodeURIComponent(base64(`password=${SECRET}!`)), "base64"],
  ])("%s is found", (_, text, spelling) => {
    expect(secretInside(text)).toBe(spelling);
    expect(secretInside(text)).toBe(spelling); // what was looked at before is remembered only where nothing was found
  });

  test.each([
    ["an address", "https://plm.example.com:8443/tc?ah=true"],
    ["an address with another in it", "https://a.example.com/?redirect=https%3A%2F%2Fplm.example.com%3A8443%2Ftc"],
    ["a licence server", "27000@lic.example.com"],
    ["a mail address", "jane.doe@example.com"],
    ["a class", "com.example.connection.SecretlyLongClassNameThatIsNoToken"],
    ["a folder", "D:\\plm\\production\\staging\\passwords"],
    ["a path with letters of base64 alone", "usr/local/share/applications/teamcenter/bin"],
    ["a hash", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    ["a word of twenty letters", "preferredUsernameClaimName"],
    ["base64 of what nobody typed", Buffer.from([1, 2, 255, 254, 9, 0, 77, 200, 13, 14, 15, 16, 17, 18]).toString("base64")],
    ["base64 of an address", base64("https://plm.example.com:8443/tc")],
    ["base64 of a sentence", base64("This sentence: nothing in it.")],
    ["a sign of percent", "100%25 of 20%"],
    ["what a filter says", "object_type=StockItem;active=true"],
  ])("%s is none", (_, text) => {
    expect(secretInside(text)).toBeNull();
  });

  test.each([
    "",
    " ",
    "true",
    "no",
    "***",
    "xxxx",
    "...",
    "<password>",
    "{{value}}",
    "${DB_PASSWORD}",
    "$(pass)",
    "$DB_PASSWORD",
    "%DB_PASSWORD%",
    "@secret(/oidc/clientSecret)",
    "@db.password@",
    "[set by the installer]",
    "none",
    "TODO",
    "redacted",
    "your-password-here",
  ])("'%s' stands for one", (text) => {
    expect(standsIn(text)).toBe(true);
  });

  test.each([SECRET, "changeit", "x1y2", "hidden-1", "nonesuch", "$ecret!"])("'%s' does not stand for one", (text) => {
    expect(standsIn(text)).toBe(false);
  });
});

const parameters = (...lines: readonly string[]) => `<?xml version="1.0"?>\n<parameters>\n${lines.join("\n")}\n</parameters>\n`;
const INSTALLED = "environments/demo/installed";
const LOGIN = ["login_service.appid", "federation_reply_url", "oidc.userid_claim", "oidc.client_auth_method"].map(
  (name) => `<parameter name="tcsso.${name}" value=""/>`,
);
const PASSWORDS = [
  '<parameter name="identityServicePassword" value="{rotor}abcdef"/>',
  '<parameter name="propertiesPassword" value="x"/>',
];

/** Where the rule speaks, of the example repository with a sign-in; nothing that is said shows the secret. */
async function found(files: Files): Promise<readonly string[]> {
  const sound = { "environments/demo/sso.yaml": LIVE, "environments/demo/discovery.json": discoveryOf(REALM) };
  const { findings } = await run(exampleRepository({ ...sound, ...files }));
  for (const finding of findings) {
    expect(JSON.stringify(finding)).not.toContain(SECRET);
    expect(said(finding)).not.toContain(SECRET);
  }
  return findings
    .filter(({ rule }) => rule === "secret/plain-value")
    .map(({ severity, quote, at, message }) => {
      expect([severity, quote]).toEqual(["error", false]);
      return `${at?.file.split("/").pop()}:${at?.line} ${plain(message).split(" holds ")[0]}`;
    });
}

describe("[E3] [B5] a secret as text is found", () => {
  test("in any value of a document, and in its comments, whichever document it is", async () => {
    const environment = (description: string) => ({
      "environments/demo/sso.yaml": `# was password=${SECRET}\n${LIVE.replace("application: PLM", `application: "${description}"`)}`,
    });
    expect(await found(environment(`PLM, token=${SECRET}`))).toEqual([
      "sso.yaml:1 a comment of environments/demo/sso.yaml",
      "sso.yaml:8 idp.clients.0.application",
    ]);
    expect(await found(environment(base64(`password=${SECRET}`)))).toHaveLength(2);
    expect(
      await found({
        "environments/demo/sso.yaml": `# yaml-language-server: $schema=../x.json\n# no password is written here: see secrets\n${LIVE}`,
      }),
    ).toEqual([]);
  });

  test("in properties that were adopted, by the name and by what the text carries", async () => {
    const file = (text: string) => found({ [`${INSTALLED}/client.properties`]: text });
    expect(
      await file(
        `A=b\nDB_PASSWORD=${SECRET}\nPROXY=http\\://jane\\:${SECRET}@proxy.example.com\nBLOB=${base64(`password=${SECRET}`)}\n`,
      ),
    ).toEqual([
      "client.properties:2 DB_PASSWORD of environments/demo/installed/client.properties",
      "client.properties:3 PROXY of environments/demo/installed/client.properties",
      "client.properties:4 BLOB of environments/demo/installed/client.properties",
    ]);
    expect(
      await file(
        "DB_PASSWORD=@secret(/workstation/set/client/DB_PASSWORD)\nAPI_TOKEN=\nSHOW_PASSWORD=true\nPASSWORD_EXPIRY_DAYS=30\nTC_SSO_APP_ID=x\nPIN_TIMEOUT=5\n",
      ),
    ).toEqual([]);
  });

  test("finds secrets in the servers' own XML next to a name, in an attribute and in an element, but no scrambled passwords", async () => {
    const file = (...lines: readonly string[]) =>
      found({ [`${INSTALLED}/login.xml`]: parameters(...LOGIN, ...PASSWORDS, ...lines) });
    expect(await file()).toEqual([]);
    expect(
      await file(
        `<parameter name="proxyPassword" value="${SECRET}"/>`,
        `<context-param><param-name>apiToken</param-name><param-value>${SECRET}</param-value></context-param>`,
        `<jdbc url="jdbc:x" password="${SECRET}"/>`,
        `<trustStorePassword>${SECRET}</trustStorePassword>`,
        `<parameter name="proxy" value="http://jane:${SECRET}@proxy.example.com"/>`,
        `<note>${base64(`jane.doe:${SECRET}`)}</note>`,
      ),
    ).toEqual([9, 10, 11, 12, 13, 14].map((line) => expect.stringMatching(new RegExp(`^login\\.xml:${line} `))));
    expect(
      await file(
        '<parameter name="proxyPassword" value="${PROXY_PASSWORD}"/>',
        '<parameter name="proxyPassword2" value=""/>',
        '<jdbc password="***"/>',
        '<parameter name="passwordPolicy" value="strict"/>',
        `<!-- <jdbc password="${SECRET}"/> -->`,
      ),
    ).toEqual([]);
  });

  test("in files of environment variables", async () => {
    expect(
      await found({
        [`${INSTALLED}/idp.env`]: `KC_DB=postgres\nKC_BOOTSTRAP_ADMIN_PASSWORD=${SECRET}\nKC_DB_PASSWORD=$DB_PASSWORD\n`,
      }),
    ).toEqual([expect.stringMatching(/^idp\.env:2 KC_BOOTSTRAP_ADMIN_PASSWORD/)]);
  });

  test("finds secrets in templates of the repository outside expressions", async () => {
    const lines = (text: string, path = "templates/login.xml.hbs") => secretsInTemplate(path, text).map(({ at }) => at?.line);
    expect(
      lines(
        `<a>\n<parameter name="identityServicePassword" value="${SECRET}"/>\n<b password='${SECRET}'/>\n<keyPassword>${SECRET}</keyPassword>\n`,
      ),
    ).toEqual([2, 3, 4]);
    expect(
      lines(
        '<parameter name="{{name}}" value="{{value}}"/>\n<parameter name="password" value="{{value}}"/>\n<b password="{{#if\nx}}{{x}}{{/if}}"/>\n<c name="password" value=""/>\n',
      ),
    ).toEqual([]);
    const page = "templates/panel.md.hbs";
    expect(
      lines(
        `Password: ask the administrator\npassword = {{code value}}\nproxy https://jane:${SECRET}@x.example.com\n${base64(`password=${SECRET}`)}\n`,
        page,
      ),
    ).toEqual([3, 4]);
    expect(
      await found({
        "templates/login.xml.hbs": `<parameters><parameter name="dbPassword" value="${SECRET}"/>{{#each parameters}}<p name="{{name}}" value="{{value}}"/>{{/each}}</parameters>\n`,
      }),
    ).toEqual(["login.xml.hbs:1 dbPassword of templates/login.xml.hbs"]);
  });

  test("in workstation.set, in base64 as well", async () => {
    const yaml = (value: string) =>
      `extends: demo\nworkstation: { set: { connector: { SteretypeNameTrucationLimit: "${value}" } } }\n`;
    const copy = (value: string) => ({
      "environments/copy/environment.yaml": `apiVersion: tierwright/v1\nkind: Environment\nname: copy\nconnector: "2506"\ntool: 2024x Refresh3\n${yaml(value)}`,
    });
    expect(await found(copy(base64(`password=${SECRET}`)))).toEqual([
      "environment.yaml:7 SteretypeNameTrucationLimit of the connector file is set to a value with a password or key in it",
    ]);
    expect(await found(copy("32"))).toEqual([]);
  });
});
