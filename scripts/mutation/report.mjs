/** What is printed of the mutants: every survivor, the score of each folder, and the files that leave more than their bar allows. */
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

/** `all`: the mutants that there are, of which the results are a part where not all of them were tried. */
export function scores(results, all, bar) {
  const there = grouped(all, ({ path }) => folderOf(path));
  return [...grouped(results, ({ path }) => folderOf(path))].map(([folder, own]) => {
    const noticed = own.filter((mutant) => mutant.noticed).length;
    const whole = there.get(folder)?.length ?? own.length;
    const of = whole === own.length ? `${whole} mutants` : `${own.length} of ${whole} mutants tried`;
    return `SCORE ${folder}: ${of}, ${noticed} noticed: ${percent(noticed, own.length)} % (at least ${bar} %)`;
  });
}

/** A file of which a part was tried is held to what the whole of it may leave: more than that is too much, whatever the rest would say. */
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
