import { describe, expect, test } from "vitest";
import { parseXml } from "../../../src/kernel/formats/xml/parse.ts";
import type { InstalledXml } from "../../../src/compiler/model/sign-in-files.ts";
import { SourceText } from "../../../src/kernel/source/text.ts";
import { planXml } from "../../../src/compiler/sso/installed-xml.ts";
import { factsOf, filesOf, LIVE } from "./scene.ts";

const REPLY = "https://plm.example.com:7001/tcsso/weblogin/oidc_callback";

function installed(role: InstalledXml["role"], text: string | Buffer): InstalledXml {
  const bytes = Buffer.from(text);
  const source = new SourceText(`environments/demo/installed/${role}.xml`, bytes.toString("latin1"));
  return { role, path: source.path, bytes, source, xml: parseXml(bytes, source.text) };
}

const factsWith = (
  login: string | Buffer | null,
  identity: string | Buffer | null = null,
  yaml = LIVE.replace(/secrets:.*\n/, ""),
) => ({
  ...factsOf(yaml),
  installed: {
    xml: [
      ...(login === null ? [] : [installed("login", login)]),
      ...(identity === null ? [] : [installed("identity", identity)]),
    ],
    env: [],
  },
});

/** Every parameter that has to be there, but for those that a test writes itself. */
const others = (...names: readonly string[]) =>
  ["tcsso.login_service.appid", "tcsso.federation_reply_url", "tcsso.oidc.userid_claim", "tcsso.oidc.client_auth_method"]
    .filter((name) => !names.includes(name))
    .map((name) => `  <p name="${name}" value="old"/>\n`)
    .join("");

const faultsOf = (login: string, identity: string | null = null, yaml?: string) =>
  (planXml(factsWith(login, identity, yaml), "login")?.faults ?? []).map(
    (fault) => `${fault.at.line}:${fault.at.column} ${fault.seen}${"name" in fault ? ` ${fault.name}` : ""}`,
  );

const NAME = "tcsso.federation_reply_url";

