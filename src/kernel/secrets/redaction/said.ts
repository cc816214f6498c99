import { SECRET_PATTERNS } from "../patterns.ts";
import { standsIn } from "../stand-in.ts";
import { matchAt, placesOf } from "./anchors.ts";
import { endOfMatch, kindOfName, part, type Shape, valueOf } from "./shape.ts";

/* Finds secrets in sentences, SQL statements, HTML pages, paths and cookie lists, where no ':' or '=' is between the name and the value. */

const isMixed = (word: string): boolean => word.search(SECRET_PATTERNS.mixed) === 0;

/** The fewest characters of a word that can be a secret; a shorter word with a digit can be a version or the number of a step. */
const SHORTEST = 6;
/** Returns whether a word looks like a password without any name before it: it has letters and digits, and is not a placeholder. */
export const opensAlone = (word: string): boolean => word.length >= SHORTEST && isMixed(word) && !standsIn(word);

const FUNCTION_WORD =
  /(?:^|\s)(?:bitte|ihr|ihre|ihrem|ihres|das|der|die|dem|muss|darf|sie|wird|wurde|ist|sind|nicht|mindestens|zeichen|minimum|maximum|length|please|your|you|must|the|is|are|has|not|at least|characters)(?=[\s.,:!?]|$)/i;
const LONGEST_SENTENCE = 300;

/**
 * Returns whether a text after `Password:` is a sentence: at least three words, one of them a word that only sentences have, and none that looks
 * like a password.
 */
