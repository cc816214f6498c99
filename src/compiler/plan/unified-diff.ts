/** Number of unchanged lines shown around a change. */
const CONTEXT = 3;
/**
 * Highest number of entries of the comparison table, which bounds time and memory. For texts that need more, all old lines are shown as
 * removed and all new ones as added.
 */
const MOST_CELLS = 4_000_000;

/** One line of a diff: in both texts (" "), only in the first ("-") or only in the second ("+"). */
interface Step {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/**
 * Returns the length of the longest common subsequence of a[i..] and b[j..] for each pair of positions, at index i * (b.length + 1) + j.
 */
function table(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] = a[i] === b[j] ? (lengths[at + width + 1] ?? 0) + 1 : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}

function* between(a: readonly string[], b: readonly string[], shown: (j: number) => string): Iterable<Step> {
  const width = b.length + 1;
  const lengths = a.length * b.length > MOST_CELLS ? null : table(a, b);
  let [i, j] = [0, 0];
  while (lengths !== null && i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      yield { sign: " ", text: shown(j++) };
      i++;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) yield { sign: "-", text: a[i++] ?? "" };
    else yield { sign: "+", text: shown(j++) };
  }
  while (i < a.length) yield { sign: "-", text: a[i++] ?? "" };
  while (j < b.length) yield { sign: "+", text: shown(j++) };
}

function stepsOf(a: readonly string[], b: readonly string[]): readonly Step[] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const same = (text: string): Step => ({ sign: " ", text });
  return [
    ...b.slice(0, start).map(same),
    ...between(a.slice(start, a.length - end), b.slice(start, b.length - end), (j) => b[start + j] ?? ""),
    ...b.slice(b.length - end).map(same),
  ];
}

const lines = (text: string): readonly string[] => {
  const all = text.split(/\r\n|\n|\r/);
  return all.at(-1) === "" ? all.slice(0, -1) : all;
};

const range = (from: number, count: number): string => (count === 1 ? `${from}` : `${count === 0 ? from - 1 : from},${count}`);

/**
 * Returns the differences of two texts in the form of `diff -u`, or "" if the lines are equal. Line ends (CR, LF) are not compared.
 * @param hide Returns true for a line that can hold a secret; such a line is not shown.
 */
export function unifiedDiff(path: string, before: string, after: string, hide: (line: string) => boolean): string {
  const steps = stepsOf(lines(before), lines(after));
  const changed = steps.flatMap(({ sign }, i) => (sign === " " ? [] : [i]));
  if (changed.length === 0) return "";
  const out = [`--- before/${path}`, `+++ after/${path}`];
  for (let first = 0; first < changed.length; ) {
    let last = first;
    while (last + 1 < changed.length && (changed[last + 1] ?? 0) - (changed[last] ?? 0) <= 2 * CONTEXT) last++;
    const from = Math.max(0, (changed[first] ?? 0) - CONTEXT);
    const to = Math.min(steps.length, (changed[last] ?? 0) + CONTEXT + 1);
    const before = steps.slice(0, from);
    const shown = steps.slice(from, to);
    const count = (list: readonly Step[], without: Step["sign"]) => list.filter(({ sign }) => sign !== without).length;
    const old = range(count(before, "+") + 1, count(shown, "+"));
    const now = range(count(before, "-") + 1, count(shown, "-"));
    out.push(`@@ -${old} +${now} @@`);
    for (const { sign, text } of shown) out.push(sign + (hide(text) ? "(a line that can contain a secret is not shown)" : text));
    first = last + 1;
  }
  return `${out.join("\n")}\n`;
}
