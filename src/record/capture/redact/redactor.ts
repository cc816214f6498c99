import { createHash } from "node:crypto";
import { NOT_SHOWN, append, namesSecret } from "../../../kernel/index.ts";
import { KnownSecrets } from "./known.ts";
import { type Coded, eachCodedRun, textsOf } from "./coded.ts";
import { argv } from "./argv.ts";
import { members } from "./json.ts";
import { labelled } from "./labels.ts";
import { listed, namedMembers } from "./json-lists.ts";
import { formPairs, namedByLine, options, pairs, quotedPairs, settings, settingsWithin } from "./lines.ts";
import { formParts } from "./multipart.ts";
import { byShape } from "./own-shapes.ts";
import { type Range, type Shape, TooMuch, Work } from "./shape.ts";
import { inOriginal, isInOriginal } from "./view.ts";
import { viewsOf } from "./views.ts";
import { includedParts, said, segments } from "./said.ts";
import { tables } from "./tables.ts";
import { markup } from "./xml.ts";

/** The format of a text, which determines where its values end. */
export type Kind = "xml" | "json" | "form" | "multipart" | "text" | "address";

type Finder = (text: string) => Generator<Shape>;
const EVERYWHERE: readonly Finder[] = [
  markup,
  members,
  namedMembers,
  listed,
  pairs,
  quotedPairs,
  options,
  argv,
  labelled,
  settingsWithin,
  said,
  byShape,
];
const LINES: readonly Finder[] = [settings, namedByLine, tables];
const FINDERS: Readonly<Record<Kind, readonly Finder[]>> = {
  xml: EVERYWHERE,
  json: EVERYWHERE,
  form: [...EVERYWHERE, formPairs],
  multipart: [...EVERYWHERE, formParts, includedParts, ...LINES],
  text: [...EVERYWHERE, ...LINES],
  address: [...EVERYWHERE, segments],
};
/** Finders for a search of known secrets only. */
const KNOWN_ALONE: readonly Finder[] = [];

/** Shortest secrets to search for elsewhere. A shorter one that was found by its name can be any word, so it is only hidden at that place. */
const SHORTEST_TOKEN = 8;
const SHORTEST_PASSWORD = 4;

const NAME_ALONE = /^[A-Za-z]+(?:[-_ ][A-Za-z]+){0,3}$/;
/** Returns whether a secret is itself the name of a secret: searching for `password` elsewhere would hide every such field. */
const isNameAlone = (secret: string): boolean => NAME_ALONE.test(secret) && namesSecret(secret, "wire");

/** Replacement for a text that could not be redacted completely. */
export const WITHHELD = "(not shown: it could contain a secret)";

/** Depth to which base64 within base64 is decoded. */
const DEEPEST = 3;

/** Limits of the cache of short texts, because headers repeat in every message. */
const SHORT = 1000;
const MOST_KEPT = 20_000;
/** Limit of the cached ranges of secrets in longer texts. */
const MOST_RANGES = 500_000;
const keyOf = (text: string, kind: Kind): string => `${kind} ${createHash("sha256").update(text).digest("base64")}`;

/** A redactor that hides secrets by their context and, once found, wherever else they occur. */
export class Redactor {
  /** Tags of redacted content, also short ones, and the paths of resources with redacted content. */
  readonly measured = { tags: new Set<string>(), resources: new Set<string>() };
  readonly #known = new KnownSecrets();
  readonly #learned = new Map<string, boolean>();
  readonly #hidden = new Map<string, string>();
  readonly #ranges = new Map<string, readonly Range[]>();
  #rangesKept = 0;

  get size(): number {
    return this.#known.size;
  }

  /** Adds a secret to search for in every spelling. */
  add(secret: string, shortest = SHORTEST_PASSWORD): void {
    if (secret.length < shortest || secret === NOT_SHOWN || isNameAlone(secret)) return;
    const { size } = this.#known;
    this.#known.add(secret);
    if (this.#known.size > size) this.#hidden.clear();
  }

  /**
   * Learns the secrets in a text.
   * @returns Whether it contains any, or is too complex to be searched.
   */
  learn(text: string, kind: Kind): boolean {
    const key = text.length > SHORT ? null : `${kind} ${text}`;
    if (key !== null) {
      const known = this.#learned.get(key);
      if (known !== undefined) return known;
      if (this.#learned.size >= MOST_KEPT) this.#learned.clear();
    }
    const holds = this.#learn(text, kind);
    if (key !== null) this.#learned.set(key, holds);
    return holds;
  }

  #learn(text: string, kind: Kind): boolean {
    const found: string[] = [];
    try {
      const ranges = this.#lookThrough(text, FINDERS[kind], new Work(text), found);
      if (text.length > SHORT) this.#keep(keyOf(text, kind), ranges);
      return found.length > 0;
    } catch (error) {
      // a text that is too complex to be searched is withheld, too
      if (!(error instanceof TooMuch)) throw error;
      return true;
    } finally {
      // secrets found before the limit can occur in other texts
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

  /** Adds a token that is a whole value, such as that of a cookie or a header. */
  learnToken(value: string): void {
    this.add(value, SHORTEST_TOKEN);
  }

  /** Returns the text redacted, or WITHHELD if that cannot be guaranteed. */
  hide(text: string, kind: Kind): string {
    if (text.length > SHORT) return this.#hide(text, kind);
    const key = `${kind} ${text}`;
    const known = this.#hidden.get(key);
    if (known !== undefined) return known;
    const shown = this.#hide(text, kind);
    if (this.#hidden.size >= MOST_KEPT) this.#hidden.clear();
    this.#hidden.set(key, shown);
    return shown;
  }

  #hide(text: string, kind: Kind): string {
    try {
      const kept = text.length > SHORT ? this.#ranges.get(keyOf(text, kind)) : undefined;
      const ranges = [...this.#lookThrough(text, kept ? KNOWN_ALONE : FINDERS[kind], new Work(text), [])];
      append(ranges, kept ?? []);
      const shown = masked(text, ranges);
      return this.#shows(shown) ? WITHHELD : shown;
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      return WITHHELD;
    }
  }

  /** Returns whether a redacted text still contains a known secret. */
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
        const own = finders === KNOWN_ALONE ? finders : FINDERS[/^\s{0,20}\{\s{0,20}"/.test(text) ? "json" : "text"];
        is = this.#lookThrough(text, own, work, found, depth + 1).length > 0 || is;
      }
    }
    return is;
  }
}

/** Returns the text with the ranges replaced; overlapping and adjacent ranges are replaced as one. */
export function masked(text: string, ranges: readonly Range[]): string {
  const pieces: string[] = [];
  let [at, until] = [0, -1];
  for (const [from, to] of [...ranges].filter(([a, b]) => b > a).sort(([a], [b]) => a - b)) {
    if (from > until) {
      if (until >= 0) at = until;
      pieces.push(text.slice(at, from), NOT_SHOWN);
    }
    until = Math.max(until, to);
    at = until;
  }
  pieces.push(text.slice(Math.max(at, until)));
  return pieces.join("");
}
