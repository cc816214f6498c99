import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { SecretValue } from "../../../src/kernel/diagnostic/secret.ts";
import type { Ran, RunLimits } from "../../../src/platform/run-program.ts";
import { encodeSecret } from "../../../src/platform/password-utility.ts";
import { exampleRepository, rulesOf, run } from "../../support/repository.ts";
import { discoveryOf, LIVE, REALM } from "./scene.ts";

const PLAIN = "pl@in-\u00fc<&secret";
const ENV = { TCSSO_CLIENT_SECRET: PLAIN, TCSSO_IDENTITY_PASSWORD: PLAIN, TCSSO_PROPERTIES_PASSWORD: PLAIN };

/** A program that answers so, and what it was given. */
function utility(answer: Partial<Ran> | Error) {
  const calls: { argv: readonly string[]; limits: RunLimits | undefined }[] = [];
  const world = {
    run(argv: readonly string[], limits?: RunLimits): Promise<Ran> {
      calls.push({ argv, limits });
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ code: 0, stdout: "", ...answer });
    },
  };
  return { world, calls };
}

describe("[E1] the site's password utility", () => {
  test("gets the value on standard input, without a shell, with limits of time and size; one line end after its answer is dropped", async () => {
    const { world, calls } = utility({ stdout: "{rotor}abc=\r\n" });
    const answer = await encodeSecret(["D:\\tools\\encode.cmd", "-in x"], new SecretValue(PLAIN), world);
    expect("value" in answer && answer.value.reveal()).toBe("{rotor}abc=");
    expect(calls[0]?.argv).toEqual(["D:\\tools\\encode.cmd", "-in x"]);
    expect(Buffer.from(calls[0]?.limits?.input ?? []).toString("utf8")).toBe(PLAIN);
    expect(calls[0]?.limits?.milliseconds).toBeGreaterThan(0);
    expect(calls[0]?.limits?.largest).toBeGreaterThan(0);
  });

  test.each([
    ["nothing", { stdout: "" }, "it printed nothing"],
    ["an empty line", { stdout: "\n" }, "not one line of text"],
    ["two lines", { stdout: "Encoded:\nabc\n" }, "not one line of text"],
    ["the password itself", { stdout: `${PLAIN}\n` }, "the password as it was given"],
    ["bytes that are no text", { stdout: "\ufffd", bytes: Buffer.from([0xff]) }, "not UTF-8"],
    ["a failure", { code: 3, stdout: "abc" }, "ended with exit code 3"],
    ["without end", { stopped: "time" } as const, "did not end within 60 seconds"],
    ["a flood", { stopped: "output" } as const, "more than 64 KiB"],
    ["no start", Object.assign(new Error("x"), { code: "ENOENT" }), "could not be run"],
  ])("that answers with %s is a fault that shows nothing of the value", async (_, answer, says) => {
    const found = await encodeSecret(["encode"], new SecretValue(PLAIN), utility(answer).world);
    expect("fault" in found && found.fault).toContain(says);
    expect(JSON.stringify(found)).not.toContain(PLAIN);
  });
});

