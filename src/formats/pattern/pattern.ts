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
 * Text of the first group where the pattern matches first, as a backtracking matcher finds it, '^' and '$' at every line; null when it
 * does not. Each step is tried at each position once, so the time is bounded by their product whatever the pattern (the way of RE2's
 * bit-state matcher). Only the first 64 KiB of the text are searched. Throws PatternFault.
 */
export function firstGroup(pattern: string, whole: string): string | null {
  const steps = programOf(pattern);
  const text = whole.slice(0, MOST_SEARCHED);
  const tried = new Uint8Array(Math.ceil((steps.length * (text.length + 1)) / 8));
  for (let start = 0; start <= text.length; start++) {
    const found = matchAt(steps, text, start, tried);
    if (found) return found.from < 0 || found.to < 0 ? null : text.slice(found.from, found.to);
  }
  return null;
}

function matchAt(steps: readonly Step[], text: string, start: number, tried: Uint8Array): { from: number; to: number } | null {
  const open: Attempt[] = [{ step: 0, at: start, from: -1, to: -1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    let { step, at, from, to } = next;
    for (;;) {
      const bit = step * (text.length + 1) + at;
      const mask = 1 << (bit & 7);
      if ((tried[bit >> 3] ?? 0) & mask) break;
      tried[bit >> 3] = (tried[bit >> 3] ?? 0) | mask;
      const now = steps[step] as Step;
      if (now.kind === "match") return { from, to };
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
