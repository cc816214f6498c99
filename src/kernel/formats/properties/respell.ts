import { unescape } from "./decode.ts";
import { encodePart, type Style } from "./encode.ts";
import type { LogicalLine } from "./logical-line.ts";
import { type Token, tokens } from "./tokens.ts";
import type { Charset } from "./types.ts";
import { decodeUtf8 } from "./utf8.ts";

export interface Spelling {
  readonly charset: Charset;
  readonly style: Style;
}

/** A value as it stands in a document, taken apart: once for a release's base file, which is edited for every environment. */
export interface OldValue {
  readonly text: string;
  readonly line: LogicalLine;
  /** null: it is spelt as it reads, so there is no spelling to keep. */
  readonly tokens: readonly Token[] | null;
  readonly layout: ListLayout | null;
}

/** The value of a line. */
export function oldValue(text: string, line: LogicalLine, charset: Charset): OldValue {
  const spelt = text.slice(line.valueStart, line.valueEnd);
  const kept = spelt !== "" && (line.valueEscaped || !/^[ -~]*$/.test(spelt));
  const cut = kept ? tokens(text, line.valueStart, line.valueEnd, charset) : null;
  return { text, line, tokens: cut, layout: cut && listLayout(text, cut) };
}

/**
 * The new spelling of a value that changes (A2): the longest common decoded prefix and suffix stay as they are spelt, continuations
 * included, so that one element of a value over many lines changes one physical line. What is new is encoded.
 */
export function respell(old: OldValue, value: string, spelling: Spelling): string {
  const { charset, style } = spelling;
  if (old.tokens) {
    const spelt = new Splice(old, old.tokens, value, spelling).spelt();
    if (reads(spelt, charset) === value) return spelt;
  }
  return encodePart(value, { charset, style, atStart: true, signAtStart: old.line.separator === "space", atEnd: true });
}

/** What a spelling reads as; null when it cannot be read. */
export function reads(spelt: string, charset: Charset): string | null {
  try {
    return unescape(charset === "utf8" ? decodeUtf8(spelt) : spelt);
  } catch {
    return null;
  }
}

/** Kept head, new middle, kept tail of one value. */
class Splice {
  readonly #head: readonly Token[];
  readonly #tail: readonly Token[];
  readonly #middle: string;

  constructor(
    readonly value: OldValue,
    old: readonly Token[],
    wanted: string,
    readonly spelling: Spelling,
  ) {
    const head = commonHead(old, wanted);
    const tail = commonTail(old, wanted, head);
    this.#middle = wanted.slice(head.length, wanted.length - tail.length);
    let to = head.count;
    let from = old.length - tail.count;
    const isJoin = (i: number) => old[i]?.kind === "join";
    if (this.#middle === "") {
      // A continuation must not end the value, and two in a row would leave a line of nothing but a backslash.
      if (from === old.length || isJoin(from)) while (to > 0 && isJoin(to - 1)) to--;
      if (to === 0) while (from < old.length && isJoin(from)) from++;
    }
    this.#head = old.slice(0, to);
    this.#tail = old.slice(from);
  }

  spelt(): string {
    const fresh = this.#fresh();
    return this.#kept(this.#head) + fresh + this.#keptTail(fresh);
  }

  /** Does the next character come first on its line's data, at the value's start or after a continuation? */
  #atStart(fresh: string): boolean {
    if (fresh !== "") return this.value.layout !== null && fresh.endsWith(this.value.layout.spelt);
    return this.#head.length === 0 || this.#head.at(-1)?.kind === "join";
  }

  #signAtStart(fresh: string): boolean {
    return fresh === "" && this.#head.length === 0 && this.value.line.separator === "space";
  }

  /** The middle, new elements of a list laid out one a line where the old value's are. */
  #fresh(): string {
    const join = this.value.layout;
    if (!join) return this.#encoded(this.#middle, "", this.#tail.length === 0);
    const pieces = this.#middle.split(new RegExp(`(?<=[${join.separator}])`));
    let out = "";
    pieces.forEach((piece, i) => {
      const last = i === pieces.length - 1;
      const atEnd = last && this.#tail.length === 0;
      out += this.#encoded(piece, out, atEnd);
      const joined = last && this.#tail[0]?.kind === "join";
      if (piece.endsWith(join.separator) && !atEnd && !joined) out += join.spelt;
    });
    return out;
  }

  #encoded(piece: string, before: string, atEnd: boolean): string {
    const { charset, style } = this.spelling;
    return encodePart(piece, { charset, style, atStart: this.#atStart(before), signAtStart: this.#signAtStart(before), atEnd });
  }

  #keptTail(fresh: string): string {
    const first = this.#tail[0];
    if (first?.kind !== "bare") return this.#kept(this.#tail);
    const space = /[ \t\f]/.test(first.text) && this.#atStart(fresh);
    const sign = /[=:]/.test(first.text) && this.#signAtStart(fresh);
    return (space || sign ? "\\" : "") + this.#kept(this.#tail);
  }

  /** Tokens as they are spelt; a backslash that is dropped before a letter or digit is damage and goes. */
  #kept(kept: readonly Token[]): string {
    const { text } = this.value;
    const spelt = (t: Token) => text.slice(t.start, t.end);
    if (kept.length === 0) return "";
    if (!kept.some((t) => t.kind === "lost")) return text.slice(kept[0]?.start, kept.at(-1)?.end);
    return kept.map((t) => (t.kind === "lost" && /[0-9A-Za-z]/.test(t.text) ? t.text : spelt(t))).join("");
  }
}

interface Common {
  /** Tokens, and UTF-16 units of the new value that they read as. */
  readonly count: number;
  readonly length: number;
}

function commonHead(old: readonly Token[], value: string): Common {
  let count = 0;
  let length = 0;
  for (const token of old) {
    if (!value.startsWith(token.text, length)) break;
    length += token.text.length;
    count++;
  }
  return { count, length };
}

function commonTail(old: readonly Token[], value: string, head: Common): Common {
  let count = 0;
  let length = 0;
  for (let i = old.length - 1; i >= head.count; i--) {
    const token = old[i] as Token;
    const end = value.length - length;
    if (end - token.text.length < head.length || !value.startsWith(token.text, end - token.text.length)) break;
    length += token.text.length;
    count++;
  }
  return { count, length };
}

/** The separator and the continuation of a list that has each element on a line of its own. */
interface ListLayout {
  readonly separator: string;
  readonly spelt: string;
}

/** null: another layout. */
function listLayout(text: string, old: readonly Token[]): ListLayout | null {
  const join = old.findIndex((t) => t.kind === "join");
  const separator = old[join - 1]?.text ?? "";
  if (join < 1 || !/^[,;|]$/.test(separator)) return null;
  const broken = old.some((t, i) => i > 0 && i < old.length - 1 && (t.kind === "join") !== (old[i - 1]?.text === separator));
  const at = old[join] as Token;
  return broken ? null : { separator, spelt: text.slice(at.start, at.end) };
}
