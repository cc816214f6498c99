import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { builtCli, runBuilt } from "../../cli/built.ts";
import { treeOf } from "../../cli/civil.ts";
import { RICH_REPOSITORY } from "../run/rich-repository.ts";
import { exampleRepository, type Files, temporaryFolder, withTierAt } from "../../support/repository.ts";

/*
 * The same inputs give the same bytes on any machine, in any time zone and language, from any folder, in whatever order the files came
 * to lie there, with one processor or several (docs/formats.md). `.ci/run` compares Node 20, 22 and 24 in the same way.
 */

const ROOT = join(import.meta.dirname, "../../..");
const unix = process.platform !== "win32";

/** The sample repository at the top of this project, without the kits, which a compile does not read. */
function sample(): Files {
  const files: Files = {};
  for (const top of ["environments", "releases", "templates"]) {
    for (const entry of readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })) {
      const path = relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/");
      if (entry.isFile() && !/^releases\/[^/]+\/kit\//.test(path)) files[path] = readFileSync(join(ROOT, path));
    }
  }
  return files;
}

const REPOSITORIES: Readonly<Record<string, () => Readonly<Files>>> = {
  "the sample": sample,
  "the example": () => RICH_REPOSITORY,
};

function laidOut(files: Readonly<Files>, order: (paths: string[]) => string[]): string {
  const folder = temporaryFolder();
  for (const path of order(Object.keys(files))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), files[path] as Buffer);
  }
  return folder;
}

const forwards = (paths: string[]) => [...paths].sort();
const backwards = (paths: string[]) => [...paths].sort().reverse();

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

const ENV = { LICENSE_KEY: "a-key", TCSSO_CLIENT_SECRET: "a-secret" };
const DAY = ["--today", "2026-11-21"];

function compiled(
  folder: string,
  given: {
    argv?: readonly string[];
    env?: Readonly<Record<string, string>>;
    before?: readonly string[];
    cwd?: string;
    nodeOptions?: readonly string[];
  } = {},
) {
  const { argv = DAY, env = {}, cwd = folder, ...more } = given;
  const out = temporaryFolder();
  const found = runBuilt(command, ["-C", relative(cwd, folder) || ".", "compile", "--out", relative(cwd, out), ...argv], {
    cwd,
    env: { ...ENV, ...env },
    ...more,
  });
  expect([found.code, found.err]).toEqual([0, ""]);
  const tree = treeOf(out);
  expect(Object.keys(tree).filter((path) => path.endsWith("manifest.json")).length).toBeGreaterThanOrEqual(3);
  return { tree, said: found.out.replaceAll(relative(cwd, out), "OUT") };
}

