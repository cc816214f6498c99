#!/usr/bin/env node
/**
 * Mutation check: each condition, comparison, literal and result of a source is changed a little, and a test has to fail. Without arguments
 * what differs from the merge base with main (or from the commit before); `--since REF`; `--all`; or paths. `--most N`: of more mutants every so
 * many, evenly, so that a large change ends in time; the next run of the same change tries the same ones. Only rules, verdicts and the swap are judged. Prints the score and every survivor; exit code 0, or 2 for wrong use: a survivor is a question to a person, no fault in itself.
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
async function judge({ tests }, paths, share) {
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
  const step = Math.max(1, Math.ceil(all.length / share));
  const wanted = ({ id }) => id % step === 0;
  const { met, noticed } = await trial(
    texts,
    files.map((path) => join(ROOT, path)),
    all.map((mutant) => (wanted(mutant) ? subjectOf(mutant) : null)),
  );
  for (const mutant of all) Object.assign(mutant, { met: met.has(mutant.id), noticed: noticed.has(mutant.id) });
  return { all: all.length, tried: all.filter(wanted) };
}

/** The words without `--most N`, and N. */
function bounded(args) {
  const at = args.indexOf("--most");
  if (at < 0) return { rest: args, most: Number.POSITIVE_INFINITY };
  const most = Number(args[at + 1]);
  if (!Number.isInteger(most) || most < 1) {
    console.error("--most needs a number of mutants");
    process.exit(2);
  }
  return { rest: args.toSpliced(at, 2), most };
}

const { rest, most } = bounded(process.argv.slice(2));
const paths = asked(rest);
const results = [];
let count = 0;
for (const area of AREAS) {
  const own = paths.filter((path) => path.startsWith(`${area.sources}/`));
  if (own.length === 0) continue;
  const { all, tried } = await judge(area, own, Math.max(1, Math.round((most * own.length) / paths.length)));
  count += all;
  results.push(...tried);
}
const left = results.filter(({ noticed }) => !noticed);
for (const { path, line, words, snippet, met } of left)
  console.log(`SURVIVED ${path}:${line}: ${words}: ${snippet.replace(/\s+/g, " ")}${met ? "" : " (no test comes here)"}`);
const killed = results.length - left.length;
const score = results.length === 0 ? 100 : Math.round((1000 * killed) / results.length) / 10;
const tried = results.length === count ? `${count} mutants` : `${results.length} of ${count} mutants tried, evenly`;
console.log(`${paths.length} files, ${tried}, ${killed} noticed: ${score} %`);
process.exit(0);
