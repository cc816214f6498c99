import { createHash } from "node:crypto";
import { NOT_SHOWN } from "../../diagnostic/text.ts";
import { append } from "../../diagnostic/lists.ts";
import { type Coded, eachCodedRun, textsOf } from "./coded.ts";
import { KnownSecrets } from "./known.ts";
import { maskRanges, type Range } from "./range.ts";
import { type Finder, TooMuch, Work } from "./shape.ts";
import { inOriginal, isInOriginal } from "./view.ts";
import { viewsOf } from "./views.ts";

/** The declaration of how `RedactionEngine` searches one kind of output (a relayed session, a command's text) for secrets. */
export interface SearchDeclaration<Format extends string> {
  /** The finders for each format of a text; a format without finders is searched for known secrets only. */
  readonly finders: Readonly<Record<Format, readonly Finder[]>>;
  /** Returns the format of a text that was decoded from base64 or hexadecimal. */
  readonly formatOf: (decoded: string) => Format;
  /** Returns whether a secret is a common text, which is then redacted only at the places where a finder found it. */
  readonly isOrdinary: (secret: string) => boolean;
}

/**
 * The fewest characters of a token that is redacted wherever it occurs. A shorter one can be an ordinary word, so it is redacted only at
 * the place where a finder found it.
 */
const SHORTEST_TOKEN = 8;
const SHORTEST_PASSWORD = 4;

/** The text that is shown in place of a text that could not be redacted completely. */
export const WITHHELD = "(not shown: it could contain a secret)";

/** The most levels of base64 within base64 that are decoded. */
const DEEPEST = 3;

/** The most characters of a text whose redaction is cached, because headers repeat in every message. */
const SHORT = 1000;
const MOST_KEPT = 20_000;
/** The most ranges of secrets that are cached for texts of more than SHORT characters. */
const MOST_RANGES = 500_000;
const keyOf = (text: string, format: string): string => `${format} ${createHash("sha256").update(text).digest("base64")}`;

/**
 * The engine that redacts all output with content that Tierwright did not write (traffic, files): it finds secrets by their context and
 * then hides them at every other place, in any spelling.
 */
export class RedactionEngine<Format extends string> {
  readonly #known = new KnownSecrets();
  readonly #learned = new Map<string, boolean>();
  readonly #hidden = new Map<string, string>();
  readonly #ranges = new Map<string, readonly Range[]>();
  #rangesKept = 0;

  constructor(private readonly declaration: SearchDeclaration<Format>) {}

  get size(): number {
    return this.#known.size;
  }

  /** Adds a secret to search for in every spelling. */
  add(secret: string, shortest = SHORTEST_PASSWORD): void {
    if (secret.length < shortest || secret === NOT_SHOWN || this.declaration.isOrdinary(secret)) return;
    const { size } = this.#known;
    this.#known.add(secret);
    if (this.#known.size > size) this.#hidden.clear();
  }

  /**
   * Adds the secrets in a text to the known ones.
   * @returns whether the text has any, or is too complex to be searched
   */
  learn(text: string, format: Format): boolean {
    const key = text.length > SHORT ? null : `${format} ${text}`;
    if (key !== null) {
      const known = this.#learned.get(key);
      if (known !== undefined) return known;
      if (this.#learned.size >= MOST_KEPT) this.#learned.clear();
    }
    const holds = this.#learn(text, format);
    if (key !== null) this.#learned.set(key, holds);
    return holds;
  }

  #learn(text: string, format: Format): boolean {
    const found: string[] = [];
    try {
      const ranges = this.#lookThrough(text, this.declaration.finders[format], new Work(text), found);
      if (text.length > SHORT) this.#keep(keyOf(text, format), ranges);
      return found.length > 0;
    } catch (error) {
      // a text that is too complex to be searched counts as one with a secret, so that it is withheld
      if (!(error instanceof TooMuch)) throw error;
      return true;
    } finally {
      // the secrets that were found before the search was given up can occur in other texts
      for (const value of found) this.add(value.trim());
    }
  }

  /** Caches the ranges found in a text, because a text that was learned is usually shown next. */
  #keep(key: string, ranges: readonly Range[]): void {
    this.#rangesKept += ranges.length + 1;
    if (this.#rangesKept > MOST_RANGES) {
      this.#ranges.clear();
      this.#rangesKept = ranges.length + 1;
    }
    this.#ranges.set(key, ranges);
  }

