import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import * as api from "../../../src/index.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { readPage } from "../../docs/page.ts";
import { read } from "../../house/project.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, temporaryFolder, twoEnvironments } from "../../support/repository.ts";

const { check, compile, plan, Refusal } = api;
const DEMO = "environments/demo/environment.yaml";
const TODAY = "2026-11-21";

const inMemory = (changes: Readonly<Record<string, string>> = {}) =>
  new Map(Object.entries({ ...EXAMPLE_REPOSITORY, ...changes }));

/** The document that a command prints. */
const printed = async (argv: readonly string[], cwd: string) =>
  JSON.parse((await cli([...argv, "--format", "json"], { cwd })).out) as unknown;

const brokenAddress = () =>
  exampleRepository({ [DEMO]: (EXAMPLE_REPOSITORY[DEMO] ?? "").replace("8443/tc", "8443/tc/RestServices") });

/** The refusal that a call ends with. */
async function refused(call: () => Promise<unknown>): Promise<api.Refusal> {
  const error = await call().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as api.Refusal;
}

describe("the public API", () => {
  test("is this list of names and no other, each on docs/library.md", () => {
    const values = ["Log4j2Document", "PropertiesDocument", "Refusal", "VERSION", "check", "compile", "plan"];
    expect(Object.keys(api).sort()).toEqual(values);
    const types = [...read("src/index.ts").matchAll(/export type \{([^}]*)\}/g)].flatMap(
      ([, names = ""]) => names.match(/\w+/g) ?? [],
    );
    expect(types.sort()).toEqual(
      [
        ...[
          "Change",
          "Charset",
          "CheckOptions",
          "Checked",
          "Compiled",
          "Finding",
          "FindingsDocument",
          "Loaded",
          "Log4j2Appender",
          "Log4j2Logger",
          "PlanDocument",
        ],
        ...[
          "PlanOptions",
          "Planned",
          "PlannedEnvironment",
          "PlannedFinding",
          "PropertyChange",
          "PropertyEntry",
          "Source",
          "Verdict",
        ],
      ].sort(),
    );
    const page = readPage("docs/library.md");
    for (const name of [...values, ...types]) expect(page, name).toMatch(new RegExp(`\`${name}[\`(]`));
    for (const [, name = ""] of read("src/serve/library/options.ts").matchAll(/readonly (\w+)\?/g))
      expect(page).toContain(`| \`${name}\` |`);
  });
});

describe("[C1] check", () => {
  test("gives what the command prints, of a folder, its URL and its files alike", async () => {
    for (const [folder, passes] of [
      [exampleRepository(), true],
      [brokenAddress(), false],
    ] as const) {
      const files = new Map(Object.keys(EXAMPLE_REPOSITORY).map((path) => [path, readFileSync(join(folder, path))]));
      for (const source of [folder, pathToFileURL(folder), files]) {
        const found = await check(source, { today: TODAY });
        expect(found.passes).toBe(passes);
        expect(found.document).toEqual(await printed(["check"], folder));
      }
    }
  });

  test("passes as the exit code says, with every severity, and looks at what was asked for", async () => {
    const folder = exampleRepository();
    edit(folder, DEMO, "https://plm.example.com:4544", "https://files.example.com:4544");
    for (const failOn of ["error", "warning", "info"] as const) {
      const { code } = await cli(["check", "--fail-on", failOn], { cwd: folder });
      expect((await check(folder, { today: TODAY, failOn })).passes).toBe(code === 0);
    }
    const two = twoEnvironments();
    const found = await check(two, { today: TODAY, environments: ["production"] });
    expect(found.document.verdicts.map(({ environment }) => environment)).toEqual(["production"]);
    const hosts = "10.0.0.1 plm.example.com\n10.0.0.2 files.example.com\n";
    expect((await check(folder, { today: TODAY, hosts })).document.tiers[0]?.hosts[0]?.verdict).toBe("half-switch");
    expect((await check(folder, { today: TODAY, requireProof: true })).passes).toBe(false);
  });
});

describe("[B1] compile", () => {
  test("gives the bytes that the command writes, with placeholders for secrets, and nothing of what may not be used", async () => {
    const secret = {
      [DEMO]: `${EXAMPLE_REPOSITORY[DEMO]}`.replace(
        "workstation:\n",
        "workstation:\n  set: { connector: { MY_PASSWORD: { env: HOME } } }\n",
      ),
    };
    const folder = exampleRepository(secret);
    const made = await compile(inMemory(secret), { today: TODAY });
    const { code } = await cli(["compile"], { cwd: folder });
    expect([made.passes, code]).toEqual([true, 0]);
    const written = readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" }).filter((path) =>
      /\.\w+$/.test(path),
    );
    expect([...made.files.keys()]).toEqual(written.sort());
    for (const [path, bytes] of made.files) expect(Buffer.from(bytes)).toEqual(readFileSync(join(folder, "dist", path)));
    expect(Buffer.from(made.files.get("demo/connector/connector.properties") ?? []).toString()).toContain("@secret(");
    expect(made.document.outputs).toEqual([{ environment: "demo", state: "written", why: null, folder: "demo" }]);
    const none = await compile(brokenAddress(), { today: TODAY });
    expect([none.passes, none.files.size, none.document.outputs?.[0]?.state]).toEqual([false, 0, "not-written"]);
  });
});

