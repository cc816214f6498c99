/**
 * One element that differs between the found and the expected value of a key that is a list. `at` counts from 1, in the found list, or in
 * the expected list if the element was deleted.
 */
export interface ListChange {
  readonly at: number;
  /** The expected element, null for an element that was added; `found` is null for an element that was deleted. */
  readonly expected: string | null;
  readonly found: string | null;
}

/** The number of characters below which two values are shown whole, because a person then reads them faster than a list of changes. */
const LONG = 160;
const FEWEST = 4;
const SHOWN = 5;
const WIDEST = 80;
/**
 * The most cells of the table that compares two lists, so that the slower deploy.ps1 does not stall. Longer lists are compared position by
 * position.
 */
const MOST_CELLS = 250_000;

type Pair = readonly [number, number];

/**
 * Returns pairs of positions of the elements that both lists have in the same order: the common start and end, and between them the longest
 * common subsequence. deploy.ps1 contains the same algorithm (72-differences.ps1).
 */
function common(a: readonly string[], b: readonly string[]): readonly Pair[] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const between = longest(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [
    ...Array.from({ length: start }, (_, i): Pair => [i, i]),
    ...between.map(([i, j]): Pair => [start + i, start + j]),
    ...Array.from({ length: end }, (_, i): Pair => [a.length - end + i, b.length - end + i]),
  ];
}

function longest(a: readonly string[], b: readonly string[]): readonly Pair[] {
  if (a.length * b.length > MOST_CELLS) return a.flatMap((item, i) => (item === b[i] ? [[i, i] as const] : []));
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const cell = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1));
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (cell(i + 1, j) >= cell(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/**
 * Returns how two long comma-separated values differ, element by element, in the order of the found value; spaces around an element do not
 * count. Never called with a secret.
 * @returns null if the values are not long lists, so that the caller shows the values themselves
 */
export function listChanges(expected: string, found: string): readonly ListChange[] | null {
  const split = (value: string) => value.split(",").map((element) => element.trim());
  const [a, b] = [split(expected), split(found)];
  if (Math.max(expected.length, found.length) < LONG || Math.min(a.length, b.length) < FEWEST) return null;
  const changes: ListChange[] = [];
  let [i, j] = [0, 0];
  for (const [nextA, nextB] of [...common(a, b), [a.length, b.length] as const]) {
    while (i < nextA || j < nextB) {
      const change = {
        at: (j < nextB ? j : i) + 1,
        expected: i < nextA ? (a[i] ?? "") : null,
        found: j < nextB ? (b[j] ?? "") : null,
      };
      changes.push(change);
      if (i < nextA) i++;
      if (j < nextB) j++;
    }
    i = nextA + 1;
    j = nextB + 1;
  }
  return changes;
}

const quoted = (text: string): string => `'${text.length > WIDEST ? `${text.slice(0, WIDEST)}...` : text}'`;

function words({ at, expected, found }: ListChange, other: string): string {
  if (expected === null) return `element ${at}, ${quoted(found ?? "")}, is new`;
  if (found === null) return `element ${at}, ${quoted(expected)}, was removed`;
  return `element ${at} is ${quoted(found)}, ${other} ${quoted(expected)}`;
}

/**
 * Returns the differing elements of two long list values in words: the first few, and how many more; null if the values should be shown
 * whole.
 * @param other the words before the expected value
 */
export function listChangesText(expected: string | null, found: string | null, other = "expected was"): string | null {
  const changes = expected === null || found === null ? null : listChanges(expected, found);
  if (!changes) return null;
  if (changes.length === 0) return "only spaces around its elements differ";
  const more = changes.length > SHOWN ? [`and ${changes.length - SHOWN} more elements`] : [];
  return [...changes.slice(0, SHOWN).map((change) => words(change, other)), ...more].join("; ");
}
