import { RedactionEngine } from "./redaction/engine.ts";

/**
 * The secrets that one execution of a command has read: passwords, cookies, codes, tickets. The class redacts all their spellings in the
 * output. It does not redact a secret that is part of a text of `known`, which is public (a user whose password is his id): redacting that
 * text would reveal it.
 */
export class Concealed {
  readonly #engine: RedactionEngine<"text">;

  constructor(known: readonly string[] = []) {
    this.#engine = new RedactionEngine({
      finders: { text: [] },
      formatOf: () => "text",
      isOrdinary: (secret) => known.some((text) => text.includes(secret)),
    });
  }

  add(values: readonly string[]): void {
    for (const secret of values) this.#engine.add(secret);
  }

  /** Returns the text with all added secrets redacted, in any spelling; WITHHELD (redaction/engine.ts) if that cannot be guaranteed. */
  hide(text: string): string {
    return this.#engine.hide(text, "text");
  }

  /**
   * Returns true if an output text has more places with a secret than `frame` has.
   * @param frame the same output without the values that the command read: a secret that also occurs in it is a common word, for example a
   * password that is also the name of a field
   */
  leaks(text: string, frame = ""): boolean {
    return this.#engine.countPlaces(text, "text") > this.#engine.countPlaces(frame, "text");
  }
}

const WORD = "(?:[A-Za-z][a-z]{0,11}|[A-Z]{2,12})";
const WORDS = new RegExp(`^${WORD}(?:[-_. ]${WORD})*$`);

/** Returns false for ordinary words ('select-this-one', 'true', 'de-DE'): such a cookie or hidden field gives no access. */
export const mayOpenSomething = (value: string): boolean => !WORDS.test(value);
