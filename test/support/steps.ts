import { Session } from "node:inspector";

/* Counts what a computation does, so that a test of its growth depends on no clock and no load. */

type Methods = Record<string, (...words: unknown[]) => unknown>;

/** Searches of the runtime: each counts the characters that it passes over. */
const SEARCHES: Readonly<Record<string, (text: string, words: readonly unknown[], result: unknown) => number>> = {
  indexOf: (text, [sign, from], at) => (at === -1 ? text.length : (at as number) + String(sign).length) - Number(from ?? 0),
  lastIndexOf: (text, [, from], at) => Math.min(Number(from ?? text.length), text.length) - (at as number),
  includes: (text, _, is) => (is ? 1 : text.length),
  startsWith: (_, [sign], is) => (is ? String(sign).length : 1),
  endsWith: (_, [sign], is) => (is ? String(sign).length : 1),
  split: (text) => text.length,
  toLowerCase: (text) => text.length,
  replaceAll: (text) => text.length,
};

/** Counts blocks of JavaScript that are run, each as often as it is, and characters and bytes that searches, expressions and copies pass over. */
export const stepsOf = (run: () => void): number => stepsOfEach([run])[0] as number;

/** Counts the steps of several computations; to begin and end the counting takes longer than most of them. */
export function stepsOfEach(runs: readonly (() => void)[]): readonly number[] {
  const session = new Session();
  session.connect();
  try {
    session.post("Profiler.enable");
    session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    const steps = runs.map((run) => {
      // what was run since the last count
      blocksRun(session);
      const passed = passedOver(run);
      return blocksRun(session) + passed;
    });
    session.post("Profiler.stopPreciseCoverage");
    return steps;
  } finally {
    session.disconnect();
  }
}

/** Returns how many blocks of src/ were run since it was called before. */
function blocksRun(session: Session): number {
  let blocks = 0;
  session.post("Profiler.takePreciseCoverage", (error, taken) => {
    if (error) throw error;
    for (const { url, functions } of taken.result)
      if (url.includes("/src/")) for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
  });
  return blocks;
}

/** Returns how many characters and bytes are passed over by searches, expressions and copies. */
function passedOver(run: () => void): number {
  const strings = String.prototype as unknown as Methods;
  const kept = Object.fromEntries(Object.keys(SEARCHES).map((name) => [name, strings[name]])) as Methods;
  const exec = RegExp.prototype.exec;
  const { concat } = Buffer;
  const find = Buffer.prototype.indexOf;
  let passed = 0;
  for (const [name, count] of Object.entries(SEARCHES))
    strings[name] = function (this: unknown, ...words: unknown[]) {
      const result = kept[name]?.apply(this, words);
      passed += Math.max(0, count(this as string, words, result));
      return result;
    };
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    passed += match ? match.index + match[0].length - from : this.sticky ? 1 : text.length - from;
    return match;
  };
  Buffer.concat = (...words: Parameters<typeof concat>) => {
    const result = concat(...words);
    passed += result.length;
    return result;
  };
  Buffer.prototype.indexOf = function (this: Buffer, sign: string | number | Uint8Array, from?: number) {
    const at = find.call(this, sign, from);
    passed += Math.max(0, (at === -1 ? this.length : at + 1) - (from ?? 0));
    return at;
  } as typeof find;
  try {
    run();
  } finally {
    Buffer.concat = concat;
    Buffer.prototype.indexOf = find;
    Object.assign(String.prototype, kept);
    RegExp.prototype.exec = exec;
  }
  return passed;
}