describe.each(Object.keys(REPOSITORIES))("%s", (name) => {
  let files: Readonly<Files> = {};
  let wanted: ReturnType<typeof compiled>;
  beforeAll(() => {
    files = REPOSITORIES[name]?.() ?? {};
    wanted = compiled(laidOut(files, forwards));
  });

  test("the same bytes a second time, in another folder, laid out in another order, with other times", () => {
    const folder = laidOut(files, backwards);
    for (const path of Object.keys(files)) utimesSync(join(folder, path), 1, 1);
    expect(compiled(folder)).toEqual(wanted);
    expect(compiled(folder)).toEqual(wanted);
  });

  test.each([
    {
      TZ: "Asia/Kathmandu",
      LANG: "tr_TR.UTF-8",
      LC_ALL: "tr_TR.UTF-8",
      LANGUAGE: "tr",
      FORCE_COLOR: "0",
      CI: "true",
      NODE_ENV: "production",
    },
    {
      TZ: "Pacific/Kiritimati",
      LC_ALL: "C",
      HOME: "nowhere",
      USERPROFILE: "nowhere",
      USER: "somebody",
      TMPDIR: "nowhere",
      HOSTNAME: "elsewhere",
      TERM: "dumb",
    },
  ] as readonly Record<string, string>[])("the same bytes and words with %j", (env) => {
    expect(compiled(laidOut(files, forwards), { env })).toEqual(wanted);
  });

  test("the same bytes from another current folder", () => {
    const folder = laidOut(files, forwards);
    expect(compiled(folder, { cwd: join(folder, "environments") }).tree).toEqual(wanted.tree);
    expect(compiled(folder, { cwd: temporaryFolder() }).tree).toEqual(wanted.tree);
  });

  test.runIf(unix)("the same bytes under another mask of rights", () => {
    expect(compiled(laidOut(files, forwards), { before: ["sh", "-c", 'umask 077; exec "$@"', "sh"] })).toEqual(wanted);
  });

  test("the same bytes on another day: the manifest does not look at the clock", () => {
    for (const day of ["2030-02-28", "2036-12-31"])
      expect(compiled(laidOut(files, forwards), { argv: ["--today", day] }).tree).toEqual(wanted.tree);
  });

  test("the same bytes for one environment alone as for all", () => {
    for (const environment of Object.keys(wanted.tree).flatMap((path) => /^([^/]+)\/manifest\.json$/.exec(path)?.[1] ?? [])) {
      const alone = compiledAlone(laidOut(files, forwards), environment);
      expect(alone).toEqual(
        Object.fromEntries(Object.entries(wanted.tree).filter(([path]) => path.startsWith(`${environment}/`))),
      );
    }
  });

  test("no file contains the place or time of its creation", () => {
    const folder = laidOut(files, forwards);
    const { tree } = compiled(folder);
    for (const [path, text] of Object.entries(tree)) {
      expect([
        path,
        text.includes(folder),
        text.includes(process.execPath),
        text.includes("2026-11-21"),
        text.includes(process.version),
      ]).toEqual([path, false, false, false, false]);
    }
  });
});

function compiledAlone(folder: string, environment: string): Record<string, string> {
  const out = temporaryFolder();
  expect(runBuilt(command, ["compile", environment, "--out", out, ...DAY], { cwd: folder, env: ENV }).code).toBe(0);
  return treeOf(out);
}

describe("many environments", () => {
  test("with helper threads and without the same bytes and words", () => {
    const many = Object.fromEntries(
      Array.from({ length: 260 }, (_, i) => `env${i}`).map((name) => [
        `environments/${name}/environment.yaml`,
        withTierAt(`${name}.example.com`, String(RICH_REPOSITORY["environments/demo/environment.yaml"])).replace(
          "name: demo",
          `name: ${name}`,
        ),
      ]),
    );
    const folder = exampleRepository(many);
    const threaded = runBuilt(command, ["compile", "--out", "threaded"], { cwd: folder });
    rmSync(join(folder, ".tierwright"), { recursive: true });
    rmSync(join(dirname(command), "worker.cjs"));
    const alone = runBuilt(command, ["compile", "--out", "alone"], { cwd: folder });
    expect([threaded.code, alone.code]).toEqual([0, 0]);
    expect(threaded.out.replaceAll("threaded", "OUT")).toBe(alone.out.replaceAll("alone", "OUT"));
    expect(treeOf(join(folder, "threaded"))).toEqual(treeOf(join(folder, "alone")));
  });
});

describe("what is written", () => {
  test("is ordinary files, with line feeds in what is ours and the kit's own line ends in what is the kit's", () => {
    const files = { ...RICH_REPOSITORY };
    for (const [path, text] of Object.entries(files))
      if (/base\/(connector|client)\.properties$/.test(path)) files[path] = String(text).replaceAll("\n", "\r\n");
    const folder = laidOut(files, forwards);
    const { tree } = compiled(folder);
    for (const [path, text] of Object.entries(tree)) {
      if (/manifest\.json$|\.md$/.test(path)) expect([path, text.includes("\r")]).toEqual([path, false]);
      if (/connector\.properties$|CommonClient\.properties$/.test(path))
        expect([path, /(?<!\r)\n/.test(text)]).toEqual([path, false]);
    }
  });
});
