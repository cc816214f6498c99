import { beforeSpaces, letters, matchAt, pastSpaces, placesOf, wordBefore } from "./anchors.ts";
import { isOrdinary, isStructure, isUnsure, type Kind, kindOfName, part, type Shape, valueOf } from "./shape.ts";

/* Finds secrets in JSON and similar code. Every value is visited once: the content below a secret's name is not searched again. */

export const LONGEST_QUOTED = 200;

interface Quoted {
  readonly text: string;
  /** Offset of the opening quote of `text`. */
  readonly at: number;
}

export const isEscaped = (text: string, at: number): boolean => {
  let slashes = 0;
  while (slashes < LONGEST_QUOTED && text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
};

export const unescapeName = (name: string): string =>
  name.includes("\\")
    ? name.replace(/\\u([\da-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : name;

/** Returns the quoted text that ends at `end`, with \u escapes resolved; null if there is none. */
export function quotedBefore(text: string, end: number, longest = LONGEST_QUOTED): Quoted | null {
  const last = end - 1;
  const quote = text[last];
  if (last < 1 || (quote !== '"' && quote !== "'" && quote !== "`") || isEscaped(text, last)) return null;
  for (let at = last - 1; at >= 0 && last - at <= longest; at--) {
    const sign = text[at] ?? "";
    if (sign === "\r" || sign === "\n") return null;
    if (sign === '"' || sign === "'" || sign === "`") return { text: unescapeName(text.slice(at + 1, last)), at };
  }
  return null;
}

/** Returns the offset of the closing quote of a string; the end of the text if it has none. */
export function endOfString(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

const COMMENT = /\/\*[^*]{0,200}\*\/|\/\/[^\r\n]{0,200}[\r\n]/y;

/** Returns the offset of a value after its separator (':' or '='), behind white space and comments. */
function valueAfter(text: string, from: number): number {
  let at = pastSpaces(text, from, 1000);
  for (let most = 5; most > 0 && text[at] === "/"; most--) {
    const comment = matchAt(COMMENT, text, at);
    if (!comment) break;
    at = pastSpaces(text, at + comment[0].length, 1000);
  }
  return at;
}

const OF_KEY = letters("$");
const OF_SYMBOL = letters(".-$");

interface Member {
  readonly name: string;
  readonly from: number;
}

/** Yields the names before a colon in JSON or code, each with the offset of its value. */
function* named(text: string): Generator<Member> {
  for (const colon of placesOf(text, ":")) {
    const end = beforeSpaces(text, colon);
    const from = valueAfter(text, colon + 1);
    const quoted = quotedBefore(text, end);
    if (quoted) yield { name: quoted.text, from };
    else if (text[from] === '"' || text[from] === "'" || text[from] === "`") {
      const name = wordBefore(text, end, OF_KEY);
      if (name !== "") yield { name, from };
    }
  }
}

function* namedByArrow(text: string): Generator<Member> {
  for (const arrow of placesOf(text, ">")) {
    if (text[arrow - 1] !== "=" && text[arrow - 1] !== "-") continue;
    const end = beforeSpaces(text, arrow - 1);
    const name = quotedBefore(text, end)?.text ?? wordBefore(text, end, OF_SYMBOL);
    if (name !== "") yield { name, from: valueAfter(text, arrow + 1) };
  }
}

/** Yields the names in brackets of code such as config["password"] = "...", each with the offset of its value. */
function* namedByBracket(text: string): Generator<Member> {
  for (const bracket of placesOf(text, "]")) {
    const quoted = quotedBefore(text, bracket);
    const sign = quoted ? pastSpaces(text, bracket + 1) : -1;
    if (quoted && (text[sign] === "=" || text[sign] === ":")) yield { name: quoted.text, from: valueAfter(text, sign + 1) };
  }
}

const WORDS_BETWEEN = /["'][ \t]{1,10}(?:to|is|as|was|with|=)[ \t]{1,10}(?=["'])/g;

/** Yields the quoted names of sentences such as: set 'password' to '...'. */
function* namedByWords(text: string): Generator<Member> {
  for (const match of text.matchAll(WORDS_BETWEEN)) {
    const quoted = quotedBefore(text, match.index + 1);
    if (quoted) yield { name: quoted.text, from: match.index + match[0].length };
  }
}

/** Yields the values of secrets' names at any depth, including everything nested in them. */
export function* members(text: string): Generator<Shape> {
  for (const found of [named(text), namedByArrow(text), namedByBracket(text), namedByWords(text)]) {
    let until = 0;
    for (const { name, from } of found) {
      const kind = from > until ? kindOfName(name) : "none";
      if (kind !== "none") until = yield* valueAt(text, from, name, kind);
    }
  }
}

/**
 * Yields the secrets in the value at `from`, whose name is of kind `kind`.
 * @returns The offset at which the value ends.
 */
function* valueAt(text: string, from: number, name: string, kind: Kind): Generator<Shape, number> {
  const first = text[from] ?? "";
  if (first === '"' || first === "'" || first === "`") {
    const end = endOfString(text, from);
    yield* valueOf(kind, text, from + 1, end);
    return end;
  }
  if (first === "{" || first === "[") {
    if (isUnsure(kind)) return from;
    return yield* leaves(text, from, isStructure(name));
  }
  const [scalar = ""] = /^[^\s,}\]]*/.exec(text.slice(from, from + 10_000)) ?? [];
  if (!/^(?:true|false|null|undefined)$/.test(scalar)) yield* valueOf(kind, text, from, from + scalar.length);
  return from + scalar.length;
}

const AFTER_NAME = /"\s{0,50}:/y;
const NUMBER = /-?\d[-+.\deE]{0,400}/y;

const KIND = /^(?:password|otp|totp|webauthn|kerberos|secret|cert)$/;

/** Returns whether the list at `open` is the value of a structure such as `requiredCredentials`, whose items are kinds of credentials. */
export function isOfKinds(text: string, open: number): boolean {
  const colon = beforeSpaces(text, open) - 1;
  const quoted = text[colon] === ":" ? quotedBefore(text, beforeSpaces(text, colon)) : null;
  return quoted !== null && isStructure(quoted.text);
}

export const isKindOfCredential = (item: string): boolean => KIND.test(item);

/** Returns whether a string is an item of a list of kinds of credentials: `requiredCredentials: ["password"]`. */
const isKindItem = (text: string, at: number, end: number): boolean =>
  text[beforeSpaces(text, at) - 1] !== ":" && KIND.test(text.slice(at + 1, Math.min(end, at + 20)));

/**
 * Yields all strings and numbers inside brackets.
 * @param isMixed true to leave out values with ordinary names, such as the user in a token structure.
 * @returns The offset of the closing bracket.
 */
export function* leaves(text: string, from: number, isMixed: boolean): Generator<Shape, number> {
  let depth = 0;
  let stays = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") {
      if (--depth === 0) return at;
    } else if (sign === '"') {
      const end = endOfString(text, at);
      if (matchAt(AFTER_NAME, text, end)) {
        const name = text.slice(at + 1, Math.min(end, at + LONGEST_QUOTED));
        stays = isMixed && isOrdinary(name) && kindOfName(name) !== "password" && kindOfName(name) !== "secret";
      } else if (!stays && !(isMixed && isKindItem(text, at, end))) yield* part(text, at + 1, end);
      at = end;
    } else if (sign === "-" || (sign >= "0" && sign <= "9")) {
      const [number = sign] = matchAt(NUMBER, text, at) ?? [];
      if (!stays && number !== "-") yield* part(text, at, at + number.length);
      at += number.length - 1;
    }
  }
  return text.length;
}
