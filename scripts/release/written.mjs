#!/usr/bin/env node
/**
 * `node scripts/release/written.mjs VERSION` writes to test/fixtures/earlier/VERSION the files that the built version leaves on disk, which
 * later versions must read: a bundle, a cache, a capture, and in interrupted.json.gz (path -> bytes as Latin-1) a workstation on which a
 * second deploy was ended before its plug-in folder was moved into place. Run it once for each release, after its build: it refuses an
 * existing folder, because files that a version has written never change. Records name FOLDER, the machine `workstation` and the user
 * `installer` (unnamed.cjs).
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "../bundle/options.mjs";

/** The folder in which everything is made, equal on every machine because records name it. */
const FOLDER = "/tmp/tierwright-written";
const REPOSITORY = join(FOLDER, "repository");
const CLI = join(ROOT, "build/cli.cjs");
const PRELOADS = [join(ROOT, "scripts/release/unnamed.cjs"), join(ROOT, "test/deploy/swap/support/killed-at.cjs")];
/** The tool's folder in the production environment; the pilot's bundle is installed there, too. */
const INSTALL = "C:\\Program Files\\Cameo Systems Modeler 2024x Refresh3";
const env = {
  ...process.env,
  NODE_OPTIONS: PRELOADS.map((path) => `--require=${path}`).join(" "),
  SOURCE_DATE_EPOCH: "1790000000",
  XDG_CACHE_HOME: join(FOLDER, "key"),
  NO_COLOR: "1",
};

/** Runs a command. Returns its output; throws an Error if it fails, unless a signal ended it. */
function tierwright(words, more = {}) {
  const ended = spawnSync(process.execPath, [CLI, ...words], { cwd: REPOSITORY, env: { ...env, ...more }, encoding: "utf8" });
  if (ended.status !== 0 && ended.signal === null)
    throw new Error(`tierwright ${words[0]} ended with ${ended.status}: ${ended.stdout}${ended.stderr}`);
  return ended.stdout;
}

/** Returns the files below a folder with '/', sorted. */
async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Deploys a bundle over an installation and ends the run at the first moment with a journal and without a plug-in folder. */
async function interrupt(bundle, root) {
  const installed = join(FOLDER, "installed");
  await cp(root, installed, { recursive: true });
  for (let at = 15; at < 300; at++) {
    tierwright(["deploy", bundle, "--root", root, "--switch-environment", "--install", INSTALL], {
      TIERWRIGHT_TEST_KILL: String(at),
    });
    const files = await filesBelow(root);
    if (
      files.some((path) => path.endsWith("/journal.json")) &&
      !files.some((path) => /\/plugins\/[^/]+\/plugin\.xml$/.test(path))
    )
      return files;
    await rm(root, { recursive: true });
    await cp(installed, root, { recursive: true });
  }
  throw new Error("no call of a deploy leaves a journal and no plug-in folder");
}

/** Records one exchange with a local test server into a store. */
async function capture(store) {
  const server = createServer((_, answer) => answer.writeHead(200, { date: "Mon, 21 Sep 2026 14:13:20 GMT" }).end("answered"));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  const words = ["record", "start", "--listen", "127.0.0.1:0", "--to", `http://127.0.0.1:${port}`, "--store", store];
  const relay = spawn(process.execPath, [CLI, ...words], { cwd: REPOSITORY, env });
  let output = "";
  for await (const part of relay.stdout) {
    output += part;
    const own = [...output.matchAll(/127\.0\.0\.1:(\d+)\b/g)].find(([, number]) => Number(number) !== port)?.[1];
    if (own === undefined) continue;
    await (await fetch(`http://127.0.0.1:${own}/tc/services`, { headers: { connection: "close" } })).text();
    break;
  }
  relay.kill("SIGINT");
  await new Promise((done) => relay.once("close", done));
  server.close();
}

async function write(out) {
  await mkdir(REPOSITORY, { recursive: true });
  for (const part of ["environments", "releases"]) await cp(join(ROOT, part), join(REPOSITORY, part), { recursive: true });
  tierwright(["check", "--today", "2026-09-21"]);
  await mkdir(out, { recursive: true });
  await rename(join(REPOSITORY, ".tierwright/cache-v1"), join(out, "cache-v1"));
  for (const environment of ["production", "pilot"])
    tierwright(["bundle", environment, "--out", join(FOLDER, "bundles"), "--quiet"]);
  const names = (await readdir(join(FOLDER, "bundles"))).filter((name) => name.endsWith(".zip"));
  const [production, pilot] = ["production", "pilot"].map((name) => names.find((file) => file.startsWith(`${name}-`)));
  const root = join(FOLDER, "root");
  tierwright(["deploy", join(FOLDER, "bundles", production), "--root", root]);
  const files = await interrupt(join(FOLDER, "bundles", pilot), root);
  const bytes = files.map(async (path) => [path, await readFile(join(root, path), "latin1")]);
  await writeFile(
    join(out, "interrupted.json.gz"),
    gzipSync(JSON.stringify(Object.fromEntries(await Promise.all(bytes))), { level: 9 }),
  );
  for (const end of ["", ".sha256"]) await cp(join(FOLDER, "bundles", pilot + end), join(out, pilot + end));
  await capture(join(out, "captures"));
}

const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
const out = join(ROOT, "test/fixtures/earlier", process.argv[2] ?? "");
try {
  if (process.argv[2] !== version) throw new Error(`the version is ${version}: node scripts/release/written.mjs ${version}`);
  if (existsSync(out)) throw new Error(`${out} is there, and what a version wrote never changes: raise the version first`);
  await rm(FOLDER, { recursive: true, force: true });
  await write(join(FOLDER, "out"));
  await cp(join(FOLDER, "out"), out, { recursive: true });
  console.log(out);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(FOLDER, { recursive: true, force: true });
}
