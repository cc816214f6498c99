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

/** An existing value of a properties file, split into tokens. It is cached, because one base file is edited for every environment. */
export interface OldValue {
  readonly text: string;
  readonly line: LogicalLine;
  /** The tokens of the value; null if it is empty or printable ASCII without a backslash, so that it has no special spelling to keep. */
  readonly tokens: readonly Token[] | null;
  readonly layout: ListLayout | null;
}

/** Returns the old value of an entry with its spelling, for `respell`. */
export function oldValue(text: string, line: LogicalLine, charset: Charset): OldValue {
  const spelt = text.slice(line.valueStart, line.valueEnd);
  const kept = spelt !== "" && (line.valueEscaped || !/^[ -~]*$/.test(spelt));
  const cut = kept ? tokens(text, line.valueStart, line.valueEnd, charset) : null;
  return { text, line, tokens: cut, layout: cut && listLayout(text, cut) };
}

/**
 * Returns the spelling of a changed value. The longest beginning and end that old and new value have in common keep their spelling,
 * continuations included: a change of one element of a value on many lines changes one line. The part between them is encoded.
 */
export function respell(old: OldValue, value: string, spelling: Spelling): string {
  const { charset, style } = spelling;
  if (old.tokens) {
    const spelt = new Splice(old, old.tokens, value, spelling).spelt();
    if (reads(spelt, charset) === value) return spelt;
  }
  return encodePart(value, { charset, style, atStart: true, signAtStart: old.line.separator === "space", atEnd: true });
}

/** Returns the value that Java reads from a spelling in a properties file; null if it has a malformed \uXXXX. */
export function reads(spelt: string, charset: Charset): string | null {
  try {
    return unescape(charset === "utf8" ? decodeUtf8(spelt) : spelt);
  } catch {
    return null;
  }
}

/** The new spelling of one value: the beginning and end of the old spelling, unchanged, and a new middle between them. */
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
      // A continuation must not end the value, and two in succession would make a line with nothing but a backslash.
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

  /** Returns true if the character after `fresh` begins the value or follows a continuation, so that Java would skip a space there. */
  #atStart(fresh: string): boolean {
    if (fresh !== "") return this.value.layout !== null && fresh.endsWith(this.value.layout.spelt);
    return this.#head.length === 0 || this.#head.at(-1)?.kind === "join";
  }

  #signAtStart(fresh: string): boolean {
    return fresh === "" && this.#head.length === 0 && this.value.line.separator === "space";
  }

  /**
   * Returns the spelling of the new middle of the value. If the old value is a list with one element on each line, each new element gets
   * its own line, too.
   */
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

  /** Returns the old spelling of tokens, without backslashes before letters or digits that Java drops: they were written by mistake. */
  #kept(kept: readonly Token[]): string {
    const { text } = this.value;
    const spelt = (t: Token) => text.slice(t.start, t.end);
    if (kept.length === 0) return "";
    if (!kept.some((t) => t.kind === "lost")) return text.slice(kept[0]?.start, kept.at(-1)?.end);
    return kept.map((t) => (t.kind === "lost" && /[0-9A-Za-z]/.test(t.text) ? t.text : spelt(t))).join("");
  }
}

interface Common {
  /** The number of old tokens with which the new value also begins (or ends); `length` counts the UTF-16 units to which they decode. */
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

/** The separator (such as a comma) and the spelling of the continuation in a list that has each element on its own line. */
interface ListLayout {
  readonly separator: string;
  readonly spelt: string;
}

/** Returns the layout of a value that is a list with one element on each line; null for any other value. */
function listLayout(text: string, old: readonly Token[]): ListLayout | null {
  const join = old.findIndex((t) => t.kind === "join");
  const separator = old[join - 1]?.text ?? "";
  if (join < 1 || !/^[,;|]$/.test(separator)) return null;
  const broken = old.some((t, i) => i > 0 && i < old.length - 1 && (t.kind === "join") !== (old[i - 1]?.text === separator));
  const at = old[join] as Token;
  return broken ? null : { separator, spelt: text.slice(at.start, at.end) };
}
