import { isHarmless, LONG_VALUE, type NameKind, nameKind, namesSecret, nameWords } from "./names.ts";
import { SECRET_PATTERNS as PATTERNS } from "./patterns.ts";
import type { Range } from "./redaction/range.ts";
import { standsIn } from "./stand-in.ts";
import { WORD_SETS } from "./words.ts";

/** The offset of a secret in a text, and what ends the secret: `line` is the end of the line; `mark` is a quote, '&', '<', '>' or blank. */
interface Found {
  readonly at: number;
  readonly ends: "quote" | "line" | "element" | "mark" | "address";
  /** The name that marks the text as a secret; null if the secret is recognizable by its own form. */
  readonly name: string | null;
}

type Visit = (match: RegExpExecArray, text: string) => Found | null;

/** Yields the secrets among the matches of a pattern, in order; `visit` returns the secret in a match, or null. */
function* matches(pattern: RegExp, text: string, visit: Visit): Generator<Found> {
  for (let from = 0; from <= text.length; ) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match) return;
    from = Math.max(match.index + match[0].length, match.index + 1);
    const found = visit(match, text);
    if (found) yield found;
  }
}

const firstMatch = (pattern: RegExp, text: string): RegExpExecArray | null => {
  pattern.lastIndex = 0;
  return pattern.exec(text);
};

const ends = (match: RegExpExecArray): number => match.index + match[0].length;
const local = (name: string): string => name.slice(name.lastIndexOf(":") + 1);
/** Returns the name without "-D": `-Dname=value` sets a property of a Java program. */
const ofOption = (name: string): string => (name.startsWith("-D") ? name.slice(2) : name);

const lastWord = (name: string): string => nameWords(name).at(-1) ?? "";
const opens = (kind: NameKind, value: string): boolean => kind !== "none" && !isHarmless(kind, value) && !standsIn(value);

/** Returns the kind of an assignment's name. Outside a URL query, words of `wireWeak` need a long value, and kind `long` counts as none. */
function pairKind(name: string, value: string, inQuery: boolean): NameKind {
  const kind = nameKind(name, "wire");
  if (kind === "none" || kind === "password") return kind;
  const weak = kind === "long" ? !inQuery : !inQuery && WORD_SETS.wireWeak.has(lastWord(name));
  if (kind === "long") return !weak && isLong(value) ? "secret" : "none";
  return weak && value.length < LONG_VALUE ? "none" : kind;
}

/** The number of characters from which a value with letters and digits counts as long; `code=de` and `key=main` are shorter. */
const LONG_WITH_DIGIT = 8;
const isLong = (value: string): boolean =>
  value.length >= LONG_VALUE || (value.length >= LONG_WITH_DIGIT && /[0-9]/.test(value) && /[A-Za-z]/.test(value));

const isProse = (value: string): boolean => firstMatch(PATTERNS.proseWord, value) !== null;
const isPort = (value: string): boolean => firstMatch(PATTERNS.port, value) !== null;
const isCookie = (name: string): boolean => /^(?:set)?cookie2?$/.test(nameWords(name).join(""));

const SPACE = /[ \t]/;
/** Returns true for "pass" before a test result ("first pass: ok"): no password. The command-line option `/pass:ok` has one. */
const isPassed = (name: string, before: string, value: string): boolean =>
  /^pass$/i.test(name) && before !== "/" && firstMatch(PATTERNS.passed, value) !== null;

/** Returns true for one password in brackets, `Password: [hunter2]`. A list has several items; placeholders were excluded before. */
const isInBrackets = (kind: NameKind, value: string): boolean => kind === "password" && /^\[[^[\],]{1,78}\]$/.test(value);

