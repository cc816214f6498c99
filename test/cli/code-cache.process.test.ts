import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { runInThisContext } from "node:vm";
import { beforeAll, describe, expect, test } from "vitest";
import { writeCodeCache } from "../../scripts/bundle/code-cache.mjs";
import { asScript, scriptsOf } from "../../scripts/bundle/scripts.mjs";
import { ROOT } from "../house/project.ts";
import { temporaryFolder } from "../support/repository.ts";
import { builtCli, runBuilt } from "./built.ts";

/* The command with what V8 made of its scripts in an earlier process (scripts/bundle/launcher.cjs): the same command, sooner. */

let cli = "";
let folder = "";
let caches: readonly string[] = [];

beforeAll(async () => {
  cli = await builtCli();
  folder = join(dirname(cli), "parts");
  await writeCodeCache(cli);
  caches = readdirSync(folder).filter((name) => name.endsWith(".cache"));
}, 120_000);

function repository(): string {
  const copy = temporaryFolder();
  for (const part of ["environments", "releases"]) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  return copy;
}

const check = () => {
  const cwd = repository();
  const { code, out, err } = runBuilt(cli, ["check", "--today", "2026-07-01"], { cwd });
  rmSync(join(cwd, ".tierwright"), { recursive: true, force: true });
  return { code, out, err };
};

interface Taken {
  readonly worker: boolean;
  readonly name: string;
  /** undefined: there was no cache of the script. */
  readonly refused?: boolean;
}

/** Every script that ran in any thread, and whether V8 refused its cache. */
function scriptsRun(cwd: string, argv: readonly string[]): readonly Taken[] {
  const watch = join(temporaryFolder(), "watch.cjs");
  writeFileSync(
    watch,
    [
      'const { basename } = require("node:path");',
      'const worker = !require("node:worker_threads").isMainThread;',
      "const say = (path, { cachedDataRejected: refused }) => require('node:fs').writeSync(2, JSON.stringify({ worker, name: basename(path), refused }) + '\\n');",
      "globalThis[Symbol.for('tierwright.scripts')] = { set: say };",
    ].join("\n"),
  );
  const { err } = runBuilt(cli, argv, { cwd, nodeOptions: ["--require", watch] });
  return err
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Taken)
    .filter(({ name }) => name.startsWith("chunk-"));
}

describe("the code cache", () => {
  test("is of this Node, lies beside the parts, and is taken by V8", () => {
    expect(caches.length).toBeGreaterThan(2);
    for (const name of caches)
      expect(name).toMatch(new RegExp(`^chunk-[A-Z0-9]{8}\\.cjs\\.${process.version}-${process.arch}\\.cache$`));
    const all = scriptsRun(repository(), ["compile", "--out", "out"]);
    expect(all.length).toBe(caches.length);
    expect(all.filter(({ refused }) => refused !== false)).toEqual([]);
  });

  test.skipIf(availableParallelism() < 2)("is taken by a helper thread, too (needs two processors)", () => {
    const cwd = repository();
    for (let n = 0; n < 250; n++) {
      const copy = join(cwd, "environments", `site-${n}`);
      cpSync(join(cwd, "environments", "sandbox"), copy, { recursive: true });
      const path = join(copy, "environment.yaml");
      writeFileSync(path, readFileSync(path, "utf8").replace("name: sandbox", `name: site-${n}`));
    }
    const taken = (): void => {
      const all = scriptsRun(cwd, ["compile", "--out", "out"]).filter(({ worker }) => worker);
      expect(all.length).toBeGreaterThan(2);
      expect(all.filter(({ refused }) => refused !== false)).toEqual([]);
    };
    taken();
    // what is shared has changed, so all is computed although there is a cache of answers
    appendFileSync(join(cwd, "environments/site.yaml"), "# changed\n");
    taken();
  });

  test("changes no byte that is printed: without it, cut short, of other text, of another version", () => {
    const first = check();
    expect(first.code).toBe(0);
    expect(first.out).toContain("3 environments: 0 errors");
    const whole = caches.map((name) => [join(folder, name), readFileSync(join(folder, name))] as const);
    const damages: readonly ((bytes: Buffer) => Buffer)[] = [
      (bytes) => bytes.subarray(0, bytes.length >> 1),
      () => Buffer.alloc(0),
      () => Buffer.from("not a cache"),
      (bytes) => Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), bytes.subarray(4)]), // V8's magic number
      (bytes) => Buffer.concat([bytes.subarray(0, 4), Buffer.from([1, 2, 3, 4]), bytes.subarray(8)]), // its version
    ];
    try {
      for (const damage of damages) {
        for (const [path, bytes] of whole) writeFileSync(path, damage(bytes));
        expect(check()).toEqual(first);
      }
      for (const [path] of whole) rmSync(path);
      expect(check()).toEqual(first);
    } finally {
      for (const [path, bytes] of whole) writeFileSync(path, bytes);
    }
  });

  test("is no part of a package", () => {
    const name = join(ROOT, "build", "parts", "chunk-OFNOBODY.cjs.v0.0.0-none.cache");
    writeFileSync(name, "x");
    try {
      const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
      const { stdout } = spawnSync("npm", words, { cwd: ROOT, encoding: "utf8", shell: process.platform === "win32" });
      const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
      expect(files.map(({ path }) => path)).toContain("build/cli.cjs");
      expect(files.filter(({ path }) => path.endsWith(".cache"))).toEqual([]);
    } finally {
      rmSync(name);
    }
  });
});