export function isSentence(value: string): boolean {
  if (value.length > LONGEST_SENTENCE) return false;
  const words = value.trim().split(/\s+/);
  return (
    words.length >= 3 && FUNCTION_WORD.test(value) && !words.some((word) => isMixed(word) || /[^\p{L}\d.,:;!?()'-]/u.test(word))
  );
}

const STEM = /(?:password|passwd|passphrase|passwort|kennwort)(?![A-Za-z0-9_-])/gi;
const VALUE =
  /["']?(?:[ \t]{1,8}(?:is|was|now|still|ist|war|lautet|est)){0,3}(?:[ \t]{1,8}|[ \t]{0,8}\([ \t]{0,8})["'`]?([^ \t\r\n"'`()<>&]{6,80})/y;

/** Yields passwords in sentences and statements: "the old password is hunter2", PASSWORD 'hunter2'. */
function* sentences(text: string): Generator<Shape> {
  for (const stem of text.matchAll(STEM)) {
    const match = matchAt(VALUE, text, endOfMatch(stem));
    const value = (match?.[1] ?? "").replace(/[.,;:!?\]}]{1,5}$/, "");
    if (!match || !opensAlone(value)) continue;
    const from = endOfMatch(match) - (match[1] ?? "").length;
    yield* part(text, from, from + value.length);
  }
}

const IDENTIFIED = /identified\s{1,20}(?:with\s{1,20}["'\w-]{1,60}\s{1,20})?by\s{1,20}(?:values\s{1,20})?/gi;
const LONGEST_STATEMENT = 200;
const OF_USER = /(?:\b(?:create|alter)\s+(?:user|role)(?:\s+if\s+(?:not\s+)?exists)?|\bgrant\s[^;]{1,150}\sto)\s+\S{1,100}\s+$/i;
const BY = /"([^"\r\n]{1,500})|'([^'\r\n]{1,500})|([^\s"';,]{1,100})/y;

/** Yields passwords in SQL: CREATE USER ed IDENTIFIED BY hunter2. */
function* statements(text: string): Generator<Shape> {
  for (const by of text.matchAll(IDENTIFIED)) {
    if (!OF_USER.test(text.slice(Math.max(0, by.index - LONGEST_STATEMENT), by.index))) continue;
    const match = matchAt(BY, text, endOfMatch(by));
    const value = match?.[1] ?? match?.[2] ?? match?.[3] ?? "";
    if (match) yield* part(text, endOfMatch(match) - value.length, endOfMatch(match));
  }
}

const BESIDE =
  /[\s:]{0,20}(?:<(?:span|output|code|samp|strong|b|em|i)(?:\s[^<>]{0,300})?>\s{0,20})?([^<>\s]{6,100})(?=\s{0,20}<)/y;
const LABEL = /<\/(?:label|strong|b|em)>/gi;
const LONGEST_LABEL = 60;

/** Yields passwords in <label>Password</label><span>hunter2</span>. */
function* labels(text: string): Generator<Shape> {
  for (const close of text.matchAll(LABEL)) {
    const before = text.slice(Math.max(0, close.index - LONGEST_LABEL), close.index);
    const label = before.slice(before.lastIndexOf(">") + 1).replace(/[\s:*]{1,10}$/, "");
    const match = kindOfName(label.trim()) === "password" ? matchAt(BESIDE, text, endOfMatch(close)) : null;
    if (match && opensAlone(match[1] ?? "")) yield* part(text, endOfMatch(match) - (match[1] ?? "").length, endOfMatch(match));
  }
}

const USER_INFO = /\/\/[^\s/?#"'<>@:]{1,200}:(?!\d{1,5}@)([^\s/?#"'<>@]{1,500})@[\w[]/y;

/** Yields the passwords of addresses without a scheme: //ed:hunter2@host. */
function* userInfos(text: string): Generator<Shape> {
  for (const at of placesOf(text, "//")) {
    const match = text[at - 1] === ":" ? null : matchAt(USER_INFO, text, at);
    if (match) yield* part(text, endOfMatch(match) - 2 - (match[1] ?? "").length, endOfMatch(match) - 2);
  }
}

const COOKIES = /(?:^|[^A-Za-z0-9_])(?:[\w-]{0,40}[-_])?(?:set[-_]?)?cookies?2?\\{0,8}["']?\s{0,50}:\s{0,50}/gi;
const NAMED_COOKIE = /"name"\s{0,50}:\s{0,50}"(?:set-)?cookie2?"\s{0,50},\s{0,50}"value"\s{0,50}:\s{0,50}(?=")/gi;
const STRING_MEMBER = /"([^"\\\r\n]{1,100})"\s{0,50}:\s{0,50}"((?:[^"\\]|\\.){1,10000})"/g;
const STRING = /"((?:[^"\\]|\\.){1,10000})"/y;
const LINE = /[^\r\n"'<>]{1,10000}/y;
const OF_COOKIE =
  /^(?:name|path|domain|expires|expirationdate|samesite|comment|version|maxage|priority|created|lastaccessed|size|url)$/i;
const LONGEST_LIST = 100_000;

/** Yields cookie values in the pairs of `Cookie: a=b; c=d`. */
function* cookiePairs(text: string, from: number, to: number): Generator<Shape> {
  for (const match of text.slice(from, to).matchAll(/(?:^|;)\s{0,20}([^\s;=,]{1,200})=([^\s;]{1,10000})/g))
    if (!OF_COOKIE.test((match[1] ?? "").replace("-", "")))
      yield* valueOf("secret", text, from + endOfMatch(match) - (match[2] ?? "").length, from + endOfMatch(match));
}

/** Yields cookie values in JSON members, also by name and value, and in log lines. */
function* cookies(text: string): Generator<Shape> {
  // both patterns are tried at every place of a text, and few texts name a cookie
  if (!/cookie/i.test(text)) return;
  for (const pattern of [COOKIES, NAMED_COOKIE])
    for (const begins of text.matchAll(pattern)) {
      const from = endOfMatch(begins);
      const sign = text[from];
      if (sign === "[" || sign === "{") yield* cookieList(text, from);
      else {
        const match = matchAt(sign === '"' ? STRING : LINE, text, from);
        if (match) yield* cookiePairs(text, sign === '"' ? from + 1 : from, endOfMatch(match) - (sign === '"' ? 1 : 0));
      }
    }
}

function* cookieList(text: string, from: number): Generator<Shape> {
  const close = text[from] === "[" ? "]" : "}";
  const length = text.slice(from, from + LONGEST_LIST).indexOf(close);
  const list = text.slice(from, length < 0 ? from + LONGEST_LIST : from + length);
  for (const match of list.matchAll(STRING_MEMBER)) {
    const [, name = "", value = ""] = match;
    const to = from + endOfMatch(match) - 1;
    const kind = name.toLowerCase() === "value" ? "secret" : OF_COOKIE.test(name.replace(/[-_]/g, "")) ? "none" : "session";
    yield* valueOf(kind, text, to - value.length, to);
  }
  for (const match of list.matchAll(/[[,]\s{0,50}"([^"\\=;\s]{1,200}=[^"\\]{1,10000})"/g)) {
    const to = from + endOfMatch(match) - 1;
    yield* cookiePairs(text, to - (match[1] ?? "").length, to);
  }
}

/** Yields secrets without a ':' or '=' between the name and the value. */
export function* phrases(text: string): Generator<Shape> {
  yield* sentences(text);
  yield* statements(text);
  yield* labels(text);
  yield* userInfos(text);
  yield* cookies(text);
}

const SEGMENT = /(?<=\/)([\w-]{1,40})\/(?=([^/?#;\s"'<>&]{6,2000}))/g;

/** Yields secrets in path segments: /login/password/hunter2. */
export function* segments(text: string): Generator<Shape> {
  for (const match of text.matchAll(SEGMENT)) {
    const [, name = "", value = ""] = match;
    const kind = kindOfName(name);
    const from = endOfMatch(match);
    if (kind === "password") {
      if (opensAlone(value)) yield* part(text, from, from + value.length);
    } else if (kind === "secret") yield* valueOf("long", text, from, from + value.length);
  }
}

const INCLUDED =
  /<([\w:.-]{1,100})(?:\s[^<>]{0,400})?>\s{0,50}<[\w.:-]{0,40}Include\s[^<>]{0,200}href\s{0,5}=\s{0,5}["']cid:([^"'<>]{1,200})["']/g;

/** Yields the separate MIME part in which MTOM (SOAP with attachments) sends the content of an element whose name is that of a secret. */
export function* includedParts(text: string): Generator<Shape> {
  for (const [, name = "", written = ""] of text.matchAll(INCLUDED)) {
    if (kindOfName(name) !== "password" && kindOfName(name) !== "secret") continue;
    for (const id of new Set([written, written.replaceAll("%40", "@")])) {
      const at = text.indexOf(`<${id}>`);
      const line = at < 0 ? "" : text.slice(text.lastIndexOf("\n", at) + 1, at);
      const head = /^content-id:/i.test(line) ? /\r?\n\r?\n/.exec(text.slice(at, at + 16_384)) : null;
      if (!head) continue;
      const from = at + endOfMatch(head);
      const end = /\r?\n--[^\r\n]/.exec(text.slice(from));
      yield* part(text, from, end ? from + end.index : text.length);
    }
  }
}
