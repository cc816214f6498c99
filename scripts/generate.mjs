#!/usr/bin/env node
/**
 * Writes every generated file of the repository (registries, rule reference, traceability, command table), or with --check compares those
 * that git keeps and names the outdated ones, each with its generator. Every file of scripts/generate/ that exports `outputs` is a
 * generator; arguments name the ones to run, --list prints their names. The validators, the scripts and the page, which git does not keep,
 * are made first, because the sources that generators load import them. Exit code 0 up to date or written, 1 outdated, 2 wrong use or a
 * source that cannot be read.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "./bundle/options.mjs";
import { writeUnkeptSources } from "./bundle/unkept.mjs";
import { byText, filesBelow, readText } from "./generate/sources.mjs";

/**
 * Returns the generators, registries first, because the documents are made from them. The registry of output forms imports the rules, and
 * that of commands imports all others.
 */
async function generators() {
  const paths = await filesBelow("scripts/generate", ".mjs");
  const texts = await Promise.all(paths.map(readText));
  const names = paths.filter((_, i) => /^export async function outputs\b/m.test(texts[i])).map((path) => path.slice(17, -4));
  const order = [
    "rules-registry",
    "artifacts-registry",
    "probes-registry",
    "checks-registry",
    "causes-registry",
    "forms-registry",
    "commands-registry",
  ];
  const rank = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return names.sort((a, b) => rank(a) - rank(b) || byText(a, b));
}

const options = process.argv.slice(2).filter((arg) => arg.startsWith("--"));
const asked = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const check = options.includes("--check");
const all = await generators();
const unknown = asked.find((name) => !all.includes(name)) ?? options.find((option) => !["--check", "--list"].includes(option));
if (unknown !== undefined) {
  console.error(`there is no '${unknown}'; options are --check and --list, generators are ${all.join(", ")}`);
  process.exit(2);
}

const stale = [];
const failures = [];

async function run(name) {
  const { outputs } = await import(`./generate/${name}.mjs`);
  for (const { path, text, kept = true } of await outputs()) {
    if ((await readText(path)) === text || (check && !kept)) continue;
    stale.push(`${name}: ${path}`);
    if (check) continue;
    await mkdir(dirname(join(ROOT, path)), { recursive: true });
    await writeFile(join(ROOT, path), text);
    console.log(`wrote ${path}`);
  }
}

if (options.includes("--list")) {
  console.log(all.join("\n"));
} else {
  await writeUnkeptSources();
  for (const name of asked.length > 0 ? asked : all) {
    await run(name).catch((error) => failures.push(`${name}: ${error.message}`));
  }
}
for (const failure of failures) console.error(failure);
if (check && stale.length > 0) console.error(`${stale.map((line) => `stale: ${line}\n`).join("")}run: npm run generate`);
process.exitCode = failures.length > 0 ? 2 : check && stale.length > 0 ? 1 : 0;
