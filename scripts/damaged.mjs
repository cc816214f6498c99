#!/usr/bin/env node
/**
 * `npm run damaged`: checks damaged repositories, which are equal on every machine, and prints a summary of the findings.
 * npm run damaged -- --write FILE     writes all findings, and why environments are blocked
 * npm run damaged -- --compare FILE   compares with the findings of another state of the sources; exit code 1 if anything differs
 * --places                            compares rules, severities, places and blocked environments, and no words
 * --repositories N                    number of repositories (200 by default)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { ROOT } from "./bundle/options.mjs";
import { commandLine } from "./command-line.mjs";
import { chanceOf } from "./damaged/chance.mjs";
import { damagedRepositories } from "./damaged/repositories.mjs";
import { loadSources } from "./generate/sources.mjs";

const { values } = commandLine(
  {
    options: {
      write: { type: "string" },
      compare: { type: "string" },
      places: { type: "boolean" },
      repositories: { type: "string", default: "200" },
    },
  },
  "npm run damaged -- [--write FILE | --compare FILE [--places]] [--repositories N]",
);

/** Number of differences that are printed; the rest is counted. */
const MOST_SHOWN = 60;

process.chdir(ROOT);
const tool = await loadSources(
  `export { EXAMPLE_REPOSITORY } from "./src/compiler/rules/example.ts";
   export { EXAMPLE_SIGN_IN } from "./src/compiler/rules/sso/example-sign-in.ts";
   export { RULES } from "./src/compiler/rules/registry.generated.ts";
   export { withSource } from "./src/serve/library/source.ts";
   export { requestOf } from "./src/serve/library/request.ts";
   export { runRepository } from "./src/compiler/run/run.ts";
   export { quietWorld } from "./src/platform/quiet-world.ts";
   export { findingsJson } from "./src/report/forms/json.ts";
   export { reportOf } from "./src/compiler/views/run-report.ts";`,
  { lazyCode: true },
);

/** Returns everything that a check finds in the files, as lines. */
async function found(files) {
  if (![...files.keys()].some((path) => path.startsWith("environments/"))) return [];
  return tool.withSource(files, async (root) => {
    // one thread, because starting others for so few environments would take most of the time
    const world = { ...tool.quietWorld(), processors: 1 };
    const outcome = await tool.runRepository(tool.requestOf(root, { today: "2026-11-21" }, null), world);
    const { findings, ...rest } = tool.findingsJson(tool.reportOf(outcome, ""));
    const blocked = [...outcome.blocked].map(([name, why]) => `blocked: ${name}: ${why}`);
    return [...findings.map((finding) => JSON.stringify(finding)), ...blocked, JSON.stringify(rest)];
  });
}

/** The fields of a result that are words for people. */
const WORDS = new Set([
  "message",
  "notes",
  "help",
  "title",
  "text",
  "newText",
  "why",
  "says",
  "reasons",
  "blockedBy",
  "evidence",
]);

/** Returns the line of a finding without its words. */
const placesOf = (line) =>
  line.startsWith("{")
    ? JSON.stringify(JSON.parse(line), (key, value) => (WORDS.has(key) ? undefined : value))
    : line.replace(/^(blocked: [^:]*).*$/s, "$1");

/** Returns the lines of one list that the other lacks, each as often as it is missing. */
function missing(from, other) {
  const left = [...other];
  return from.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Prints the differences between two results. Returns the number of lines that differ. */
function compare(before, after) {
  const lines = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const read = values.places ? placesOf : (line) => line;
    const [old, now] = [before, after].map((results) => (results[name]?.found ?? []).map(read));
    const changed = [...missing(old, now).map((line) => `  - ${line}`), ...missing(now, old).map((line) => `  + ${line}`)];
    if (changed.length === 0 && old.join("\n") !== now.join("\n")) changed.push("  the order is another one");
    return changed.length === 0 ? [] : [`${name} (${(after[name] ?? before[name]).done.length} damages)`, ...changed];
  });
  for (const line of lines.slice(0, MOST_SHOWN)) console.log(line);
  if (lines.length > MOST_SHOWN) console.log(`and ${lines.length - MOST_SHOWN} lines more`);
  return lines.length;
}

const repository = await damagedRepositories(tool, chanceOf);
const results = {};
for (let i = 0; i < Number(values.repositories); i++) {
  const { files, done } = repository(i);
  results[`repository ${i + 1}`] = { done, found: await found(files) };
}
const all = Object.values(results).flatMap((result) => result.found.filter((line) => line.startsWith('{"rule"')));
const rules = new Set(all.map((line) => JSON.parse(line).rule));
console.log(`${all.length} findings of ${rules.size} rules in ${values.repositories} damaged repositories`);
if (values.write !== undefined) writeFileSync(values.write, `${JSON.stringify(results, null, 1)}\n`);
if (values.compare !== undefined) {
  const differing = compare(JSON.parse(readFileSync(values.compare, "utf8")), results);
  console.log(differing === 0 ? "nothing differs" : `${differing} lines differ`);
  process.exitCode = differing === 0 ? 0 : 1;
}
