/**
 * Prints the results of the mutation check: every survivor, the score of each folder, and the files that leave more mutants unnoticed than
 * allowed.
 */
import { barOf, folderOf, mayLeave } from "./areas.mjs";

const percent = (part, whole) => (whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10);

function grouped(results, keyOf) {
  const groups = new Map();
  for (const result of results) groups.set(keyOf(result), [...(groups.get(keyOf(result)) ?? []), result]);
  return groups;
}

export function survivors(results) {
  return results
    .filter(({ noticed }) => !noticed)
    .map(
      ({ path, line, words, snippet, met }) =>
        `SURVIVED ${path}:${line}: ${words}: ${snippet.replace(/\s+/g, " ")}${met ? "" : " (no test comes here)"}`,
    );
}

/** Returns the scores by folder. `all`: all existing mutants, of which `results` are a part if not all of them were tried. */
export function scores(results, all, bar) {
  const there = grouped(all, ({ path }) => folderOf(path));
  return [...grouped(results, ({ path }) => folderOf(path))].map(([folder, own]) => {
    const noticed = own.filter((mutant) => mutant.noticed).length;
    const whole = there.get(folder)?.length ?? own.length;
    const of = whole === own.length ? `${whole} mutants` : `${own.length} of ${whole} mutants tried`;
    return `SCORE ${folder}: ${of}, ${noticed} noticed: ${percent(noticed, own.length)} % (at least ${bar} %)`;
  });
}

/**
 * Returns the files that leave too many mutants unnoticed. A file of which only a part was tried is allowed as many as the whole file: more
 * is too much, whatever the result of the rest would be.
 */
export function tooLow(results, all, area) {
  const there = grouped(all, ({ path }) => path);
  return [...grouped(results, ({ path }) => path)].flatMap(([path, own]) => {
    const left = own.filter(({ noticed }) => !noticed).length;
    const whole = there.get(path)?.length ?? own.length;
    const bar = barOf(area, path);
    const may = mayLeave(whole, bar);
    return left > may ? [`BELOW ${path}: ${left} of ${whole} mutants go unnoticed, ${may} may (${bar} %)`] : [];
  });
}
