/** A document made short enough, and what was left out of it. */
export interface Shortened {
  readonly document: unknown;
  /** A line for each list or text that was shortened: where it stands, and how much of it is there. */
  readonly leftOut: readonly string[];
}

/** So many lines say what was left out; there may be a list in every element of a list. */
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
  // an object of many names is a list by another name
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

/** The longest lists that fit, with texts of at most so many characters; null: not even one element of each does. */
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

/** A JSON document of at most `limit` characters: as it is where it fits, else every list by its beginning, then texts, too. */
export function shorten(document: unknown, limit: number): Shortened {
  if (sizeOf(document) <= limit) return { document, leftOut: [] };
  for (const characters of [4_000, 400, 80]) {
    const made = longestLists(document, limit, characters);
    if (made) return made;
  }
  return { document: cutTo(document, 0, 40).document, leftOut: ["every list: it was too long for this answer"] };
}
