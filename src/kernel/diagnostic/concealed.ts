import { XML_ENTITIES } from "../text/entities.ts";
import { base64Cores, percentEncoded } from "./secret-spellings.ts";
import { NOT_SHOWN } from "./text.ts";

/** A shorter one stands in ordinary words, and would take them along. */
const SHORTEST = 4;
/** The same of what is left of one in base64. */
const SHORTEST_CORE = 6;

/** Every spelling in which somebody could still read it: as it is, in an address, in XML and JSON, in hex and base64. */
function spellings(secret: string): readonly string[] {
  const uri = percentEncoded(secret);
  return [
    secret,
    uri,
    uri.replaceAll("%20", "+"),
    secret.replace(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? character),
    secret.replace(/[&<>"]/g, (character) => XML_ENTITIES[character] ?? character),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("hex"),
    ...base64Cores(secret).filter((core) => core.length >= SHORTEST_CORE),
  ];
}

/**
 * What a run has read that opens something: passwords, cookies, codes, tickets. Nothing of it leaves, in no spelling. A text that is known
 * anyway and happens to hold one (a user whose password is his id) is left as it is: hiding it would say what it is.
 */
export class Concealed {
  readonly #spellings = new Set<string>();
  readonly #known: readonly string[];

  constructor(known: readonly string[] = []) {
    this.#known = known.filter((text) => text !== "");
  }

  add(values: readonly string[]): void {
    for (const secret of values)
      if (secret.length >= SHORTEST && !this.#known.some((text) => text.includes(secret)))
        for (const spelling of spellings(secret)) this.#spellings.add(spelling);
  }

  /** The text without any of them, the longest first. */
  hide(text: string): string {
    let shown = text;
    for (const spelling of [...this.#spellings].sort((a, b) => b.length - a.length))
      shown = shown.replaceAll(spelling, NOT_SHOWN);
    return shown;
  }

  /**
   * Returns true if a text that is about to leave holds one of them.
   *
   * @param frame the same text without anything that was read: one that stands there as often is a common word, for example a password
   *   that is also the name of a field
   */
  leaks(text: string, frame = ""): boolean {
    return [...this.#spellings].some((spelling) => text.split(spelling).length > frame.split(spelling).length);
  }
}

const WORD = "(?:[A-Za-z][a-z]{0,11}|[A-Z]{2,12})";
const WORDS = new RegExp(`^${WORD}(?:[-_. ]${WORD})*$`);

/** Returns false for words that anybody writes ('select-this-one', 'true', 'de-DE'): such a cookie or hidden field opens nothing. */
export const mayOpenSomething = (value: string): boolean => !WORDS.test(value);
