import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { forgeries, planted, textFields } from "../../kernel/records/fields.ts";
import { cli } from "../../support/host.ts";
import { sha256 } from "./support/bundle.ts";
import { at } from "./support/installation.ts";
import type { Outcome } from "./support/runner.ts";
import { RUNNERS } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

/* A receipt is input: whatever a field of it says, no command opens, prints or digests a file outside of the root because of it. */

const SECRET = "root:$6$Zr0Cq3nV$7l1K:19700:0:99999";

const receiptsIn = (root: string): string[] => {
  const folder = join(at.swap(root), "receipts");
  return readdirSync(folder).map((name) => join(folder, name));
};
const newestOf = (root: string): string =>
  receiptsIn(root)
    .filter((path) => /[\\/]\d{6}-/.test(path))
    .sort()
    .at(-1) ?? "";

async function scene(runner: (typeof RUNNERS)[number]) {
  const here = new Workstation(runner, "hand-made");
  await here.done(here.deploy(here.swap()));
  const outside = join(here.folder, "outside", "shadow.properties");
  mkdirSync(dirname(outside));
  writeFileSync(outside, `${SECRET}\n`);
  const path = newestOf(here.root);
  const bytes = readFileSync(path);
  const settings = here.settings({ serial: 1_790_100_050 });
  return { here, outside, path, bytes, settings, digest: sha256(readFileSync(outside)) };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** The parts of a receipt that name files outside of the plug-in folder. */
interface Forged {
  readonly paths: object;
  readonly state: { readonly files: object[] };
}

/** Every command that reads a receipt. */
const READERS: Readonly<Record<string, (scene: Scene) => Promise<Outcome>>> = {
  "deploy --verify": ({ here }) => here.verify(),
  "deploy --accept-drift": ({ here, settings }) => here.deploy(settings, { acceptDrift: true }),
  "deploy --what-if": ({ here, settings }) => here.deploy(settings, { whatIf: true }),
  rollback: ({ here }) => here.rollback(),
  "rollback --what-if": ({ here }) => here.rollback({ whatIf: true }),
  "rollback --list": ({ here }) => here.rollback({ list: true }),
};

/** What is tried with a runner that takes seconds to start. */
const SHORT = new Set([
  "an absolute path",
  "a path upwards in the middle",
  "a NUL",
  "deploy --verify",
  "deploy --accept-drift",
  "rollback --list",
]);

function untouched({ here, outside, digest }: Scene, { code, out, err }: Outcome): void {
  expect([0, 10, 12]).toContain(code);
  expect(`${out}${err}`).not.toContain(SECRET.slice(5, 20));
  expect(`${out}${err}`).not.toContain(digest);
  expect(readFileSync(outside, "utf8")).toBe(`${SECRET}\n`);
  for (const path of receiptsIn(here.root)) expect(readFileSync(path, "utf8")).not.toContain(digest);
}

describe.each(RUNNERS)("$name", (runner) => {
  const fields = textFields("receipt").map((field) => [field.join("/"), field] as const);
  const places = fields.filter(([name]) => /path|^install$|client|roots|strays|folder|conf|logger/.test(name));

  const cases = places.flatMap(([name, field]) =>
    (field.includes("files") ? ["log4j2", "profile-7"] : [""]).map((id) => [name, id, field] as const),
  );

  test.each(eachNth(12, cases))(
    "[D4] a receipt with another place in %s %s: no command reads or digests it",
    async (_, id, field) => {
      const given = await scene(runner);
      const { here, path, bytes, outside } = given;
      const record = JSON.parse(bytes.toString("utf8"));
      // what makes a reader look: a key of that file, and files that no settings bundle brings again
      record.state.values.push({ file: "client", key: "root", value: "x" }, { file: "connector", key: "root", value: "x" });
      const listed = { path: join(here.root, "C", "none.xml"), size: 1, sha256: "0".repeat(64) };
      record.state.files.unshift({ id: field.includes("files") ? id : "log4j2", ...listed });
      for (const extra of ["roots", "strays"]) record.paths[extra] ??= [];
      for (const list of [record.paths.roots, record.paths.strays])
        if (list.length === 0) list.push(join(here.root, "C", "none"));
      if (record.strays.length === 0)
        record.strays.push({ path: join(here.root, "C", "x"), to: `strays/${record.run}/1-x`, sha256: "0".repeat(64) });
      const all = runner.name === "built-in";
      for (const [what, text] of Object.entries(forgeries(outside))) {
        if (!all && !SHORT.has(what)) continue;
        const forged = planted(record, field, text);
        if (forged === null) continue;
        for (const [name, run] of Object.entries(READERS)) {
          if (!all && !SHORT.has(name)) continue;
          for (const other of receiptsIn(here.root)) if (other !== path) rmSync(other);
          writeFileSync(path, JSON.stringify(forged));
          const ended = await run(given);
          try {
            untouched(given, ended);
          } catch (error) {
            throw new Error(`${name}, ${what}: ${(error as Error).message}`);
          }
        }
      }
    },
  );

  const MISNAMED: readonly (readonly [string, (record: Forged, path: string) => void])[] = [
    ["the client file", ({ paths }, path) => Object.assign(paths, { client: path })],
    ...["client", "log4j2", "connector", "x", "", "profile-", "profile-x", "Profile-1", "__proto__", "constructor"].map(
      (id) =>
        [
          `a file with the id '${id}'`,
          ({ state }: Forged, path: string) => void state.files.unshift({ id, path, size: 1, sha256: "0".repeat(64) }),
        ] as const,
    ),
  ];

  test.each(eachNth(8, MISNAMED))(
    "[D4] a receipt that names what is no such file as %s: no command reads or digests it",
    async (_, forge) => {
      const given = await scene(runner);
      const { here, path, bytes } = given;
      // in the root, so that its place alone says nothing against it
      const inside = join(here.root, "C", "shadow");
      writeFileSync(inside, `${SECRET}\n`);
      const record = JSON.parse(bytes.toString("utf8"));
      record.state.values.push({ file: "client", key: "root", value: "x", decided: true });
      forge(record, inside);
      writeFileSync(path, JSON.stringify(record));
      for (const [name, run] of Object.entries(READERS)) {
        if (runner.name !== "built-in" && !SHORT.has(name)) continue;
        const ended = await run(given);
        untouched(given, ended);
        expect([name, ended.code]).toEqual([name, 12]);
      }
    },
  );

  test("[D4] a client file behind a folder that is a link out of the root is not read", async () => {
    const given = await scene(runner);
    const { here, path, bytes, outside } = given;
    const record = JSON.parse(bytes.toString("utf8"));
    const link = join(here.root, "C", "linked");
    symlinkSync(dirname(outside), link, "junction");
    writeFileSync(path, JSON.stringify(planted(record, ["paths", "client"], join(link, "shadow.properties"))));
    for (const name of Object.keys(READERS)) {
      const ended = await (READERS[name] as (scene: Scene) => Promise<Outcome>)(given);
      untouched(given, ended);
      expect([name, ended.code]).toEqual([name, 12]);
    }
  });
});

describe("without a root", () => {
  test("[D4] a receipt opens no file that is not of its type, wherever it lies; one of a client that lies elsewhere is compared", async () => {
    const { here, outside, path, bytes, digest } = await scene(RUNNERS[0] as (typeof RUNNERS)[number]);
    const install = at.install(here.root);
    const verify = () => cli(["deploy", "--verify", "--install", install, "--format", "json"]);
    expect(await verify()).toMatchObject({ code: 0 });
    const record = JSON.parse(bytes.toString("utf8"));
    record.state.values.push({ file: "client", key: "root", value: "x", decided: true });
    for (const name of ["shadow", "shadow.pem", "x.properties.bak", "properties"]) {
      const file = join(dirname(outside), name);
      writeFileSync(file, `${SECRET}\n`);
      for (const forged of [
        { ...record, paths: { ...record.paths, client: file } },
        { ...record, state: { ...record.state, files: [{ id: "log4j2", path: file, size: 1, sha256: "0".repeat(64) }] } },
      ]) {
        writeFileSync(path, JSON.stringify(forged));
        const { code, out, err } = await verify();
        expect([name, code]).toEqual([name, 12]);
        expect(`${out}${err}`).not.toMatch(/Zr0Cq3nV/);
      }
    }
    // of a profile, which may be called anything, is said that it differs
    record.state.files.push({ id: "profile-9", path: outside, size: 1, sha256: "0".repeat(64) });
    writeFileSync(path, JSON.stringify(record));
    const told = await verify();
    expect(told).toMatchObject({ code: 12, out: expect.stringContaining('"changed"') });
    expect(`${told.out}${told.err}`).not.toContain(digest);
    const moved = join(dirname(outside), "CommonClient.PROPERTIES");
    writeFileSync(moved, readFileSync(record.paths.client));
    const honest = JSON.parse(bytes.toString("utf8"));
    writeFileSync(path, JSON.stringify({ ...honest, paths: { ...honest.paths, client: moved } }));
    expect(await verify()).toMatchObject({ code: 0 });
  });

  test("[D4] a client file of another type is refused before a receipt could name it", async () => {
    const { here, settings, outside } = await scene(RUNNERS[0] as (typeof RUNNERS)[number]);
    const file = join(dirname(outside), "client.txt");
    writeFileSync(file, readFileSync(at.client(here.root)));
    await here.refused(() => here.deploy(settings, { clientFile: file }), 10, /client\.txt does not end in \.properties/);
  });
});

const HASH = "$6$Zr0Cq3nVabcd$7l1Kqwertyuiop";

describe.each(RUNNERS)("without a root, $name", (runner) => {
  async function forged() {
    const given = await scene(runner);
    const { here, path, bytes, outside } = given;
    writeFileSync(outside, `PIN_OF_THE_DOOR=door-4711-pin\nroot=${HASH}\nOTHER=plain-value\n`);
    const xml = join(dirname(outside), "secret.xml");
    writeFileSync(xml, "<x>plain-value</x>\n");
    const record = JSON.parse(bytes.toString("utf8"));
    record.paths.client = outside;
    for (const key of ["PIN_OF_THE_DOOR", "root", "OTHER"])
      record.state.values.push({ file: "client", key, value: "x", decided: true });
    record.state.files = [
      { id: "client", path: outside, size: 1, sha256: "0".repeat(64) },
      { id: "log4j2", path: xml, size: 1, sha256: "0".repeat(64) },
    ];
    writeFileSync(path, JSON.stringify(record));
    const digests = [outside, xml].map((file) => sha256(readFileSync(file)));
    const before = [outside, xml].map((file) => readFileSync(file, "utf8"));
    const safe = ({ out, err }: Pick<Outcome, "out" | "err">) => {
      expect(`${out}${err}`).not.toMatch(/door-4711-pin|Zr0Cq3nV|plain-value/);
      const written = receiptsIn(here.root).map((one) => readFileSync(one, "utf8"));
      for (const digest of digests) expect(`${out}${err}${written.join("")}`).not.toContain(digest);
      expect(written.join("")).not.toMatch(/door-4711-pin|Zr0Cq3nV|plain-value/);
      expect([outside, xml].map((file) => readFileSync(file, "utf8"))).toEqual(before);
    };
    return { ...given, install: at.install(here.root), safe };
  }

  test("[D4, D9] verify names the keys of a client file that only a receipt names, and no value of it", async () => {
    const { here, install, safe, outside, path, bytes } = await forged();
    const ended = await here.verify({ root: "", install });
    safe(ended);
    expect(ended.code).toBe(12);
    expect(ended.err).toContain("PIN_OF_THE_DOOR is (hidden); the deploy had set (hidden)");
    expect(ended.err).toContain(`the values of ${outside} are not shown`);
    writeFileSync(outside, "x=\\u00zz plain-value\n");
    const unreadable = await here.verify({ root: "", install });
    expect(unreadable.err).not.toMatch(/00zz|plain-value/);
    // the honest neighbour: the command line names the file, so its values are shown
    writeFileSync(path, bytes);
    const client = at.client(here.root);
    writeFileSync(client, readFileSync(client, "latin1").replace("plm.example.com", "drifted.example.com"));
    const named = await here.verify({ root: "", install, clientFile: client });
    expect(named.err).toContain("drifted.example.com");
    expect((await here.verify({ root: "", install })).err).not.toContain("drifted.example.com");
  });

  test("[D4] a deploy that accepts drift neither reads nor writes what only a forged receipt names, nor digests it", async () => {
    const { here, install, safe } = await forged();
    const paths = { roots: [], strays: [] };
    const settings = here.settings({ serial: 1_790_100_060, paths, tier: "pilot" });
    const options = { root: "", install, clientFile: at.client(here.root), acceptDrift: true, switchEnvironment: true };
    const what = await here.deploy(settings, { ...options, whatIf: true });
    safe(what);
    const ended = await here.deploy(settings, options);
    safe(ended);
    expect([what.code, ended.code, ended.err]).toEqual([0, 0, ""]);
  });

  test("[D8] an installation that was copied says so, and what to do", async () => {
    const { here, install, path, bytes } = await forged();
    writeFileSync(path, bytes);
    const copy = join(here.folder, "copied");
    cpSync(install, copy, { recursive: true });
    const ended = await here.verify({ root: "", install: copy });
    expect(ended.code).toBe(12);
    expect(ended.err).toMatch(/copied or moved after the deploy, or is named differently/);
    expect(ended.err).toMatch(/move its folder \.swap away and install the swap bundle there/);
    expect((await here.verify({ root: "", install })).code).toBe(0);
  });
});
