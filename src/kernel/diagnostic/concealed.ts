import { XML_ENTITIES } from "../text/entities.ts";
import { percentEncoded } from "../text/escapes.ts";
import { base64Cores } from "./secret-spellings.ts";
import { NOT_SHOWN } from "./text.ts";

/** Length below which a secret is not redacted: it would occur in ordinary words. */
const SHORTEST = 4;
/** Length below which the base64 core of a secret is not redacted. */
const SHORTEST_CORE = 6;

/** Returns every spelling in which a person could still read the secret: plain, in a URL, in XML and JSON, in hex and base64. */
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
 * The secrets that a run has read: passwords, cookies, codes, tickets. The class redacts all their spellings in the output.
 * It does not redact a secret that is part of a text known anyway (a user whose password is his id): redacting it would reveal it.
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

  /** Returns the text with all secrets redacted, the longest first. */
  hide(text: string): string {
    let shown = text;
    for (const spelling of [...this.#spellings].sort((a, b) => b.length - a.length))
      shown = shown.replaceAll(spelling, NOT_SHOWN);
    return shown;
  }

  /**
   * Returns true if an output text contains a secret.
   *
   * @param frame the output without any value that was read; a secret that occurs in it as often is a common word, for example a password that is
   * also the name of a field
   */
  leaks(text: string, frame = ""): boolean {
    return [...this.#spellings].some((spelling) => text.split(spelling).length > frame.split(spelling).length);
  }
}

const WORD = "(?:[A-Za-z][a-z]{0,11}|[A-Z]{2,12})";
const WORDS = new RegExp(`^${WORD}(?:[-_. ]${WORD})*$`);

/** Returns false for ordinary words ('select-this-one', 'true', 'de-DE'): such a cookie or hidden field gives no access. */
export const mayOpenSomething = (value: string): boolean => !WORDS.test(value);