describe("[A7] the site's own login.xml and identity.xml", () => {
  test.each([
    ["an attribute", `<p name="${NAME}" value="X"/>`, "X"],
    ["an attribute in single quotes, with spaces", `<p  name = '${NAME}'   value='X' />`, "X"],
    ["a key with its value as text", `<entry key="${NAME}"> X </entry>`, "X"],
    ["a value beside its name", `<param><param-name>${NAME}</param-name>\n<param-value>\n X\n</param-value></param>`, "X"],
    ["a value element below a named one", `<p name="${NAME}"><description>${NAME}</description><value>X</value></p>`, "X"],
    ["an element of that name", `<${NAME}>X</${NAME}>`, "X"],
    ["with a namespace", `<c:p xmlns:c="urn:x" c:name="${NAME}" c:value="X"/>`, "X"],
  ])("%s is set, and every other byte stays", (_, line, value) => {
    const text = `<?xml version="1.0"?>\r\n<!-- ${NAME} value="X" -->\r\n<a>\n${line}\n${others(NAME)}  <free note="&#x41;"   /></a>\n\n`;
    const out = filesOf(factsWith(text))["login.xml"] ?? "";
    const expected = text
      .replace(
        line,
        line.replace(value, () => REPLY),
      )
      .replace('appid" value="old"', 'appid" value="TCSSOLoginService"')
      .replace('claim" value="old"', 'claim" value="preferred_username"')
      .replace('method" value="old"', 'method" value="client_secret_basic"');
    expect(out).toBe(expected);
  });

  test("an empty element gets its value between two tags", () => {
    const text = `<a>${others(NAME)}<param><param-name>${NAME}</param-name><c:param-value xmlns:c="u" /></param></a>`;
    expect(filesOf(factsWith(text))["login.xml"]).toContain(`<c:param-value xmlns:c="u" >${REPLY}</c:param-value></param>`);
  });

  test("a value that is there already keeps its spelling", () => {
    const spelt = "https&#58;//plm.example.com:7001/tcsso/weblogin/oidc_callback";
    expect(filesOf(factsWith(`<a>${others(NAME)}<p name="${NAME}" value="${spelt}"/></a>`))["login.xml"]).toContain(spelt);
  });

  test.each([
    ["absent", `<a>${others(NAME)}</a>`, `1:1 absent ${NAME}`],
    ["in a comment alone", `<a>${others(NAME)}<!-- <p name="${NAME}" value="x"/> --></a>`, `1:1 absent ${NAME}`],
    ["in a CDATA section alone", `<a>${others(NAME)}<![CDATA[<p name="${NAME}" value="x"/>]]></a>`, `1:1 absent ${NAME}`],
    ["twice", `<a>\n<p name="${NAME}" value="x"/><p name="${NAME}" value="x"/>${others(NAME)}</a>`, `2:1 twice ${NAME}`],
    ["twice, in two forms", `<a>\n<${NAME}>x</${NAME}><p name="${NAME}">x</p>${others(NAME)}</a>`, `2:1 twice ${NAME}`],
    ["without a value", `<a>\n<p name="${NAME}"><b/></p>${others(NAME)}</a>`, `2:1 form ${NAME}`],
    ["with two values", `<a>\n<p name="${NAME}" value="x"><value>y</value></p>${others(NAME)}</a>`, `2:1 form ${NAME}`],
    ["with a comment in its value", `<a>\n<p name="${NAME}">x<!-- y --></p>${others(NAME)}</a>`, `2:1 form ${NAME}`],
    ["with its value in a CDATA section", `<a>\n<p name="${NAME}"><![CDATA[x]]></p>${others(NAME)}</a>`, `2:1 form ${NAME}`],
    [
      "in a file whose document type can give values",
      `<!DOCTYPE a [<!ATTLIST p value CDATA "x">]><a>\n<p name="${NAME}"/>${others(NAME)}</a>`,
      "1:1 unreadable",
    ],
    [
      "without a value in a file whose document type names another file",
      `<!DOCTYPE web-app PUBLIC "-//x//DTD" "http://example.com/web-app.dtd"><a>\n<p name="${NAME}"><b/></p>${others(NAME)}</a>`,
      `2:1 form ${NAME}`,
    ],
    ["in a file that is cut", "<a><b></a>", "1:7 unreadable"],
    ["in a file in UTF-16", "\ufeff<a/>", "1:1 unreadable"],
  ])("a parameter %s is a finding, and nothing is guessed", (what, text, fault) => {
    const bytes = what.includes("UTF-16") ? Buffer.from(text, "utf16le") : text;
    const { faults } = planXml(factsWith(bytes), "login") ?? { faults: [] };
    expect(
      faults.map((found) => `${found.at.line}:${found.at.column} ${found.seen}${"name" in found ? ` ${found.name}` : ""}`),
    ).toEqual([fault]);
  });

  test("another case or a space is another name", () => {
    expect(faultsOf(`<a>${others(NAME)}<p name="${NAME.toUpperCase()}" value="x"/><p name=" ${NAME}" value="x"/></a>`)).toEqual([
      `1:1 absent ${NAME}`,
    ]);
  });

  test("vault and aliasing keep the file's value if sso.yaml does not set them", () => {
    const own = `<a>${others()}<p name="tcsso.vaultEnabled" value="true"/></a>`;
    expect(filesOf(factsWith(own))["login.xml"]).toContain('vaultEnabled" value="true"');
    const said = filesOf(factsWith(own, null, LIVE.replace(/secrets:.*\n/, "vault: { enabled: false }\n")))["login.xml"];
    expect(said).toContain('vaultEnabled" value="false"');
  });

  test("a parameter that is only in identity.xml is set there, and not reported as missing in login.xml", () => {
    const identity = `<a><p name="${NAME}" value="x"/></a>`;
    expect(faultsOf(`<a>${others(NAME)}</a>`, identity)).toEqual([]);
    expect(filesOf(factsWith(`<a>${others(NAME)}</a>`, identity))["identity.xml"]).toBe(
      `<a><p name="${NAME}" value="${REPLY}"/></a>`,
    );
  });

  test("[E3] both files have to have the passwords that they share; those of the key store are identity.xml's", () => {
    const yaml = LIVE.replace("secrets: {", "secrets: { keyStorePassword: { env: K },");
    const own = `<a>${others()}<p name="KeyStorePassword" value="scrambled"/></a>`;
    const facts = factsWith(own, "<a/>", yaml);
    expect((planXml(facts, "login")?.faults ?? []).map((fault) => "name" in fault && fault.name)).toEqual([
      "identityServicePassword",
      "propertiesPassword",
    ]);
    expect((planXml(facts, "identity")?.faults ?? []).map((fault) => "name" in fault && fault.name)).toEqual([
      "identityServicePassword",
      "propertiesPassword",
      "KeyStorePassword",
    ]);
    expect(filesOf(facts)["login.xml"]).toContain('"scrambled"');
  });

  test("values are written in the file's own encoding, and what that lacks as a reference", () => {
    const yaml = LIVE.replace(/secrets:.*\n/, "").replace("oidc: {", 'oidc: { useridClaim: "ü€<&\\"",');
    const text = (encoding: string) =>
      Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a b="\xe4">${others()}</a>`, "latin1");
    const out = (bytes: Buffer) => Buffer.from(filesOf(factsWith(bytes, null, yaml))["login.xml"] ?? "", "latin1");
    expect(out(text("ISO-8859-1")).toString("latin1")).toContain('b="\xe4"');
    expect(out(text("ISO-8859-1")).toString("latin1")).toContain('claim" value="\xfc&#8364;&lt;&amp;&quot;"');
    expect(out(text("windows-1252")).toString("latin1")).toContain('claim" value="&#252;&#8364;&lt;&amp;&quot;"');
    const utf8 = Buffer.from(`\ufeff<a b="ä">${others()}</a>`);
    expect(out(utf8).toString("utf8")).toContain('claim" value="ü€&lt;&amp;&quot;"');
    expect(out(utf8).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });

  test("[E13] identity.xml without LDAPConfiguration_* and with an empty domain map is right", () => {
    expect(planXml(factsWith(null, '<a><p name="domainMap" value=""/></a>'), "identity")).toEqual({ edits: [], faults: [] });
  });
});
