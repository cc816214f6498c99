#!/usr/bin/env node
/**
 * Builds build/: the command and its worker as scripts (launcher.cjs), the servers and the public API as ES modules, and their declarations.
 * Builds action/, the GitHub Action as one file.
 * Deterministic: the same sources give the same bytes, apart from the code cache that this machine's Node makes for itself and no package
 * holds. Everything that runs is inside, so nothing is installed beside it.
 */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { actionFiles } from "./bundle/action.mjs";
import { declarations } from "./bundle/declarations.mjs";
import { writeCodeCache } from "./bundle/code-cache.mjs";
import { bundleEntry } from "./bundle/entry.mjs";
import { licensesOf } from "./bundle/licenses.mjs";
import { ROOT } from "./bundle/options.mjs";
import { replaceFolder } from "./bundle/write.mjs";
import { outputs } from "./generate/traceability.mjs";
import { writePageAssets } from "./page.mjs";
import { writeScripts } from "./powershell.mjs";

const ENTRIES = ["cli", "index", "language-server", "mcp-server"];

/** The schema validators are compiled before anything can import them. */
async function compileValidators() {
  const script = join(ROOT, "scripts", "validators.mjs");
  if (!existsSync(script)) return;
  const module = await import(pathToFileURL(script).href);
  await (module.default ?? module.build ?? module.writeValidators)?.();
}

function present(name) {
  return existsSync(join(ROOT, "src", `${name}.ts`));
}

/** Which test proves which clause: made from the tests, which a package does not hold. */
async function writeTraceability() {
  if (!existsSync(join(ROOT, "test"))) return;
  for (const { path, text } of await outputs()) await writeFile(join(ROOT, path), text);
}

async function run() {
  await compileValidators();
  writeScripts(); // the code holds deploy.ps1 and detect.ps1 as texts
  await writePageAssets();
  await writeTraceability();
  const bundles = Promise.all(ENTRIES.filter(present).map(bundleEntry));
  const [code, types, action] = await Promise.all([bundles, present("index") ? declarations() : new Map(), actionFiles()]);
  const licenses = await licensesOf(code.flatMap(({ inputs }) => inputs));
  await replaceFolder(join(ROOT, "build"), new Map([...code.flatMap(({ files }) => files), ...types, ...licenses]));
  await replaceFolder(join(ROOT, "action"), action);
  await writeCodeCache(join(ROOT, "build", "cli.cjs")).catch((error) =>
    console.warn(`no code cache, so the command starts slower: ${error.message}`),
  );
}

await run().catch((error) => {
  if (!error.errors) console.error(error.message); // esbuild has printed its own
  console.error("build/ and action/ are left as they were");
  process.exitCode = 1;
});
