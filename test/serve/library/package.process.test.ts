import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { builtCli } from "../../cli/built.ts";
import { filesOf } from "../../docs/examples.ts";
import { blocksOf, fileOf, readPage } from "../../docs/page.ts";
import { ROOT, readData } from "../../house/project.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";

/*
 * The package as another program gets it: packed, installed elsewhere without a registry, type-checked and run.
 */

const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const page = readPage("docs/library.md");
let consumer = "";
let packed = "";

/** npm without anybody's settings and without a registry. */
function npm(cwd: string, ...words: readonly string[]): string {
  const env = { ...process.env, npm_config_offline: "true", npm_config_audit: "false", npm_config_fund: "false" };
  return execFileSync("npm", words, {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
}

/** Type-checks files of the consumer, and writes JavaScript beside them. */
function tsc(module: string, ...files: readonly string[]) {
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    module,
    target: "es2022",
    lib: ["es2023"],
    types: ["node"],
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files }));
  const { status, stdout } = spawnSync(process.execPath, [TSC, "-p", "."], { cwd: consumer, encoding: "utf8" });
  return { status, stdout };
}

const node = (...words: readonly string[]) => spawnSync(process.execPath, words, { cwd: consumer, encoding: "utf8" });

beforeAll(async () => {
  await builtCli();
  const folder = temporaryFolder();
  packed = join(folder, npm(ROOT, "pack", "--ignore-scripts", "--pack-destination", folder).trim().split("\n").at(-1) ?? "");
  consumer = join(folder, "consumer");
  mkdirSync(consumer);
  writeFileSync(join(consumer, "package.json"), JSON.stringify({ name: "consumer", version: "1.0.0", type: "module" }));
  npm(consumer, "install", "--ignore-scripts", "--no-save", packed);
}, 120_000);

describe("[B7] the library as another program gets it", () => {
  test("is packed to the same bytes again, with its pages and recipes, and without a script that an installation runs", () => {
    const [first, again] = [packed, join(temporaryFolder(), "again")];
    mkdirSync(again);
    utimesSync(join(ROOT, "README.md"), 1, 1);
    npm(ROOT, "pack", "--ignore-scripts", "--pack-destination", again);
    const [name = ""] = readdirSync(again);
    expect(readFileSync(join(again, name)).equals(readFileSync(first))).toBe(true);
    const installed = join(consumer, "node_modules/@tierwright/tierwright");
    const { scripts, dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    for (const event of ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare"])
      expect(scripts).not.toHaveProperty(event);
    expect(dependencies).toBeUndefined();
    for (const path of ["docs/rollout.md", "docs/install.md", "recipes/ansible/deploy.yml", "schemas/site.schema.json"])
      expect(readFileSync(join(installed, path))).toEqual(readFileSync(join(ROOT, path)));
  });

  test("brings no other package along", () => {
    expect(readdirSync(join(consumer, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["@tierwright"]);
    expect(readdirSync(join(consumer, "node_modules/@tierwright"))).toEqual(["tierwright"]);
  });

  test.each(["node16", "nodenext"])(
    "the example of docs/library.md is right by its types (%s), and prints what the page shows",
    (module) => {
      const example = blocksOf(page).find((block) => fileOf(block) === "example.ts");
      const shown = blocksOf(page).find(({ language }) => language === "text");
      const repository = join(consumer, "repository");
      writeFiles(repository, filesOf(readPage("README.md")));
      writeFiles(consumer, { "example.ts": example?.body ?? "" });
      expect(tsc(module, "example.ts")).toEqual({ status: 0, stdout: "" });
      const { status, stdout, stderr } = node("example.js", "repository");
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: shown?.body, stderr: "" });
      expect(readdirSync(repository).sort()).toEqual(["environments", "releases"]);
    },
  );

  test.each(["node16", "nodenext"])("a file of CommonJS is answered as docs/library.md says (%s)", (module) => {
    const example = blocksOf(page).find((block) => fileOf(block) === "example.cts");
    writeFiles(join(consumer, "repository"), filesOf(readPage("README.md")));
    writeFiles(consumer, {
      "example.cts": example?.body ?? "",
      "plain.cts": 'import { check } from "@tierwright/tierwright";\ncheck;\n',
    });
    expect(tsc(module, "example.cts")).toEqual({ status: 0, stdout: "" });
    expect(node("example.cjs", join(consumer, "repository"))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\n$/),
    });
    expect(/TS\d+/.exec(tsc(module, "plain.cts").stdout)?.[0]).toBe(module === "node16" ? "TS1479" : undefined);
  });

  test("its types reach no module of the XML and log4j readers, nor of the compiler", () => {
    const types = join(consumer, "node_modules/@tierwright/tierwright/build/types");
    const found = readdirSync(types, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"));
    expect(found.filter((name) => /^kernel[\\/]formats[\\/](?:xml|log4j2)/.test(name))).toEqual([]);
    const folders = new Set(found.map((name) => dirname(name).replaceAll("\\", "/")));
    expect([...folders].sort()).toEqual([".", "kernel", "kernel/diagnostic", "kernel/formats/properties", "serve/library"]);
  });

  test("a wrong option, a wrong field and an own import are errors of the type checker", () => {
    writeFiles(consumer, {
      "wrong.ts": [
        'import { check, type PlanDocument } from "@tierwright/tierwright";',
        'await check("/a", { failOn: "bad" });',
        "export const name = (plan: PlanDocument) => plan.environments[0]?.nam;",
        'import { dispatch } from "@tierwright/tierwright/build/cli.cjs";',
        "dispatch();",
        "",
      ].join("\n"),
    });
    const { status, stdout } = tsc("nodenext", "wrong.ts");
    expect(status).not.toBe(0);
    expect([...stdout.matchAll(/wrong\.ts\((\d+),/g)].map(([, line]) => line)).toEqual(["2", "3", "4"]);
  });

  test("is an ES module that says its version, has its schemas beside it, and is told from CommonJS, too", () => {
    const { version } = readData("package.json") as { version: string };
    const code =
      'import { VERSION } from "@tierwright/tierwright"; import s from "@tierwright/tierwright/schemas/plan.schema.json" with { type: "json" }; console.log(VERSION, s.title);';
    writeFiles(consumer, {
      "use.mjs": code,
      "use.cjs": 'import("@tierwright/tierwright").then((api) => console.log(Object.keys(api).length));',
    });
    expect(node("--disable-warning=ExperimentalWarning", "use.mjs").stdout).toBe(`${version} Tierwright plan\n`);
    expect(node("use.cjs").stdout).toBe("7\n");
  });
});
