#!/usr/bin/env node
/**
 * Mutation check: each condition, comparison, literal and result of a source is changed a little, and a test has to fail. Without arguments
 * what differs from the merge base with main (or from the commit before); `--since REF`; `--all`; or paths. Only rules, verdicts and the swap
 * are judged. Prints the score and every survivor; exit code 0, or 2 for wrong use: a survivor is a question to a person, no fault in itself.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./bundle/options.mjs";
import { mutated } from "./mutation/mutants.mjs";
import { trial } from "./mutation/trial.mjs";

/** What is judged by which tests. */
const AREAS = [
  { sources: "src/rules", tests: /^test\/(?:rules|verdict|compile)\/|^test\/run\/(?:one-mistake|damages|folds)/ },
  { sources: "src/verdict", tests: /^test\/(?:verdict|rules)\/|^test\/commands\/compat/ },
  { sources: "src/swap", tests: /^test\/swap\// },
];
const NOT_CODE = /\.generated\.ts$|\/example(?:-kit)?\.ts$/;

const git = (...words) => execFileSync("git", words, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
const below = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path.replaceAll("\\", "/")}`);

/** The commit that this change starts from. */
function base() {
  for (const ref of ["origin/main", "main"]) {
    try {
      const found = git("merge-base", "HEAD", ref);
      if (found !== git("rev-parse", "HEAD")) return found;
    } catch {
      // there is no such branch here
    }
  }
  return "HEAD~1";
}

function asked(args) {
  const sources = AREAS.flatMap((area) => below(area.sources)).filter((path) => path.endsWith(".ts") && !NOT_CODE.test(path));
  const since = args.indexOf("--since");
  if (args[0] === "--all") return sources;
  const paths =
    args.length > 0 && since < 0 ? args : git("diff", "--name-only", since < 0 ? base() : args[since + 1]).split("\n");
  return sources.filter((source) => paths.some((path) => path === source || (path !== "" && source.startsWith(`${path}/`))));
}

/** A rule's own examples have its id in their name; of what several rules share, those of the group. */
function subjectOf({ path }) {
  const [, group = "", name = ""] = /^src\/(?:rules\/)?([^/]+)\/(?:.*\/)?([^/]+)\.ts$/.exec(path) ?? [];
  const id = `${group}/${name}`;
  return readFileSync(join(ROOT, path), "utf8").includes(`"${id}"`) ? id : `${group}/`;
}

/** All of one area, before the tests of it. */
async function judge({ tests }, paths) {
  const all = [];
  const texts = new Map();
  for (const path of paths) {
    const { code, mutants } = mutated(readFileSync(join(ROOT, path), "utf8"), path, all.length);
    texts.set(join(ROOT, path), code);
    all.push(...mutants);
  }
  const files = below("test").filter(
    (path) => tests.test(path) && path.endsWith(".test.ts") && !/\.(?:process|long)\./.test(path),
  );
  const { met, noticed } = await trial(
    texts,
    files.map((path) => join(ROOT, path)),
    all.map(subjectOf),
  );
  for (const mutant of all) Object.assign(mutant, { met: met.has(mutant.id), noticed: noticed.has(mutant.id) });
  return all;
}

const paths = asked(process.argv.slice(2));
const results = [];
for (const area of AREAS) {
  const own = paths.filter((path) => path.startsWith(`${area.sources}/`));
  if (own.length > 0) results.push(...(await judge(area, own)));
}
const left = results.filter(({ noticed }) => !noticed);
for (const { path, line, words, snippet, met } of left)
  console.log(`SURVIVED ${path}:${line}: ${words}: ${snippet.replace(/\s+/g, " ")}${met ? "" : " (no test comes here)"}`);
const killed = results.length - left.length;
const score = results.length === 0 ? 100 : Math.round((1000 * killed) / results.length) / 10;
console.log(`${paths.length} files, ${results.length} mutants, ${killed} noticed: ${score} %`);
process.exit(0);