test("is the same by the path of its ES module", () => {
  expect(runBuilt(cli.replace(/\.cjs$/, ".js"), ["--version"], { cwd: folder })).toEqual(
    runBuilt(cli, ["--version"], { cwd: folder }),
  );
});

test("a Node that is too old is told so in words", () => {
  const older = "data:text/javascript,process.getBuiltinModule=undefined";
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", older, cli, "check"], { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toBe(
    `tierwright: this is Node ${process.version}, and 20.19 is the oldest that it runs on\n  start it with a newer one\n`,
  );
});

describe("a script", () => {
  const run = (text: string, modules: Record<string, object>): Record<string, unknown> => {
    const module = { exports: {} };
    const factory = runInThisContext(asScript(text)) as (require: (id: string) => unknown, module: object) => void;
    factory((id) => modules[id], module);
    return module.exports;
  };

  test("takes and gives what the ES module did, under the same names", () => {
    const modules = { "./a.cjs": { one: 1, two: 2 }, "node:fs": { readFileSync: 3 }, "./b.cjs": {} };
    const text =
      'import{one as first,two}from"./a.js";import"./b.js";import fs from"node:fs";import*as all from"node:fs";import{readFileSync as read}from"node:fs";var sum=first+two,said=[fs.readFileSync,all.readFileSync,read];export{sum,said as told};';
    expect(run(text, modules)).toEqual({ sum: 3, told: [3, 3, 3] });
  });

  test("holds every character that the module held", () => {
    expect(run("var pattern=/[¹…]/u,astral=/^[❌😀]$/u;export{pattern,astral};", {})).toEqual({
      pattern: /[\u00b9\u2026]/u,
      astral: /^[\u274c\ud83d\ude00]$/u,
    });
    expect(/[^\0-\x7f]/.test(asScript("var a=/😀/u;export{a};"))).toBe(false);
  });

  test.each([
    ["an import of a form that is not known", 'import{a}from"somewhere";export{a};'],
    ["an import of a part that is loaded on demand otherwise", 'var a=()=>__toESM(__require("./elsewhere/x.js"),1);export{a};'],
    ["an export in the middle", "export{a};var a=1;"],
  ])("is not made of a module with %s", async (_, text) => {
    const files = new Map([
      ["cli.js", 'import"./parts/chunk-A.js";\n'],
      ["parts/chunk-A.js", text],
    ]);
    await expect(scriptsOf(files, "__ENTRY__")).rejects.toThrow("parts/chunk-A.js");
  });

  test("asks for no other that asks for it", async () => {
    const files = new Map([
      ["cli.js", 'import"./parts/chunk-A.js";\n'],
      ["parts/chunk-A.js", 'import{b}from"./chunk-B.js";var a=b;export{a};'],
      ["parts/chunk-B.js", 'import"node:fs";import{a}from"./chunk-A.js";var b=()=>a;export{b};'],
    ]);
    await expect(scriptsOf(files, "__ENTRY__")).rejects.toThrow(
      "scripts ask for each other: parts/chunk-A.cjs, parts/chunk-B.cjs, parts/chunk-A.cjs",
    );
  });
});