  /** Adds a token that is the whole value of a cookie or header, unless it is shorter than `SHORTEST_TOKEN`. */
  learnToken(value: string): void {
    this.add(value, SHORTEST_TOKEN);
  }

  /** Returns a text with its secrets redacted; WITHHELD if that cannot be guaranteed. */
  hide(text: string, format: Format): string {
    if (text.length > SHORT) return this.#hide(text, format);
    const key = `${format} ${text}`;
    const known = this.#hidden.get(key);
    if (known !== undefined) return known;
    const shown = this.#hide(text, format);
    if (this.#hidden.size >= MOST_KEPT) this.#hidden.clear();
    this.#hidden.set(key, shown);
    return shown;
  }

  #hide(text: string, format: Format): string {
    try {
      const kept = text.length > SHORT ? this.#ranges.get(keyOf(text, format)) : undefined;
      const ranges = [...this.#lookThrough(text, kept ? [] : this.declaration.finders[format], new Work(text), [])];
      append(ranges, kept ?? []);
      const shown = maskRanges(text, ranges);
      return this.#shows(shown) ? WITHHELD : shown;
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      return WITHHELD;
    }
  }

  /** Returns the number of places with a secret in a text; infinity if the text is too complex to be searched. */
  countPlaces(text: string, format: Format): number {
    try {
      const between = text.split(NOT_SHOWN).join("\n");
      const ranges = this.#lookThrough(between, this.declaration.finders[format], new Work(between), []);
      return maskRanges(between, ranges).split(NOT_SHOWN).length - 1;
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      return Number.POSITIVE_INFINITY;
    }
  }

  /** Returns whether a redacted text still contains a secret that was found or added before. */
  #shows(text: string): boolean {
    if (this.#known.size === 0) return false;
    const between = text.split(NOT_SHOWN).join("\n");
    return viewsOf(between, false).some((view) => this.#known.standsIn(view.text));
  }

  /**
   * Returns the ranges of secrets in a text, found by shape or known before, also within base64 and hexadecimal.
   * @param found Receives the secrets that were found by shape.
   */
  #lookThrough(text: string, finders: readonly Finder[], work: Work, found: string[], depth = 0): readonly Range[] {
    const views = viewsOf(text);
    const ranges: Range[] = [];
    for (const view of views)
      for (const finder of finders)
        for (const shape of finder(view.text)) {
          found.push(shape.value);
          ranges.push(inOriginal(view, shape.at[0], shape.at[1]));
        }
    append(ranges, this.#known.in(views, work));
    if (depth >= DEEPEST) return ranges;
    const judged = { words: new Map<string, boolean>(), hex: new Map<string, boolean>() };
    for (const view of views) {
      const isVisited = (from: number, to: number): boolean => isInOriginal(text, view, from, to);
      eachCodedRun(view.text, this.#known.isQuiet, isVisited, (run) => {
        const known = run.isHex ? judged.hex : judged.words;
        const is = known.get(run.text) ?? this.#isSecretCode(run, finders, work, depth, found);
        known.set(run.text, is);
        if (is) ranges.push(inOriginal(view, run.at[0], run.at[1]));
      });
    }
    return ranges;
  }

  /**
   * Returns whether a run in base64 or hexadecimal contains a secret.
   * @param found Receives the secrets that were found by shape.
   */
  #isSecretCode(run: Coded, finders: readonly Finder[], work: Work, depth: number, found: string[]): boolean {
    let is = false;
    for (const { text, isText } of textsOf(run)) {
      work.spend(text.length);
      if (!isText) is ||= this.#known.standsIn(text);
      else {
        const { finders: declared, formatOf } = this.declaration;
        const own = finders.length === 0 ? finders : declared[formatOf(text)];
        is = this.#lookThrough(text, own, work, found, depth + 1).length > 0 || is;
      }
    }
    return is;
  }
}
