/** A shortened document, and the list of omitted parts. */
export interface Shortened {
  readonly document: unknown;
  /** One line for each shortened list or text: its path, and how much of it is included. */
  readonly leftOut: readonly string[];
}

/** Most lines about omitted parts of a document; there can be many, because every element of a list can contain a shortened list. */
const MOST_LINES = 20;

type Note = (path: string, total: number, kept: number, what: string) => void;

function cut(
  value: unknown,
  path: string,
  most: { readonly elements: number; readonly characters: number },
  note: Note,
): unknown {
  if (typeof value === "string") {
    if (value.length <= most.characters) return value;
    note(path, value.length, most.characters, "characters");
    return `${value.slice(0, most.characters).replace(/[\uD800-\uDBFF]$/, "")}…`;
  }
  if (Array.isArray(value)) {
    if (value.length > most.elements) note(path, value.length, most.elements, "elements");
    return value.slice(0, most.elements).map((each, i) => cut(each, `${path}/${i}`, most, note));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  // an object with many entries is cut like a list
  if (entries.length > most.elements + 32) note(path, entries.length, most.elements + 32, "entries");
  return Object.fromEntries(
    entries.slice(0, most.elements + 32).map(([name, each]) => [name, cut(each, `${path}/${name}`, most, note)]),
  );
}

function cutTo(document: unknown, elements: number, characters: number): Shortened {
  const lines: string[] = [];
  let more = 0;
  const result = cut(document, "", { elements, characters }, (path, total, kept, what) => {
    if (lines.length < MOST_LINES) lines.push(`${path || "/"}: the first ${kept} of ${total} ${what}`);
    else more += 1;
  });
  return { document: result, leftOut: more > 0 ? [...lines, `and ${more} more`] : lines };
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/**
 * Returns the document with the longest lists with which it has at most `limit` characters, and texts of at most `characters` characters.
 * Returns null if it is too long even with one element of each list.
 */
function longestLists(document: unknown, limit: number, characters: number): Shortened | null {
  let best: Shortened | null = null;
  let [low, high] = [1, 65_536];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const made = cutTo(document, middle, characters);
    if (sizeOf(made.document) <= limit) [best, low] = [made, middle + 1];
    else high = middle - 1;
  }
  return best;
}

/**
 * Returns a JSON document with at most `limit` characters: unchanged if it fits, otherwise with only the beginning of every list, and then
 * also of every string.
 */
export function shorten(document: unknown, limit: number): Shortened {
  if (sizeOf(document) <= limit) return { document, leftOut: [] };
  for (const characters of [4_000, 400, 80]) {
    const made = longestLists(document, limit, characters);
    if (made) return made;
  }
  return { document: cutTo(document, 0, 40).document, leftOut: ["every list: it was too long for this answer"] };
}
