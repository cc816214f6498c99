/** Tries all mutants of an area's files with the area's tests. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../bundle/options.mjs";
import { FORGOTTEN } from "./areas.mjs";
import { isEquivalent } from "./equivalent.mjs";
import { mutated } from "./mutants.mjs";
import { trial, trialTogether } from "./trial.mjs";

export const below = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path.replaceAll("\\", "/")}`);

/** Returns the words that tests about a source have in their names: the rule's id, or the group for a file that several rules share. */
function subjectOf({ path }) {
  const [, group = "", name = ""] = /^src\/[^/]+\/(?:rules\/)?([^/]+)\/(?:.*\/)?([^/]+)\.ts$/.exec(path) ?? [];
  const id = `${group}/${name}`;
  return readFileSync(join(ROOT, path), "utf8").includes(`"${id}"`) ? id : `${group}/`;
}

function tests(area, pass) {
  const own = (path) => area.own?.test(path) ?? false;
  const wanted = (path) => (pass === "own" ? own(path) : area.tests.test(path) && !own(path));
  const files = below("test").filter((path) => wanted(path) && path.endsWith(".test.ts") && !/\.(?:process|long)\./.test(path));
  return files.map((path) => join(ROOT, path));
}

function sourceOf(path) {
  const source = readFileSync(join(ROOT, path), "utf8");
  const forgotten = FORGOTTEN[path] ?? "";
  if (!source.includes(forgotten)) throw new Error(`${path} does not hold '${forgotten}' any more (scripts/mutation/areas.mjs)`);
  return source.replace(forgotten, " ".repeat(forgotten.length));
}

/**
 * Returns the mutants of the files (if there are more than `share`, that many at even distances), each with whether a test `met` (executed)
 * and `noticed` it. `all` are all existing mutants, `tried` those that were tried: fewer than `share` if the minutes were over in an area
 * whose mutants are tried one after the other.
 */
export async function judge(area, paths, share, minutes) {
  const all = [];
  const texts = new Map(Object.keys(FORGOTTEN).map((path) => [join(ROOT, path), sourceOf(path)]));
  for (const path of paths) {
    const { code, mutants } = mutated(sourceOf(path), path, all.length);
    texts.set(join(ROOT, path), code);
    all.push(...mutants.map((mutant) => ({ ...mutant, met: false, noticed: false, equivalent: isEquivalent(mutant) })));
  }
  const step = Math.max(1, Math.ceil(all.length / share));
  const open = (mutant) => mutant.id % step === 0 && !mutant.noticed && !mutant.equivalent;
  if (!area.together) {
    await oneByOne(area, texts, all, open);
    return { all, tried: all.filter(({ id }) => id % step === 0) };
  }
  const taken = await together(area, texts, all, open, Date.now() + minutes * 60_000);
  return { all, tried: all.filter(({ id, equivalent }) => id % step === 0 && (equivalent || taken.has(id))) };
}

function take(all, { met, noticed }) {
  for (const mutant of all) {
    mutant.met ||= met.has(mutant.id);
    mutant.noticed ||= noticed.has(mutant.id);
  }
}

async function together(area, texts, all, open, until) {
  const paths = all.map((mutant) => (open(mutant) ? mutant.path : null));
  const found = await trialTogether(texts, tests(area, "other"), paths, until);
  take(all, found);
  return found.taken;
}

async function oneByOne(area, texts, all, open) {
  const paths = [...new Set(all.map(({ path }) => path))];
  const subject = new Map(paths.map((path) => [path, subjectOf({ path })]));
  for (const pass of area.own ? ["own", "other"] : ["other"]) {
    if (!all.some(open)) break;
    const subjects = all.map((mutant) => (open(mutant) ? subject.get(mutant.path) : null));
    take(all, await trial(texts, tests(area, pass), { subjects, pass, own: area.own ? [...new Set(subject.values())] : [] }));
  }
}
