/**
 * The pattern of the marker with which Git opens a merge conflict: a line with seven `<`, then a space or the end of the line. No valid
 * document has such a line.
 */
const OPENS = /^<{7}(?= |\r?$)/m;
const FURTHER = /^(?:={7}|\|{7}|>{7})(?= |\r?$)/m;
const ALL = /^<{7}(?= |\r?$)/gm;

/** Returns the range of the first line with a Git conflict marker in a text, and the number of conflicts; null if the text has none. */
export function mergeConflict(text: string): { readonly start: number; readonly end: number; readonly count: number } | null {
  if (!text.includes("<<<<<<<") && !text.includes(">>>>>>>")) return null;
  const first = OPENS.exec(text) ?? (/^>{7}(?= |\r?$)/m.test(text) ? FURTHER.exec(text) : null);
  if (!first) return null;
  const line = /[^\r\n]*/.exec(text.slice(first.index))?.[0] ?? "";
  return { start: first.index, end: first.index + line.length, count: text.match(ALL)?.length || 1 };
}
