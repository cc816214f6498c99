#!/usr/bin/env node
/**
 * Writes every generated file of the repository (registries, rule reference, traceability, command table), or with
 * --check compares them and names what is stale. Arguments name generators (scripts/generate/NAME.mjs): only those run.
 * Exit code 0 fresh or written, 1 stale, 2 wrong use or a source that cannot be read.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "./bundle/options.mjs";
import { readText } from "./generate/sources.mjs";

/** Registries come first: the documents are made from what they list. */
const GENERATORS = ["rules-registry", "artifacts-registry", "forms-registry", "commands", "rules-page", "traceability", "readme"];

const args = process.argv.slice(2);
const check = args.includes("--check");
const names = args.filter((arg) => arg !== "--check");
const unknown = names.filter((name) => !GENERATORS.includes(name));
if (unknown.length > 0) {
  console.error(`no generator '${unknown[0]}'; there are: ${GENERATORS.join(", ")}`);
  process.exit(2);
}

const stale = [];
const failures = [];

async function run(name) {
  const { outputs } = await import(`./generate/${name}.mjs`);
  for (const { path, text } of await outputs()) {
    if ((await readText(path)) === text) continue;
    stale.push(path);
    if (check) continue;
    await mkdir(dirname(join(ROOT, path)), { recursive: true });
    await writeFile(join(ROOT, path), text);
    console.log(`wrote ${path}`);
  }
}

for (const name of names.length > 0 ? names : GENERATORS) {
  await run(name).catch((error) => failures.push(`${name}: ${error.message}`));
}
for (const failure of failures) console.error(failure);
if (check && stale.length > 0) console.error(`stale: ${stale.join(", ")}\nrun: npm run generate`);
process.exitCode = failures.length > 0 ? 2 : check && stale.length > 0 ? 1 : 0;