describe("[B7] plan", () => {
  test("gives what the command prints with a folder as its base, and says what counts", async () => {
    const [before, after] = [exampleRepository(), brokenAddress()];
    const found = await plan(before, inMemory({ [DEMO]: readFileSync(join(after, DEMO), "utf8") }), {
      today: TODAY,
      baseName: before,
    });
    const told = (await printed(["plan", "--base", before], after)) as api.PlanDocument;
    expect(found.document).toEqual({ ...told, compared: { ...told.compared, says: before } });
    expect([found.passes, found.document.gate.open]).toEqual([false, false]);
    expect((await plan(after, after, { today: TODAY, gate: "new" })).passes).toBe(true);
    expect((await plan(after, after, { today: TODAY })).passes).toBe(false);
  });

  test("tells of a broken base, of an environment that is gone, and of rules that the change alters", async () => {
    const broken = await plan(inMemory({ [DEMO]: "a: [" }), inMemory(), { today: TODAY });
    expect(broken.document.environments.map(({ status }) => status)).toEqual(["broken"]);
    const gone = await plan(twoEnvironments(), exampleRepository(), { today: TODAY, environments: ["production"] });
    expect(gone.document.environments.map(({ name, status }) => [name, status])).toEqual([["production", "removed"]]);
    const rules = await plan(inMemory(), inMemory({ ".github/workflows/gate.yml": "on: push\n" }), { today: TODAY });
    expect(rules.document.ownRules.map(({ what, change }) => [what, change])).toEqual([["workflow", "added"]]);
  });
});

describe("every function", () => {
  test("writes nothing where its sources lie, prints nothing, leaves nothing behind, and reads no variable", async () => {
    const folder = exampleRepository();
    const before = readdirSync(folder).sort();
    const temporary = readdirSync(process.env.TMPDIR ?? "");
    const spies = [
      vi.spyOn(process.stdout, "write"),
      vi.spyOn(process.stderr, "write"),
      vi.spyOn(process, "exit"),
      vi.spyOn(process, "cwd"),
    ];
    await check(folder);
    await compile(inMemory());
    await plan(folder, inMemory());
    await refused(() => check(inMemory(), { environments: ["other"] }));
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    for (const spy of spies) spy.mockRestore();
    expect(readdirSync(folder).sort()).toEqual(before);
    expect(existsSync(join(folder, ".tierwright"))).toBe(false);
    expect(readdirSync(process.env.TMPDIR ?? "")).toEqual(temporary);
  });

  const anything = (value: unknown) => value as never;
  test.each([
    ["a relative path", () => check("environments"), "is not an absolute path"],
    ["no folder", () => check(join(temporaryFolder(), "none")), "is not a folder"],
    ["another URL", () => check(new URL("https://example.com/")), "is not the URL of a folder"],
    ["a URL that is no path", () => check(new URL("file:///%zz")), "is not the URL of a folder of this machine"],
    ["a URL with an encoded separator", () => check(new URL("file:///a%2fb")), "is not the URL of a folder of this machine"],
    ["a folder that is none of ours", () => plan(temporaryFolder(), exampleRepository()), "is not a config repository"],
    ["a path that leads out", () => check(new Map([["environments/../../a", ""]])), "is not the path of a file below"],
    ["an absolute path of a file", () => check(new Map([["/environments/a", ""]])), "is not the path of a file below"],
    ["a path of Windows", () => check(new Map([["environments\\site.yaml", ""]])), "is not the path of a file below"],
    ["content of another kind", () => check(anything(new Map([["environments/a", 1]]))), "neither a text nor bytes"],
    ["an object", () => check(anything({ environments: {} })), "a path, a file URL or a Map"],
    ["no environments", () => check(new Map([["a.yaml", ""]])), "none lies in the folder 'environments'"],
    ["no environment", () => check(new Map([["environments/site.yaml", ""]])), "has no environment"],
    ["no environment after the change", () => plan(inMemory(), new Map([["environments/site.yaml", ""]])), "has no environment"],
    ["a file as a folder", () => check(inMemory({ "environments/site.yaml/a": "" })), "lies below a file of these files"],
    ["an environment that is not there", () => compile(inMemory(), { environments: ["dmo"] }), "did you mean 'demo'?"],
    ["a day that is none", () => check(inMemory(), { today: "2026-02-30" }), "today cannot be '2026-02-30'"],
    ["a severity that is none", () => check(inMemory(), { failOn: anything("bad") }), "failOn cannot be 'bad'"],
    ["a gate that is none", () => plan(inMemory(), inMemory(), { gate: anything("some") }), "gate cannot be 'some'"],
  ])("refuses %s in words, with what to do", async (_, call, words) => {
    const { code, message, help } = await refused(call);
    expect([code, message]).toEqual([2, expect.stringContaining(words)]);
    expect(help).toMatch(/\w{3}/);
    expect(message).not.toMatch(/\b(?:undefined|ENOENT|EEXIST|TypeError)\b/);
  });

  test("reads a folder whose name has spaces and letters of any language", async () => {
    const folder = join(temporaryFolder(), "configuración con espacios %20#");
    mkdirSync(folder);
    cpSync(exampleRepository(), folder, { recursive: true });
    expect((await check(pathToFileURL(folder))).passes).toBe(true);
  });
});
