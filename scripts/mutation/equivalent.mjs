/**
 * Mutants that change nothing that anybody could see: the file, what the check says of it (words and text, without the line), and the reason.
 * They are not counted. One that is not found any more is named, so that the list stays true. Better than an entry: code with nothing to change.
 */
export const EQUIVALENT = [];

const flat = (text) => text.replace(/\s+/g, " ");
const isOf = (entry, mutant) => entry.path === mutant.path && entry.mutant === flat(`${mutant.words}: ${mutant.snippet}`);

export const isEquivalent = (mutant) => EQUIVALENT.some((entry) => isOf(entry, mutant));

/** Entries of these files that no mutant answers to. */
export const stale = (paths, mutants) =>
  EQUIVALENT.filter((entry) => paths.includes(entry.path) && !mutants.some((mutant) => isOf(entry, mutant)));