describe("[E1] [E3] a compile with secrets", () => {
  const repository = (yaml: string) =>
    exampleRepository({ "environments/demo/sso.yaml": yaml, "environments/demo/discovery.json": discoveryOf(REALM) });
  const read = (folder: string, file: string) => readFileSync(join(folder, "dist", "demo", ...file.split("/")), "utf8");

  test("without a utility the server files keep the placeholder, with a finding for each; the identity provider gets the plain secret", async () => {
    const folder = repository(LIVE);
    const outcome = await run(folder, { out: join(folder, "dist"), withSecrets: true, env: ENV });
    expect(rulesOf(outcome)).toEqual(["secret/not-encoded", "secret/not-encoded", "secret/not-encoded"]);
    expect(outcome.outputs.get("demo")?.state).toBe("written");
    expect(read(folder, "sso/federation.properties")).toContain("client_secret=@secret(/oidc/clientSecret)");
    expect(read(folder, "sso/login.xml")).toContain("@secret(/secrets/propertiesPassword)");
    expect(JSON.parse(read(folder, "sso/realm.json")).clients[0].secret).toBe(PLAIN);
    expect(read(folder, "manifest.json")).not.toContain(PLAIN);
  });

  test.each([
    ["a placeholder of ours", "@secret(/oidc/clientSecret)", "holds a placeholder"],
    ["a word that somebody was to replace", "changeme", "holds a placeholder"],
    ["the name of a variable", "${CLIENT_SECRET}", "holds a placeholder"],
    ["blanks", " \t ", "holds only blanks"],
    ["what nobody sees", "\u200b", "holds only quotes or invisible characters"],
    ["UTF-16 that was read as UTF-8", "\ufffd\ufffdp\0w\0", "is not UTF-8 without a byte order mark"],
  ])("writes nothing where a reference gives %s: an import of realm.json would make it the secret", async (_, value, says) => {
    const folder = repository(LIVE);
    const env = { ...ENV, TCSSO_CLIENT_SECRET: value };
    const outcome = await run(folder, { out: join(folder, "dist"), withSecrets: true, env });
    const [found] = outcome.findings.filter(({ rule }) => rule === "secret/not-set");
    expect([found?.severity, plain(found?.message ?? [])]).toEqual([
      "error",
      expect.stringContaining(`environment variable TCSSO_CLIENT_SECRET ${says}`),
    ]);
    expect(outcome.outputs.get("demo")?.state).toBe("not-written");
  });

  test.each(["changeit", "$ecret7", "on", "{AES}Zm9v", "a b"])("takes '%s' as the password that it may be", async (value) => {
    const folder = repository(LIVE);
    await run(folder, { out: join(folder, "dist"), withSecrets: true, env: { ...ENV, TCSSO_CLIENT_SECRET: value } });
    expect(JSON.parse(read(folder, "sso/realm.json")).clients[0].secret).toBe(value);
  });

  test("with one holds what it printed, in each file as that file spells it", async () => {
    const folder = repository(`${LIVE}passwordUtility: { encode: [ encode, -stdin ] }\n`);
    const programs = { "encode -stdin": (input: Buffer) => `<${input.toString("hex")}&>\n` };
    const outcome = await run(folder, { out: join(folder, "dist"), withSecrets: true, env: ENV, programs });
    expect(outcome.findings.map(({ message }) => plain(message))).toEqual([]);
    const hex = Buffer.from(PLAIN).toString("hex");
    expect(read(folder, "sso/federation.properties")).toContain(`client_secret=<${hex}&>`);
    for (const file of ["sso/login.xml", "sso/identity.xml"]) {
      expect(read(folder, file)).toContain(`name="identityServicePassword" value="&lt;${hex}&amp;&gt;"`);
      expect(read(folder, file)).not.toContain("pl@in");
    }
  });

  test("whose utility fails writes nothing", async () => {
    const folder = repository(`${LIVE}passwordUtility: { encode: [ encode ] }\n`);
    const outcome = await run(folder, { out: join(folder, "dist"), withSecrets: true, env: ENV, programs: { encode: () => "" } });
    expect(outcome.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(
      Array(3).fill("error secret/not-encoded"),
    );
    expect(outcome.outputs.get("demo")?.state).toBe("not-written");
  });
});

describe("[E3] a secret that was looked up and is also in the repository as text", () => {
  const VALUE = "Ab3-geheim<&9";
  const env = { TCSSO_CLIENT_SECRET: VALUE, TCSSO_IDENTITY_PASSWORD: "x1", TCSSO_PROPERTIES_PASSWORD: "secret" };
  const found = async (files: Readonly<Record<string, string>>, yaml = LIVE, variables = env) => {
    const folder = exampleRepository({
      "environments/demo/sso.yaml": yaml,
      "environments/demo/discovery.json": discoveryOf(REALM),
      ...files,
    });
    const { findings, outputs } = await run(folder, { out: join(folder, "dist"), withSecrets: true, env: variables });
    expect(JSON.stringify(findings)).not.toContain("geheim");
    const own = findings.filter(({ rule }) => rule === "secret/plain-value");
    expect(outputs.get("demo")?.state).toBe(own.length > 0 ? "not-written" : "written");
    return own.map(({ at, message }) => `${at?.line}: ${plain(message)}`);
  };
  const NOTE = "environments/demo/installed/note.txt";
  const says = `2: ${NOTE} holds the secret that oidc.clientSecret refers to`;
  const base64 = (text: string) => Buffer.from(text).toString("base64");

  test.each([
    ["as it is", VALUE],
    ["in XML", VALUE.replace("&", "&amp;").replace("<", "&lt;")],
    ["percent-encoded", encodeURIComponent(VALUE)],
    ["in base64", base64(VALUE)],
    ["in base64, one character later", base64(`u${VALUE}`)],
    ["in base64, after a user's name", base64(`jd:${VALUE}!`)],
    ["in base64 for addresses", Buffer.from(`??>${VALUE}`).toString("base64url")],
  ])("%s", async (_, text) => {
    expect(await found({ [NOTE]: `a\nb ${text} c\n` })).toEqual([says]);
  });

  const FEDERATION = "environments/demo/installed/federation.properties";
  test.each([
    ["as Java writes it", "Ab3-geheim<&9", "Ab3-geheim<&9"],
    ["with escapes that Java drops", "Ab3/ge=heim:9", "Ab3\\/ge\\=heim\\:9"],
    ["by code units", "Ab3-gehéim<&9", "Ab3-geh\\u00e9im\\u003c&9"],
    ["over two lines", "Ab3-geheim<&9", "Ab3-ge\\\n    heim<&9"],
    ["beside other text", "Ab3/ge=heim:9", "x Ab3\\/ge\\=heim\\:9 y"],
  ])("%s, in a properties file", async (_, value, written) => {
    const files = { [FEDERATION]: `tcsso.oidc.client_id=plm\n  tcsso.oidc.client_secret = ${written}\n` };
    const [first, ...others] = await found(files, LIVE, { ...env, TCSSO_CLIENT_SECRET: value });
    expect([first, others]).toEqual([`2: ${FEDERATION} holds the secret that oidc.clientSecret refers to`, []]);
  });

  test("another value, a placeholder and a comment are none of it", async () => {
    const files = {
      [FEDERATION]: "# tcsso.oidc.client_secret=Ab3\\/ge\\=heim\\:8\ntcsso.oidc.client_secret=@secret(/oidc/clientSecret)\n",
    };
    expect(await found(files, LIVE, { ...env, TCSSO_CLIENT_SECRET: "Ab3/ge=heim:9" })).toEqual([]);
  });

  test("words and short values prove nothing, and the file that a reference names holds it rightly", async () => {
    expect(await found({ [NOTE]: "x1 secret\n" })).toEqual([]);
    const yaml = LIVE.replace("{ env: TCSSO_CLIENT_SECRET }", "{ file: environments/demo/client.txt }");
    expect(await found({ "environments/demo/client.txt": `${VALUE}\n` }, yaml)).toEqual([]);
  });
});