function pairOpens(match: RegExpExecArray, text: string): boolean {
  const { 1: name = "", 2: sign = "", 3: plain, 4: more, 6: quoted = "" } = match;
  const value = plain ?? quoted;
  const before = text[match.index - 1] ?? "";
  const inQuery = before === "?" || before === "&";
  const called = ofOption(name);
  if (isCookie(called)) return value.includes("=") && !standsIn(value);
  const kind = pairKind(called, value, inQuery);
  if (!opens(kind, value)) return false;
  const isColon = sign.startsWith(":") || sign === "\uff1a";
  if (plain !== undefined && (isColon || SPACE.test(text[ends(match) - 1] ?? "")) && isPassed(called, before, plain))
    return false;
  if (isColon && plain !== undefined) {
    if (before === ":" && kind !== "password") return false; // the colon belongs to an ARN: arn:aws:secretsmanager:eu:1:secret:name
    if (value.startsWith("//") || value.startsWith("{") || (value.startsWith("[") && !isInBrackets(kind, value))) return false; // the value is an address or a reference: token://..., { env: NAME }
    if (more !== undefined && isProse(value)) return false; // the value is a sentence: "Password: ask the administrator"
    if (kind !== "password" && isPort(value) && text[ends(match) - 1] === ":") return false; // the colon precedes a port: token-host:8443
  }
  return true;
}

const LONGEST_NEAR = 400;
const NEAR_TEXT = ["valueAfter", "textAfter"] as const;

/** Returns the secret beside a name which is itself a value, as in name="password" value="hunter2"; null if there is none. */
function besideName(
  text: string,
  from: number,
  to: number,
  after: readonly (keyof typeof PATTERNS)[],
  name: string,
): Found | null {
  const kind = nameKind(name, "wire");
  const near = text.slice(to, to + LONGEST_NEAR);
  for (const one of after) {
    const match = firstMatch(PATTERNS[one], near);
    const value = match?.[1] ?? "";
    if (match && opens(kind, value)) {
      const at = to + ends(match) - value.length;
      return { at, ends: one === "valueAfter" ? "quote" : "element", name };
    }
  }
  const start = Math.max(0, from - LONGEST_NEAR);
  const before = text.slice(start, from);
  const match = firstMatch(PATTERNS.valueBefore, before);
  const value = match?.[1] ?? "";
  return match && opens(kind, value) ? { at: start + match.index + match[0].indexOf(value), ends: "quote", name } : null;
}

const nameOf = (match: RegExpExecArray): string => match[3] ?? match[6] ?? "";

function pairFound(match: RegExpExecArray, text: string): Found | null {
  const [, name = "", sign = ""] = match;
  if (pairOpens(match, text)) {
    const before = text[match.index - 1] ?? "";
    const inQuery = before === "?" || before === "&";
    return { at: ends(match), ends: match[6] === undefined ? (inQuery ? "mark" : "line") : "quote", name };
  }
  if (sign.length > 1 || !WORD_SETS.naming.has(lastWord(name)) || !namesSecret(nameOf(match), "wire")) return null;
  const after = lastWord(name) === "type" ? NEAR_TEXT.slice(0, 1) : NEAR_TEXT;
  return besideName(text, match.index, ends(match) + nameOf(match).length, after, nameOf(match));
}

function elementFound(match: RegExpExecArray, text: string): Found | null {
  const [, name = "", value = ""] = match;
  const kind = nameKind(local(name), "wire");
  if (opens(kind === "long" ? "none" : kind, value)) return { at: ends(match), ends: "element", name: local(name) };
  const called = value.trim();
  if (!WORD_SETS.naming.has(lastWord(local(name))) || !namesSecret(called, "wire")) return null;
  return besideName(text, match.index, ends(match), ["elementAfter"], called);
}

const optionFound: Visit = (match) => {
  const [, name = "", value = ""] = match;
  const kind = nameKind(name, "wire");
  return kind !== "long" && opens(kind, value) ? { at: ends(match), ends: "mark", name } : null;
};

/** The number of characters from which an item of a longer list can be a secret. A list of kinds has none: ["password", "implicit"]. */
const LONG_IN_LIST = 8;
const listedFound: Visit = (match) => {
  const { 1: open, 2: name = "", 3: value = "", 4: close } = match;
  const kind = nameKind(name, "wire");
  if (!opens(kind, value) || kind === "long" || kind === "placed" || nameKind(value, "wire") !== "none") return null;
  const isPair = kind === "password" && open !== undefined && close !== undefined;
  const isValue = isPair
    ? !WORD_SETS.kinds.has(nameWords(value).join(""))
    : value.length >= LONG_IN_LIST && firstMatch(PATTERNS.mixed, value) !== null;
  return isValue ? { at: ends(match), ends: "quote", name } : null;
};

