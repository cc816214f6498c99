import { editDistance, nearest } from "../../kernel/index.ts";

/**
 * A tool release by its three levels (docs/verdicts.md): family `2024x`, refresh `2024x Refresh2`, hot fix `2024x Refresh2 Hot Fix 1`.
 * Levels are texts as written ('02' is not '2'); null is a missing level, which never equals a present one.
 */
export interface ToolRow {
  readonly family: string;
  readonly refresh: string | null;
  readonly hotFix: string | null;
}

/** Longer texts are not release names; they are compared whole, so that no text costs more than its length. */
const LONGEST = 120;

const LEVELS = /^(.*?\dx?)(?:(?:refresh|r)(\d+))?(?:(?:hotfix|hf)(\d+))?$/;

/**
 * Spelling taken away: case, spaces, hyphens and underscores. A separator between two digits stays as one space,
 * or 'Refresh2 1' would read as 'Refresh21'.
 */
function withoutSpelling(text: string): string {
  const lower = text.trim().toLowerCase();
  // the class of all dashes is dear to read, and nearly every row has none but the one of ASCII
  return (/^[\x20-\x7e]*$/.test(lower) ? lower.replace(/[ _-]+/g, " ") : lower.replace(/[\s_\p{Pd}]+/gu, " ")).replace(
    /(?<!\d) | (?!\d)/g,
    "",
  );
}

/**
 * Reads a tool release as it is written in an environment, a matrix row, an exception or a claim.
 * What is not of the three levels ('2024x and later', '2024x Refresh1-3', '19.0 SP4') is a family of its own:
 * it equals only itself, so a range is never expanded.
 */
export function parseToolRow(text: string): ToolRow {
  const plain = withoutSpelling(text);
  const levels = plain.length > LONGEST ? null : LEVELS.exec(plain);
  if (!levels) return { family: plain, refresh: null, hotFix: null };
  return { family: levels[1] as string, refresh: levels[2] ?? null, hotFix: levels[3] ?? null };
}

/** Keys that were asked for: ten thousand environments name a handful of rows. */
const known = new Map<string, string>();
const MOST_KNOWN = 1000;

/** Equal for two spellings of the same row, different for any other two; the empty text for no row at all. */
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

/** True when both texts spell the same row on all three levels. */
export function sameToolRow(a: string, b: string): boolean {
  const key = toolRowKey(a);
  return key !== "" && key === toolRowKey(b);
}

/** Returns the row that texts state; null where there is none, or two of them state different rows. */
export function onlyToolRow(texts: readonly string[]): string | null {
  const [first] = texts;
  return first !== undefined && texts.every((text) => toolRowKey(text) === toolRowKey(first)) ? first : null;
}

/** What one letter of a family and one refresh weigh, in hot fixes; levels above the highest are alike. */
const FAMILY = 1e6;
const REFRESH = 1e3;
const HIGHEST = 999;

/** How far apart two rows are: another refresh weighs more than any hot fix, another family more than any refresh. */
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
 * The row that a person most likely meant by `tool`, as written; null when none is near.
 * It is named in messages and never used for a verdict.
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

/** The longest row that stands within the text: '2024x' in 'Modeler 2024x and later'. */
function longestWithin(tool: string, rows: readonly string[]): string | null {
  const text = withoutSpelling(tool);
  const within = rows.filter((row) => toolRowKey(row) !== "" && text.includes(withoutSpelling(row)));
  return within.reduce<string | null>((longest, row) => (longest === null || row.length > longest.length ? row : longest), null);
}
