/** Begin and end of the lines that Git leaves where two changes met. Seven signs and a blank or the end of the line; nothing else looks so. */
const OPENS = /^<{7}(?= |\r?$)/m;
const FURTHER = /^(?:={7}|\|{7}|>{7})(?= |\r?$)/m;
const ALL = /^<{7}(?= |\r?$)/gm;

/** Where the first merge conflict stands in a text, and how many there are; null when there is none. */
export function mergeConflict(text: string): { readonly start: number; readonly end: number; readonly count: number } | null {
  if (!text.includes("<<<<<<<") && !text.includes(">>>>>>>")) return null;
  const first = OPENS.exec(text) ?? (/^>{7}(?= |\r?$)/m.test(text) ? FURTHER.exec(text) : null);
  if (!first) return null;
  const line = /[^\r\n]*/.exec(text.slice(first.index))?.[0] ?? "";
  return { start: first.index, end: first.index + line.length, count: text.match(ALL)?.length || 1 };
}

/** Words for it, the same for every kind of file. */
export function conflictWords(count: number): { readonly message: string; readonly help: string } {
  const what = count === 1 ? "a merge conflict was" : `${count} merge conflicts were`;
  return {
    message: `${what} left in this file: between '<<<<<<<' and '>>>>>>>' stand two versions of the same lines, and nothing of the file can be relied on`,
    help: "keep the lines that are meant and delete the others together with the lines of '<<<<<<<', '=======' and '>>>>>>>'",
  };
}