/** Returns a visitor for patterns whose group `of` is the secret. The visitor returns null for a placeholder or a harmless value. */
const itself =
  (end: Found["ends"], of = 1): Visit =>
  (match) =>
    standsIn(match[of] ?? "") ? null : { at: ends(match), ends: end, name: null };

const NO_PASSWORD = new Set(["mailto", "sip", "sips", "xmpp", "acct", "urn"]);
const shortFound: Visit = (match) =>
  NO_PASSWORD.has((match[1] ?? "").toLowerCase()) ? null : itself("address", 2)(match, match.input);
const userFound: Visit = (match) => (isHarmless("secret", match[1] ?? "") ? null : itself("mark")(match, match.input));
/** Returns the password of a login option; excludes a port, because `-p 8080:80` publishes one. */
const loginFound: Visit = (match, text) => (isPort(match[1] ?? "") ? null : userFound(match, text));

/** The last characters before the underscore or dash in tokens with a maker's prefix, such as ghp_ (PATTERNS.maker). */
const BEFORE_UNDERSCORE = new Set(["ghp", "gho", "ghu", "ghs", "ghr", "pat", "ive", "_v1", "npm"]);
const BEFORE_DASH = new Set(["pat", "oxa", "oxb", "oxp", "oxr", "oxs", "app", "roj", "ant"]);

/** Returns false if a text certainly has no token with a maker's prefix (PATTERNS.maker). */
function mayHoldToken(text: string): boolean {
  for (let at = text.indexOf("_"); at >= 0; at = text.indexOf("_", at + 1))
    if (BEFORE_UNDERSCORE.has(text.slice(Math.max(0, at - 3), at)) || text.startsWith("hf", at - 2)) return true;
  for (let at = text.indexOf("-"); at >= 0; at = text.indexOf("-", at + 1))
    if (BEFORE_DASH.has(text.slice(Math.max(0, at - 3), at))) return true;
  return text.includes("vs.") || text.includes("SG.") || text.includes("AIza");
}

const SCHEMES = ["Bearer ", "bearer ", "BEARER ", "Basic ", "basic ", "BASIC ", "egotiate ", "NTLM "];

interface Search {
  /**
   * Texts of which every match of the pattern contains at least one, or a function that checks this: a fast path, because nearly no value
   * contains one.
   */
  readonly signs: readonly string[] | ((text: string) => boolean);
  readonly pattern: RegExp;
  readonly visit: Visit;
}

const mayFind = ({ signs }: Search, text: string): boolean =>
  typeof signs === "function" ? signs(text) : signs.some((sign) => text.includes(sign));

const SEARCHES: readonly Search[] = [
  { signs: ["=", ":", "\uff1a", "\uff1d"], pattern: PATTERNS.pair, visit: pairFound },
  { signs: ["<"], pattern: PATTERNS.element, visit: elementFound },
  { signs: [" -", "-"], pattern: PATTERNS.option, visit: optionFound },
  { signs: ['",', "',", '" ,', "' ,"], pattern: PATTERNS.listed, visit: listedFound },
  { signs: [" -", "\t-"], pattern: PATTERNS.program, visit: itself("mark") },
  { signs: ["plus", "sqlldr", "pdp", "rman"], pattern: PATTERNS.oracle, visit: itself("address") },
  { signs: [" /", "\\\\"], pattern: PATTERNS.windows, visit: itself("mark") },
  { signs: ["@"], pattern: PATTERNS.connect, visit: itself("address", 2) },
  { signs: ["hook", "telegram"], pattern: PATTERNS.webhook, visit: itself("mark") },
  { signs: ["-u", "-user", "--user"], pattern: PATTERNS.user, visit: userFound },
  { signs: ["-p", "-P", "-w"], pattern: PATTERNS.login, visit: loginFound },
  { signs: ["-p=", "-P="], pattern: PATTERNS.loginBefore, visit: loginFound },
  { signs: ["@"], pattern: PATTERNS.userInfo, visit: itself("address") },
  { signs: ["@"], pattern: PATTERNS.userToken, visit: itself("address") },
  { signs: [":thin:", ":oci"], pattern: PATTERNS.thin, visit: itself("address") },
  { signs: ["@"], pattern: PATTERNS.short, visit: shortFound },
  { signs: SCHEMES, pattern: PATTERNS.scheme, visit: itself("mark") },
  { signs: ["uthorization", "AUTHORIZATION"], pattern: PATTERNS.authorization, visit: itself("line") },
  { signs: ["eyJ"], pattern: PATTERNS.jwt, visit: itself("mark") },
  { signs: mayHoldToken, pattern: PATTERNS.maker, visit: itself("mark") },
  { signs: ["$", "{"], pattern: PATTERNS.hash, visit: itself("mark") },
  { signs: ["-----BEGIN"], pattern: PATTERNS.pem, visit: itself("line") },
];

