import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { exampleRepository, writeFiles } from "../../support/repository.ts";
import { discoveryOf, factsOf, filesOf, LIVE, REALM } from "./scene.ts";

/*
 * The passwords that login.xml and identity.xml share are compared by what they are once unscrambled, and by nothing else; nothing of them
 * is told. The utility of these tests turns a text around and drops what stands behind a colon, so that one password has many spellings.
 */

const PASSWORD = "geheim-plain";
const OTHER = "anders-plain";
const scrambled = (plain: string, spelling = "") => `${[...plain].reverse().join("")}:${spelling}`;
const ENV = { TCSSO_CLIENT_SECRET: "geheim-c", TCSSO_IDENTITY_PASSWORD: PASSWORD, TCSSO_PROPERTIES_PASSWORD: PASSWORD };
const UTILITY = "passwordUtility: { encode: [scramble], decode: [unscramble, -q] }\n";
/** The servers keep their own passwords: sso.yaml names none. */
const KEPT = LIVE.replace("stage: live", "stage: installed").replace(/^secrets: .*\n/m, "");
const unscramble = (input: Buffer) => `${[...(input.toString("utf8").split(":")[0] ?? "")].reverse().join("")}\n`;
const scramble = (input: Buffer) => `${scrambled(input.toString("utf8"))}\n`;

const LOGIN = ["login_service.appid", "federation_reply_url", "oidc.userid_claim", "oidc.client_auth_method"];
const parameter = (name: string, value: string) => `  <parameter name="${name}" value="${value}"/>\n`;
const xml = (identity: string, properties: string, ...others: readonly string[]) =>
  `<?xml version="1.0"?>\n<parameters>\n${others.join("")}${parameter("identityServicePassword", identity)}${parameter("propertiesPassword", properties)}</parameters>\n`;
const loginXml = (identity: string, properties = scrambled(PASSWORD)) =>
  xml(identity, properties, ...LOGIN.map((name) => parameter(`tcsso.${name}`, "")));

interface Printed {
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly message: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
  }[];
}

/** What one command says of the two files, and the programs that it started. */
async function told(
  words: string,
  files: { readonly login?: string; readonly identity?: string; readonly yaml?: string },
  utility: (input: Buffer) => string = unscramble,
) {
  const { login = loginXml(scrambled(PASSWORD)), identity = xml(scrambled(PASSWORD), scrambled(PASSWORD)) } = files;
  const folder = exampleRepository({
    "environments/demo/sso.yaml": files.yaml ?? `${KEPT}${UTILITY}`,
    "environments/demo/discovery.json": discoveryOf(REALM),
    "environments/demo/installed/login.xml": login,
    "environments/demo/installed/identity.xml": identity,
  });
  const given: string[] = [];
  const decode = (input: Buffer) => {
    given.push(input.toString("utf8"));
    return utility(input);
  };
  const world = { cwd: folder, env: ENV, programs: { "unscramble -q": decode, scramble } };
  const outputs: string[] = [];
  let printed: Printed = { findings: [] };
  let exit = 0;
  for (const format of ["text", "json"]) {
    const { code, out, err } = await cli([...words.split(" "), "--format", format], world);
    outputs.push(out, err);
    exit = code;
    if (format === "json") printed = JSON.parse(out) as Printed;
  }
  const all = outputs.join("\n");
  for (const secret of [PASSWORD, OTHER, scrambled(PASSWORD), scrambled(OTHER), "geheim-c"]) expect(all).not.toContain(secret);
  return {
    code: exit,
    given,
    synced: printed.findings
      .filter(({ rule }) => rule === "sso/secret-synced")
      .map(({ severity, message, file, line, column }) => `${severity}: ${message} (${file}:${line}:${column})`),
    found: printed.findings
      .filter(({ rule }) => rule === "sso/secret-mismatch")
      .map(({ severity, message }) => `${severity}: ${message}`),
  };
}

const COMPILE = "compile --with-secrets";

