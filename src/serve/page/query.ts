/** One term of a search on the page: a text in a field, or anywhere if `field` is null. */
export interface Term {
  readonly field: Field | null;
  readonly text: string;
}

export const FIELDS = ["env", "rule", "key", "file", "machine", "state"] as const;
export type Field = (typeof FIELDS)[number];

const isField = (word: string): word is Field => (FIELDS as readonly string[]).includes(word);

/** Pattern of a term of a search: an optional field before a colon, and quotes for text with spaces: `env:production "Hot Fix"`. */
const WORD = /(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi;

export function termsOf(query: string): readonly Term[] {
  return [...query.matchAll(WORD)].flatMap(([whole, before = "", quoted, bare]): readonly Term[] => {
    const field = before.toLowerCase();
    const text = quoted ?? bare ?? "";
    if (isField(field)) return text === "" ? [] : [{ field, text }];
    return [{ field: null, text: before === "" ? text : whole.replaceAll('"', "") }];
  });
}

const word = (text: string): string => (/[\s"]|^$/.test(text) ? `"${text.replaceAll('"', "")}"` : text);

/**
 * Parses the part of an address after `#` as a search: `env=production&q=jcef`. Returns null if it is only the id of an element, such as
 * `settings`.
 */
export function queryOfHash(hash: string): { readonly query: string; readonly compare: readonly string[] } | null {
  const parts = hash
    .replace(/^#/, "")
    .split("&")
    .map((part) => /^([a-z]+)=(.*)$/s.exec(part));
  if (parts.some((part) => part === null)) return null;
  const words: string[] = [];
  let compare: readonly string[] = [];
  for (const [, name = "", value = ""] of parts as RegExpExecArray[]) {
    const text = decoded(value);
    if (isField(name)) words.push(`${name}:${word(text)}`);
    else if (name === "q") words.push(text);
    else if (name === "compare") compare = text.split(",").filter((item) => item !== "");
    else return null;
  }
  return { query: words.join(" "), compare };
}

/** Returns the part of an address after `#`, with `#`, that stands for a search and compared environments; `queryOfHash` parses it. */
export function hashOfQuery(query: string, compare: readonly string[]): string {
  const terms = termsOf(query);
  const fields = terms.flatMap(({ field, text }) => (field === null ? [] : [`${field}=${encoded(text)}`]));
  const free = terms.flatMap(({ field, text }) => (field === null ? [word(text)] : [])).join(" ");
  const parts = [
    ...fields,
    ...(free === "" ? [] : [`q=${encoded(free)}`]),
    ...(compare.length === 0 ? [] : [`compare=${encoded(compare.join(","))}`]),
  ];
  return parts.length === 0 ? "" : `#${parts.join("&")}`;
}

const encoded = (text: string): string => encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%2C", ",");

/** Decodes a percent-encoded text. Returns it unchanged if it ends inside an encoded character, as an address that a person cut. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