function* secretsIn(text: string, searches = SEARCHES): Generator<Found> {
  for (const search of searches) if (mayFind(search, text)) yield* matches(search.pattern, text, search.visit);
}

/** Returns the name of the first secret in a text; null if there is no secret, or it has no name. */
export function secretNameIn(text: string): string | null {
  for (const { name } of secretsIn(text)) return name;
  return null;
}

/** Yields the names of the secrets that a text contains in plain spelling, not encoded. */
export function* secretNamesIn(text: string): Generator<string> {
  for (const { name } of secretsIn(text)) if (name !== null) yield name;
}

/** Returns true if a text contains a secret in plain spelling, under any key. Linear in its length. */
export function holdsPlainSecret(text: string): boolean {
  for (const _ of secretsIn(text)) return true;
  return false;
}

const END: Readonly<Record<Exclude<Found["ends"], "quote">, RegExp>> = {
  line: /[\r\n&<]/g,
  element: /</g,
  mark: /[ \t\r\n&"'<>]/g,
  address: /@|[ \t\r\n]/g,
};

/** Returns the end of a quoted text: the next quote that equals the opening one and is escaped like it, or the end of the line. */
function endOfQuoted(text: string, from: number): number {
  const quote = text[from - 1] ?? "";
  const isEscaped = text[from - 2] === "\\";
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === "\n" || (sign === quote && !isEscaped)) return at;
    if (sign !== "\\") continue;
    if (isEscaped && text[at + 1] === quote) return at;
    at++;
  }
  return text.length;
}

function endOf(text: string, { at, ends: kind }: Found): number {
  if (kind === "quote") return endOfQuoted(text, at);
  END[kind].lastIndex = at + (kind === "address" ? 0 : 1);
  return END[kind].exec(text)?.index ?? text.length;
}

/** Returns the ranges of the secrets in a text, in order and without overlaps. */
function rangesIn(text: string, searches = SEARCHES): readonly Range[] {
  const ranges: Range[] = [];
  for (const one of [...secretsIn(text, searches)].sort((a, b) => a.at - b.at))
    if (one.at >= (ranges.at(-1)?.[1] ?? 0)) ranges.push([one.at, endOf(text, one)]);
  return ranges;
}

/** The searches that recognize a secret by its own form, without a name before it. */
const NAMELESS = SEARCHES.filter(({ visit }) => ![pairFound, elementFound, optionFound, listedFound].includes(visit));

/** Returns the ranges of secrets without a name: `-u user:password`, an address with a password, a token of a known form. */
export const namelessSecretsIn = (text: string): readonly Range[] => rangesIn(text, NAMELESS);

/** Returns the text with each secret replaced by `stand`, and otherwise unchanged. */
export function withoutSecretValues(text: string, stand: string): string {
  let [shown, at] = ["", 0];
  for (const [from, to] of rangesIn(text)) {
    shown += text.slice(at, from) + stand;
    at = to;
  }
  return shown + text.slice(at);
}

/** Returns the secrets in a text, spelled as in the text. */
export const secretValuesIn = (text: string): readonly string[] => rangesIn(text).map(([from, to]) => text.slice(from, to));
