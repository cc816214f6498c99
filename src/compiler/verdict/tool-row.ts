import { editDistance, nearest } from "../../kernel/index.ts";

/**
 * A tool release with its three levels (docs/verdicts.md): family `2024x`, refresh `2024x Refresh2`, hot fix `2024x Refresh2 Hot Fix 1`.
 * Levels are texts as written ('02' is not '2'). null is a missing level, which never equals a present one.
 */
export interface ToolRow {
  readonly family: string;
  readonly refresh: string | null;
  readonly hotFix: string | null;
}

/**
 * The highest number of characters that is parsed as a tool release. A longer text is compared as a whole, so that its cost stays linear in
 * its length.
 */
const LONGEST = 120;

const LEVELS = /^(.*?\dx?)(?:(?:refresh|r)(\d+))?(?:(?:hotfix|hf)(\d+))?$/;

/**
 * Returns a tool release without spelling differences: case, spaces, hyphens and underscores. A separator between two digits becomes one
 * space; otherwise 'Refresh2 1' would read as 'Refresh21'.
 */
function withoutSpelling(text: string): string {
  const lower = text.trim().toLowerCase();
  // The class of all Unicode dashes is expensive to compile, and nearly every row has only the ASCII hyphen.
  return (/^[\x20-\x7e]*$/.test(lower) ? lower.replace(/[ _-]+/g, " ") : lower.replace(/[\s_\p{Pd}]+/gu, " ")).replace(
    /(?<!\d) | (?!\d)/g,
    "",
  );
}

/**
 * Parses a tool release as written in an environment, a matrix row, an exception or a claim. A text without the three levels ('2024x and
 * later', '2024x Refresh1-3', '19.0 SP4') becomes a family that equals only itself, so a range is never expanded.
 */
export function parseToolRow(text: string): ToolRow {
  const plain = withoutSpelling(text);
  const levels = plain.length > LONGEST ? null : LEVELS.exec(plain);
  if (!levels) return { family: plain, refresh: null, hotFix: null };
  return { family: levels[1] as string, refresh: levels[2] ?? null, hotFix: levels[3] ?? null };
}

/** Cache of `toolRowKey` by the tool name as written: thousands of environments name a few rows of the matrix. */
const known = new Map<string, string>();
const MOST_KNOWN = 1000;

/** Returns a key that is equal for two spellings of one tool release and different for two releases; '' if the text names none. */
export function toolRowKey(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const key = keyOf(text);
  known.set(text, key);
  return key;
}

function keyOf(text: string): string {
  const { family, refresh, hotFix } = parseToolRow(text);
  return `${family}${refresh === null ? "" : `|r${refresh}`}${hotFix === null ? "" : `|hf${hotFix}`}`;
}

/** Returns true if both texts name one tool release, equal on all three levels. */
export function sameToolRow(a: string, b: string): boolean {
  const key = toolRowKey(a);
  return key !== "" && key === toolRowKey(b);
}

/**
 * Returns the tool release that all texts name, in the spelling of the first; null if there is no text or two of them name different
 * releases.
 */
export function onlyToolRow(texts: readonly string[]): string | null {
  const [first] = texts;
  return first !== undefined && texts.every((text) => toolRowKey(text) === toolRowKey(first)) ? first : null;
}

/** Weights, in units of one hot fix, of one edited letter of the family and of one refresh. Levels above HIGHEST count as HIGHEST. */
const FAMILY = 1e6;
const REFRESH = 1e3;
const HIGHEST = 999;

/**
 * Returns the distance of two tool releases: a different refresh weighs more than any hot fix, a different family more than any refresh.
 */
function distance(a: ToolRow, b: ToolRow): number {
  const level = (x: string | null) => Math.min(Number(x), HIGHEST);
  const missing = (x: string | null, y: string | null) => ((x === null) === (y === null) ? 0 : 0.5);
  return (
    editDistance(a.family, b.family) * FAMILY +
    Math.abs(level(a.refresh) - level(b.refresh)) * REFRESH +
    missing(a.refresh, b.refresh) +
    Math.abs(level(a.hotFix) - level(b.hotFix)) +
    missing(a.hotFix, b.hotFix)
  );
}

/**
 * Returns the tool release in `rows` that a person most likely meant by `tool`, as written, or null if none is similar. Only messages name
 * it; a verdict never uses it.
 */
export function nearestToolRow(tool: string, rows: Iterable<string>): string | null {
  const candidates = [...rows].filter((row) => row.length <= LONGEST);
  if (tool.length > LONGEST) return null;
  const wanted = parseToolRow(tool);
  const limit = Math.max(1, Math.floor(wanted.family.length / 4)) * FAMILY + FAMILY;
  let best: string | null = null;
  let bestScore = limit;
  for (const candidate of candidates) {
    const score = distance(wanted, parseToolRow(candidate));
    if (score < bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best ?? nearest(tool, candidates) ?? longestWithin(tool, candidates);
}

/**
 * Returns the longest tool release in `rows` that a text contains, such as '2024x' in 'Modeler 2024x and later'; null if it contains none.
 */
function longestWithin(tool: string, rows: readonly string[]): string | null {
  const text = withoutSpelling(tool);
  const within = rows.filter((row) => toolRowKey(row) !== "" && text.includes(withoutSpelling(row)));
  return within.reduce<string | null>((longest, row) => (longest === null || row.length > longest.length ? row : longest), null);
}