describe("[E3] passwords that login.xml and identity.xml share", () => {
  test.each([COMPILE, "secrets check --run"])("differ once unscrambled: an error of `%s`", async (words) => {
    const { code, found } = await told(words, { login: loginXml(scrambled(OTHER)) });
    expect(found).toEqual(["error: identityServicePassword is not the same in login.xml and identity.xml"]);
    expect(code).toBe(1);
  });

  test("are the same once unscrambled, however they are spelt", async () => {
    const { code, found, given } = await told(COMPILE, { login: loginXml(scrambled(PASSWORD, "x"), scrambled(PASSWORD, "y")) });
    expect([code, found]).toEqual([0, []]);
    expect(new Set(given)).toEqual(new Set([scrambled(PASSWORD), scrambled(PASSWORD, "x"), scrambled(PASSWORD, "y")]));
  });

  test("are distinguished one by one", async () => {
    const { found } = await told(COMPILE, { login: loginXml(scrambled(OTHER), scrambled(OTHER)) });
    expect(found).toHaveLength(2);
    expect(found.join()).toContain("propertiesPassword is not the same");
  });

  test.each([
    ["without a utility, although the texts are the same", {}, KEPT, "sso.yaml names no program"],
    ["without a utility, although the texts differ", { login: loginXml(scrambled(OTHER)) }, KEPT, "sso.yaml names no program"],
    ["where a placeholder stands", { login: loginXml("@secret(/x)") }, undefined, "one of them is a placeholder"],
  ])("are not compared %s, and never equal", async (_, files, yaml, why) => {
    const { found } = await told("secrets check --run", yaml === undefined ? files : { ...files, yaml });
    expect(found[0]).toContain("warning: identityServicePassword of login.xml and identity.xml was not compared");
    expect(found[0]).toContain(why);
    expect(found.join()).not.toContain("is not the same");
  });

  test.each([
    ["prints nothing", () => ""],
    ["prints back what it was given", (input: Buffer) => input.toString("utf8")],
    ["prints two lines", () => "a\nb\n"],
  ])("are not compared where the utility %s", async (_, utility) => {
    const { found } = await told("secrets check --run", { login: loginXml(scrambled(OTHER)) }, utility);
    expect(found).toHaveLength(2);
    for (const line of found) expect(line).toContain("was not compared: the password utility unscramble");
  });

  test("are an error where one of the two is empty, and nothing where both are", async () => {
    expect((await told(COMPILE, { login: loginXml("") })).found).toEqual([
      "error: identityServicePassword is empty in environments/demo/installed/login.xml and not in the other of the two files",
    ]);
    expect((await told(COMPILE, { login: loginXml("", ""), identity: xml("", "") })).found).toEqual([]);
  });

  test.each(["compile", "check", "secrets check", "plan --base ."])(
    "are not looked at by `%s`, which runs no program",
    async (words) => {
      const { found, given } = await told(words, { login: loginXml(scrambled(OTHER)) });
      expect([found, given]).toEqual([[], []]);
    },
  );
});

describe("[E3] what the servers have now and the compile writes from references", () => {
  test.each([COMPILE, "secrets check --run"])("may differ, or be empty: `%s` is silent", async (words) => {
    for (const login of [loginXml(scrambled(OTHER)), loginXml("", scrambled(OTHER)), loginXml("@secret(/x)")])
      expect((await told(words, { login, yaml: `${LIVE}${UTILITY}` })).found).toEqual([]);
  });

  test("is compared where only one of the two is written", async () => {
    const yaml = `${LIVE.replace("stage: live", "stage: installed").replace(/, propertiesPassword: \{[^}]*\}/, "")}${UTILITY}`;
    const { found } = await told(COMPILE, { login: loginXml(scrambled(OTHER), scrambled(OTHER)), yaml });
    expect(found).toEqual(["error: propertiesPassword is not the same in login.xml and identity.xml"]);
  });
});

describe("[E3] a password of the key store that is one of the shared ones, once both are known", () => {
  const identityXml = (keyStore: string, privateKey = scrambled("eigenes-plain")) =>
    xml(
      scrambled("dienst-plain"),
      scrambled(PASSWORD, "x"),
      parameter("KeyStorePassword", keyStore),
      parameter("PrivateKeyPassword", privateKey),
    );
  const login = loginXml(scrambled("dienst-plain"));
  const jwt = (secrets: string) =>
    `${KEPT.replace("oidc: { ", "oidc: { clientAuthMethod: private_key_jwt, ")}secrets: { ${secrets} }\n${UTILITY}`;
  const PLACE = "environments/demo/installed/identity.xml";

  test.each([COMPILE, "secrets check --run"])("is found in the servers' own file by `%s`", async (words) => {
    const { synced } = await told(words, { login, identity: identityXml(scrambled(PASSWORD)) });
    expect(synced).toEqual([`error: KeyStorePassword is the same password as propertiesPassword (${PLACE}:3:3)`]);
  });

  test("is found for the private key and for the service's password, too", async () => {
    const { synced } = await told(COMPILE, { login, identity: identityXml(scrambled("k"), scrambled("dienst-plain", "y")) });
    expect(synced).toEqual([`error: PrivateKeyPassword is the same password as identityServicePassword (${PLACE}:4:3)`]);
  });

  test("is found behind two references that give one value", async () => {
    const yaml = jwt(
      "propertiesPassword: { env: TCSSO_PROPERTIES_PASSWORD }, keyStorePassword: { env: TCSSO_IDENTITY_PASSWORD }",
    );
    const { synced } = await told("secrets check --run", { login, identity: identityXml(scrambled("k")), yaml });
    expect(synced).toHaveLength(1);
    expect(synced[0]).toContain(
      "error: KeyStorePassword is the same password as propertiesPassword (environments/demo/sso.yaml:",
    );
  });

  test.each([
    ["the key store has its own", { identity: identityXml(scrambled("k")) }, undefined],
    ["the key store's two are alike", { identity: identityXml(scrambled("k"), scrambled("k")) }, undefined],
    ["a placeholder stands in both", { identity: identityXml("@secret(/x)", "@secret(/x)") }, undefined],
    ["nothing unscrambles them", { identity: identityXml(scrambled(PASSWORD)) }, KEPT],
    [
      "a reference of its own replaces it",
      { identity: identityXml(scrambled(PASSWORD)) },
      jwt("keyStorePassword: { env: TCSSO_CLIENT_SECRET }"),
    ],
  ])("is no matter where %s", async (_, files, yaml) => {
    const { synced } = await told("secrets check --run", { login, ...files, ...(yaml === undefined ? {} : { yaml }) });
    expect(synced).toEqual([]);
  });

  test.each(["check", "compile", "secrets check"])("is not looked for by `%s`, which runs no program", async (words) => {
    const { synced, given } = await told(words, { login, identity: identityXml(scrambled(PASSWORD)) });
    expect([synced, given]).toEqual([[], []]);
  });
});

