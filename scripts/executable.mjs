#!/usr/bin/env node
/**
 * Makes one file that runs without an installed Node, from build/ and a Node binary of any platform:
 * node scripts/executable.mjs --node NODE [--through PROGRAM] [--with NODE] [--out FILE]
 * NODE is a Node 24 or newer. It runs once to store the code that V8 compiles (executable/warm-up.cjs); PROGRAM runs it if this machine
 * cannot (wine). Without such a run the file still works, but starts slower; the Node after --with, of the same version, then packs the
 * files. Equal inputs give equal bytes, except for macOS, which requires a signature.
 */
import { spawnSync } from "node:child_process";
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { inject } from "postject";
import { ROOT } from "./bundle/options.mjs";
import { withoutSignature } from "./executable/authenticode.mjs";
import { pages, recipes } from "./generate/topics.mjs";

const LOADER = join(ROOT, "scripts/executable/loader.cjs");
const WARM_UP = join(ROOT, "scripts/executable/warm-up.cjs");
/** The mark in Node's binary that shows whether it contains a script (Node's documentation of single executable applications). */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
/**
 * Strings are hashed alike in each warm-up run and no compiled code is dropped, so that the stored code has the same bytes; V8 draws new seeds when
 * it loads that code.
 */
const ALIKE = ["--hash-seed=1", "--random-seed=1", "--no-flush-bytecode"];

/** Runs a program and returns what it printed. Throws an Error with its last words if it fails. */
function run([program, ...words], options = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, words, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${program} ${words[0]}: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
  return stdout;
}

const filesBelow = async (folder, ending) =>
  (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(ending)).map((path) => path.split("\\").join("/"));

/** Runs `check` on a copy of the sample repository with this Node and writes the compiled code to a folder. */
async function warmUp(node, folder) {
  const repository = join(folder, "repository");
  for (const part of ["environments", "releases"]) await cp(join(ROOT, part), join(repository, part), { recursive: true });
  run([...node, ...ALIKE, WARM_UP, join(folder, "files"), join(folder, "code"), "check"], { cwd: repository });
  // V8 accepts code only from a run with its own flags, and so are these: their digest is the fourth number of the header
  const digestOfFlags = join(folder, "flags");
  run([...node, WARM_UP, "--digest-of-flags", digestOfFlags]);
  const own = await readFile(digestOfFlags);
  for (const path of await filesBelow(join(folder, "code"), ".code")) {
    const code = await readFile(join(folder, "code", path));
    own.copy(code, 12, 12, 16);
    await writeFile(join(folder, "code", path), code);
  }
}

/** Writes each script of the build as the text of a function, which the loader then runs without a copy of it. */
async function wrap(folder) {
  for (const path of await filesBelow(join(ROOT, "build"), ".cjs")) {
    const script = (await readFile(join(ROOT, "build", path), "utf8")).replace(/^#!.*/, "");
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `(function (exports, require, module, __filename, __dirname) {${script}\n})`);
  }
}

/** Returns what the executable holds: name -> path of the file. */
async function assets(folder) {
  const of = async (from, ending) => (await filesBelow(from, ending)).map((path) => [path, join(from, path)]);
  const code = await of(join(folder, "code"), ".code").catch(() => []);
  const texts = [...(await pages()).map(({ name }) => `docs/${name}.md`), ...(await recipes())];
  return Object.fromEntries(
    [
      ["loader.cjs", LOADER],
      ...(await of(join(folder, "files"), ".cjs")),
      ...code,
      ...texts.map((path) => [path, join(ROOT, path)]),
    ].sort(),
  );
}

async function make({ node, through, out, with: packer = process.execPath }, folder) {
  const start = [...(through === undefined ? [] : [through]), resolve(node)];
  const version = spawnSync(start[0], [...start.slice(1), "--version"], { encoding: "utf8" }).stdout?.trim();
  await wrap(join(folder, "files"));
  if (version) await warmUp(start, folder);
  else console.error(`${node} does not run here: the executable compiles its code at every start`);
  const [config, blob] = ["config.json", "blob"].map((name) => join(folder, name));
  // "none": NODE_OPTIONS in the environment of the user does not change how the file runs
  const parts = {
    main: basename(LOADER),
    output: blob,
    disableExperimentalSEAWarning: true,
    execArgvExtension: "none",
    assets: await assets(folder),
  };
  await writeFile(config, JSON.stringify(parts));
  run([...(version ? start : [packer]), "--experimental-sea-config", config], { cwd: dirname(LOADER) });
  const file = join(folder, "executable");
  await writeFile(file, withoutSignature(await readFile(node)));
  await chmod(file, 0o755);
  if (process.platform === "darwin") run(["codesign", "--remove-signature", file]);
  await inject(file, "NODE_SEA_BLOB", await readFile(blob), { sentinelFuse: FUSE, machoSegmentName: "NODE_SEA" });
  if (process.platform === "darwin") run(["codesign", "--sign", "-", file]); // macOS runs no file without a signature
  await mkdir(dirname(out), { recursive: true });
  await rename(file, out).catch(() => copyFile(file, out));
}

const words = ["node", "through", "with", "out"].map((name) => [name, { type: "string" }]);
const { values } = parseArgs({ options: Object.fromEntries(words) });
const node = values.node ?? process.execPath;
const out = resolve(values.out ?? join(ROOT, "dist/executable", node.endsWith(".exe") ? "tierwright.exe" : "tierwright"));
const folder = await mkdtemp(join(tmpdir(), "tierwright-executable-"));
try {
  await make({ ...values, node, out }, folder);
  console.log(out);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
