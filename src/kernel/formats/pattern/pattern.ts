import { PatternFault, programOf, type Step } from "./program.ts";

/** Characters of a file in which a pattern is looked for: a file that names a version says so at its beginning. */
export const MOST_SEARCHED = 64 * 1024;

/** Why a pattern cannot be used, in words that go on after "the pattern"; null when it can. */
export function patternFault(pattern: string): string | null {
  try {
    programOf(pattern);
    return null;
  } catch (error) {
    if (error instanceof PatternFault) return error.message;
    throw error;
  }
}

/** The stack of what is still to be tried: a step and a position, or a capture to put back. */
interface Attempt {
  readonly step: number;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Text of the first group at each place where the pattern matches, one after the other as a backtracking matcher finds them, '^' and '$' at
 * every line; null where the group took no part. Each step is tried at each position once and once more where a match ends, so the time is
 * bounded by their product whatever the pattern (the way of RE2's bit-state matcher). Only the first 64 KiB are searched. Throws PatternFault.
 */
export function groupsOf(pattern: string, whole: string): readonly (string | null)[] {
  const steps = programOf(pattern);
  const text = whole.slice(0, MOST_SEARCHED);
  const tried = new Uint8Array(Math.ceil((steps.length * (text.length + 1)) / 8));
  const groups: (string | null)[] = [];
  let start = 0;
  while (start <= text.length) {
    const found = matchAt(steps, text, start, tried);
    if (found) groups.push(found.from < 0 || found.to < 0 ? null : text.slice(found.from, found.to));
    if (found && found.end > start) {
      start = found.end;
      forget(tried, steps.length, text.length, start);
    } else start++;
  }
  return groups;
}

/** Lets the next match try what the last one tried where it ended. Everything that was tried further on had failed. */
function forget(tried: Uint8Array, steps: number, length: number, at: number): void {
  for (let step = 0; step < steps; step++) {
    const bit = step * (length + 1) + at;
    tried[bit >> 3] = (tried[bit >> 3] ?? 0) & ~(1 << (bit & 7));
  }
}

/** Lines that are comments in a settings or batch file. */
const COMMENT_LINE = /^[ \t\f]*(?:[#!;]|\/\/|::|rem[ \t]).*$/gim;

/** A text without its comments: those of XML where it begins with a tag, else lines that begin as comments do. */
function withoutComments(text: string): string {
  if (!/^(?:\xef\xbb\xbf)?[ \t\n]*</.test(text)) return text.replace(COMMENT_LINE, "");
  const parts = text.split("<!--");
  return parts
    .map((part, i) => {
      if (i === 0) return part;
      const end = part.indexOf("-->");
      return end < 0 ? "" : part.slice(end + 3);
    })
    .join("");
}

/** The different texts that a pattern finds in a file of the tool, without blanks around them; comments of the file state nothing. Throws PatternFault. */
export function statedTexts(pattern: string, whole: string): readonly string[] {
  // a line of Windows ends before its CR, too
  const text = withoutComments(whole.replaceAll("\r", "").slice(0, MOST_SEARCHED));
  return [...new Set(groupsOf(pattern, text).map((group) => group?.trim() ?? ""))].filter((group) => group !== "");
}

interface Match {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

function matchAt(steps: readonly Step[], text: string, start: number, tried: Uint8Array): Match | null {
  const open: Attempt[] = [{ step: 0, at: start, from: -1, to: -1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    let { step, at, from, to } = next;
    for (;;) {
      const bit = step * (text.length + 1) + at;
      const mask = 1 << (bit & 7);
      if ((tried[bit >> 3] ?? 0) & mask) break;
      tried[bit >> 3] = (tried[bit >> 3] ?? 0) | mask;
      const now = steps[step] as Step;
      if (now.kind === "match") return { from, to, end: at };
      if (now.kind === "char") {
        if (at >= text.length || !now.takes(text[at] ?? "")) break;
        at++;
      } else if (now.kind === "start") {
        if (at > 0 && text[at - 1] !== "\n") break;
      } else if (now.kind === "end") {
        if (at < text.length && text[at] !== "\n") break;
      } else if (now.kind === "save") {
        if (now.slot === 0) from = at;
        else to = at;
      } else if (now.kind === "split") {
        open.push({ step: now.second, at, from, to });
        step = now.first;
        continue;
      } else {
        step = now.to;
        continue;
      }
      step++;
    }
  }
  return null;
}