test("[E3] the key store's two passwords are only in identity.xml, whatever sso.yaml names", () => {
  const yaml = LIVE.replace("secrets: { ", "secrets: { keyStorePassword: { env: A }, privateKeyPassword: { env: B }, ");
  const files = filesOf(factsOf(yaml));
  for (const name of ["KeyStorePassword", "PrivateKeyPassword"]) {
    expect(files["identity.xml"]).toContain(`name="${name}"`);
    expect(files["login.xml"]).not.toContain(name);
  }
});

describe("[E3] [E14] sso verify", () => {
  const COMPILED = filesOf(factsOf(LIVE));
  const deployed = (name: string, identity: string) =>
    (COMPILED[name] ?? "")
      .replace("@secret(/secrets/identityServicePassword)", identity)
      .replace("@secret(/secrets/propertiesPassword)", scrambled(PASSWORD));

  async function fieldOf(
    login: string,
    identity: string,
    env: Readonly<Record<string, string>>,
    words = "--with-secrets",
    field = "identityServicePassword",
    further = "",
  ) {
    const folder = exampleRepository({
      "environments/demo/sso.yaml": `${LIVE}${UTILITY}`,
      "environments/demo/discovery.json": discoveryOf(REALM),
    });
    mkdirSync(join(folder, "server"));
    writeFiles(folder, {
      "server/login.xml": deployed("login.xml", login),
      "server/identity.xml": deployed("identity.xml", identity).replace("</", `${further}</`),
    });
    const argv = ["sso", "verify", "demo", "--deployed", "server", "--format", "json", ...words.split(" ").filter(Boolean)];
    const { out } = await cli(argv, { cwd: folder, env, programs: { "unscramble -q": unscramble } });
    for (const secret of [PASSWORD, OTHER, scrambled(PASSWORD), scrambled(OTHER)]) expect(out).not.toContain(secret);
    const { files } = JSON.parse(out) as { files: { name: string; fields: { name: string; outcome: string; says: string }[] }[] };
    const fields = files.find(({ name }) => name === "identity.xml")?.fields ?? [];
    const { outcome, says } = fields.find(({ name }) => name === field) ?? {};
    return `${outcome}: ${says}`;
  }

  test("compares both files with each other where the repository's own value cannot be had", async () => {
    expect(await fieldOf(scrambled(PASSWORD), scrambled(OTHER), {})).toContain(
      "differs: is another password than login.xml holds",
    );
    expect(await fieldOf(scrambled(PASSWORD), scrambled(PASSWORD, "x"), {})).toMatch(
      /^not-compared: .*it is the same as in login\.xml$/,
    );
    expect(await fieldOf(scrambled(PASSWORD), scrambled(PASSWORD, "x"), ENV)).toBe("equal: is equal");
  });

  test("finds a password of the key store that is one of the shared ones", async () => {
    const keyStore = (value: string, words?: string) =>
      fieldOf(scrambled(PASSWORD), scrambled(PASSWORD), ENV, words, "KeyStorePassword", parameter("KeyStorePassword", value));
    expect(await keyStore(scrambled(PASSWORD, "z"))).toMatch(/^differs: is the same password as \w+, which login\.xml also has/);
    expect(await keyStore(scrambled("k"))).toBe("undefined: undefined");
    expect(await keyStore(scrambled(PASSWORD), "")).toBe("undefined: undefined");
  });

  test("compares nothing without the option or with a placeholder", async () => {
    expect(await fieldOf(scrambled(PASSWORD), scrambled(OTHER), ENV, "")).toContain("not-compared: ");
    expect(await fieldOf(scrambled(PASSWORD), "@secret(/x)", ENV)).toContain("still the placeholder of a compiled file");
  });
});
