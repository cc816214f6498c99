import { quotedName, say, type Text } from "./text.ts";

/**
 * Returns the number of edits between two words: insertions, deletions, replacements and swaps of neighbouring characters (UTF-16 units).
 */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  let before: number[] = [];
  let previous = Array.from({ length: width }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j < width; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/**
 * Returns the candidate that a person most likely meant by a word; null if none is near. Ignores case and '-', '_', '.', spaces, which
 * people mistype; otherwise at most a third of the word can differ.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const flat = (s: string) => s.toLowerCase().replace(/[-_. ]/g, "");
  const wanted = flat(word);
  let best: string | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > 8) continue;
    const other = flat(candidate);
    const score = other === wanted ? 0 : editDistance(wanted, other) + (other[0] === wanted[0] ? 0 : 0.5);
    const limit = Math.max(1.5, Math.max(wanted.length, other.length) / 3);
    if (score <= limit && score < bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** Returns "; did you mean 'x'?", or "" if no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = nearest(word, candidates);
  return near === null ? "" : `; did you mean '${near}'?`;
}

/** Returns "; did you mean 'x'?" as a `Text` for a near name; an empty `Text` if `near` is null. */
export const orMeant = (near: string | null): Text => (near === null ? [] : say`; did you mean ${quotedName(near)}?`);
