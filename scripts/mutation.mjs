#!/usr/bin/env node
/**
 * Mutation check: changes each condition, comparison, literal and result of a source a little, and a test has to fail. Without arguments it
 * checks the files whose code differs from the merge base with main (or from the commit before); `--since REF`; `--all`; or paths. `--most N`:
 * tries N mutants at even distances, so that the check of a large change ends in time; the next run of an equal change tries the same ones.
 * `--minutes N`: begins no mutant of the swap later, and reports how many were not tried. `--tests PATTERN`: uses only the test files whose
 * path matches, while a test is being written. Only rules, verdicts and the swap are checked; a path with none of them is refused. Prints
 * every survivor and the score of each folder. Exit code 1 if a file leaves more mutants unnoticed than scripts/mutation/areas.mjs allows,
 * or if a listed equivalent mutant is noticed; 2 for wrong use.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { ROOT } from "./bundle/options.mjs";
import { AREAS, NOT_CODE } from "./mutation/areas.mjs";
import { stale } from "./mutation/equivalent.mjs";
import { below, judge } from "./mutation/judge.mjs";
import { scores, survivors, tooLow } from "./mutation/report.mjs";

const git = (...words) => execFileSync("git", words, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** Returns the commit from which the change starts. */
function base() {
  for (const ref of ["origin/main", "main"]) {
    try {
      const found = git("merge-base", "HEAD", ref);
      if (found !== git("rev-parse", "HEAD")) return found;
    } catch {
      // the repository has no branch of this name
    }
  }
  return "HEAD~1";
}

/** Returns the sources that differ from a commit in more than their comments. */
function changedSince(commit, sources) {
  const code = (text) => transformSync(text, { loader: "ts", minifyWhitespace: true }).code;
  const differs = (path) => {
    try {
      return code(git("show", `${commit}:${path}`)) !== code(readFileSync(join(ROOT, path), "utf8"));
    } catch {
      return true; // the file is new
    }
  };
  const listed = new Set(git("diff", "--name-only", commit).split("\n"));
  return sources.filter((source) => listed.has(source) && differs(source));
}

function asked(args) {
  const sources = AREAS.flatMap((area) => below(area.sources)).filter((path) => path.endsWith(".ts") && !NOT_CODE.test(path));
  const since = args.indexOf("--since");
  if (args[0] === "--all") return sources;
  if (args.length === 0 || since >= 0) return changedSince(since < 0 ? base() : args[since + 1], sources);
  const holds = (path, source) => path === source || (path !== "" && source.startsWith(`${path}/`));
  const none = args.filter((path) => !sources.some((source) => holds(path, source)));
  if (none.length > 0) {
    const areas = AREAS.map((area) => area.sources).join(", ");
    wrongUse(`no judged source is at ${none.join(", ")}: name a file or folder of ${areas}`);
  }
  return sources.filter((source) => args.some((path) => holds(path, source)));
}

function wrongUse(words) {
  console.error(words);
  process.exit(2);
}

/** Returns the words of the command line without an option, and the option's value. */
function option(args, name, otherwise, read) {
  const at = args.indexOf(name);
  return at < 0 ? { rest: args, value: otherwise } : { rest: args.toSpliced(at, 2), value: read(args[at + 1] ?? "") };
}

function positive(text) {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  return wrongUse(`'${text}' is not a number above 0`);
}

const start = performance.now();
const limited = option(process.argv.slice(2), "--most", Number.POSITIVE_INFINITY, positive);
const timed = option(limited.rest, "--minutes", Number.POSITIVE_INFINITY, positive);
const tested = option(timed.rest, "--tests", null, (pattern) => new RegExp(pattern));
const most = limited.value;
const paths = asked(tested.rest);
const told = [];
const faults = [];
let count = 0;
let tried = 0;
for (const area of AREAS) {
  const own = paths.filter((path) => path.startsWith(`${area.sources}/`));
  if (own.length === 0) continue;
  const share = Math.max(1, Math.round((most * own.length) / paths.length));
  const found = await judge(tested.value ? { ...area, tests: tested.value, own: undefined } : area, own, share, timed.value);
  const counts = ({ equivalent }) => !equivalent;
  const judged = found.tried.filter(counts);
  const there = found.all.filter(counts);
  count += found.all.length;
  tried += found.tried.length;
  for (const line of survivors(judged)) console.log(line);
  told.push(...scores(judged, there, area.bar));
  faults.push(
    ...tooLow(judged, there, area),
    ...stale(own, found.all).map(
      ({ path, mutant }) => `STALE ${path}: no mutant is '${mutant}' (scripts/mutation/equivalent.mjs)`,
    ),
  );
}
for (const line of [...told, ...faults]) console.log(line);
const seconds = Math.round((performance.now() - start) / 1000);
const rest = tried === count ? "" : `; ${count - tried} were not tried (--most, --minutes)`;
console.log(`${paths.length} files, ${tried === count ? "" : `${tried} of `}${count} mutants tried in ${seconds} s${rest}`);
process.exit(faults.length > 0 ? 1 : 0);
