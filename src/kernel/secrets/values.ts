import { isHarmless, LONG_VALUE, type NameKind, nameKind, namesSecret, nameWords } from "./names.ts";
import { SECRET_PATTERNS as PATTERNS } from "./patterns.ts";
import { standsIn } from "./stand-in.ts";
import { WORD_SETS } from "./words.ts";

/** Where a secret stands in a text, and how its value ends. line: at the end of the line. mark: at a quote, a sign or a space. */
interface Found {
  readonly at: number;
  readonly ends: "quote" | "line" | "element" | "mark" | "address";
  /** The name that says so; null: the text tells itself. */
  readonly name: string | null;
}

type Visit = (match: RegExpExecArray, text: string) => Found | null;

/** Every match of a pattern in order, until one is a secret. Gives the search another place to begin at after it. */
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
/** `-Dname=value` gives a property to a Java program. */
const ofOption = (name: string): string => (name.startsWith("-D") ? name.slice(2) : name);

const lastWord = (name: string): string => nameWords(name).at(-1) ?? "";
const opens = (kind: NameKind, value: string): boolean => kind !== "none" && !isHarmless(kind, value) && !standsIn(value);

/** What a name of an assignment says: some words of the wire count where the value is long, and those of addresses in a query alone. */
function pairKind(name: string, value: string, inQuery: boolean): NameKind {
  const kind = nameKind(name, "wire");
  if (kind === "none" || kind === "password") return kind;
  const weak = kind === "long" ? !inQuery : !inQuery && WORD_SETS.wireWeak.has(lastWord(name));
  if (kind === "long") return !weak && isLong(value) ? "secret" : "none";
  return weak && value.length < LONG_VALUE ? "none" : kind;
}

/** A value of a query: `code=de` and `key=main` are short, and a shorter one with a digit in it was made by a program. */
const LONG_WITH_DIGIT = 8;
const isLong = (value: string): boolean =>
  value.length >= LONG_VALUE || (value.length >= LONG_WITH_DIGIT && /[0-9]/.test(value) && /[A-Za-z]/.test(value));

const isProse = (value: string): boolean => firstMatch(PATTERNS.proseWord, value) !== null;
const isPort = (value: string): boolean => firstMatch(PATTERNS.port, value) !== null;
const isCookie = (name: string): boolean => /^(?:set)?cookie2?$/.test(nameWords(name).join(""));

const SPACE = /[ \t]/;
/** "first pass: ok"; `/pass:` is an option. */
const isPassed = (name: string, before: string, value: string): boolean =>
  /^pass$/i.test(name) && before !== "/" && firstMatch(PATTERNS.passed, value) !== null;

/** `Password: [hunter2]`; a list is of more than one, and what stands in place of a password was judged before. */
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
    if (before === ":" && kind !== "password") return false; // arn:aws:secretsmanager:eu:1:secret:name
    if (value.startsWith("//") || value.startsWith("{") || (value.startsWith("[") && !isInBrackets(kind, value))) return false; // token://..., { env: NAME }
    if (more !== undefined && isProse(value)) return false; // "Password: ask the administrator"
    if (kind !== "password" && isPort(value) && text[ends(match) - 1] === ":") return false; // token-host:8443
  }
  return true;
}

const LONGEST_NEAR = 400;
const NEAR_TEXT = ["valueAfter", "textAfter"] as const;

/** A value beside the name of one: name="password" value="...". Returns where it stands, or null. */
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

/** A list of kinds has no value: ["password", "authorization_code"]. In a longer list it is one where it looks made up. */
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

/** What stands at the end of the match is the secret, unless something stands in its place or it is a number. */
const itself =
  (end: Found["ends"], of = 1): Visit =>
  (match) =>
    standsIn(match[of] ?? "") ? null : { at: ends(match), ends: end, name: null };

const NO_PASSWORD = new Set(["mailto", "sip", "sips", "xmpp", "acct", "urn"]);
const shortFound: Visit = (match) =>
  NO_PASSWORD.has((match[1] ?? "").toLowerCase()) ? null : itself("address", 2)(match, match.input);
const userFound: Visit = (match) => (isHarmless("secret", match[1] ?? "") ? null : itself("mark")(match, match.input));
/** `-p 8080:80` publishes a port. */
const loginFound: Visit = (match, text) => (isPort(match[1] ?? "") ? null : userFound(match, text));

/** What stands before the sign in the tokens of PATTERNS.maker that have one. */
const BEFORE_UNDERSCORE = new Set(["ghp", "gho", "ghu", "ghs", "ghr", "pat", "ive", "_v1", "npm"]);
const BEFORE_DASH = new Set(["pat", "oxa", "oxb", "oxp", "oxr", "oxs", "app", "roj", "ant"]);

/** Returns whether a text may hold a token of PATTERNS.maker. */
function mayHoldToken(text: string): boolean {
  for (let at = text.indexOf("_"); at >= 0; at = text.indexOf("_", at + 1))
    if (BEFORE_UNDERSCORE.has(text.slice(Math.max(0, at - 3), at)) || text.startsWith("hf", at - 2)) return true;
  for (let at = text.indexOf("-"); at >= 0; at = text.indexOf("-", at + 1))
    if (BEFORE_DASH.has(text.slice(Math.max(0, at - 3), at))) return true;
  return text.includes("vs.") || text.includes("SG.") || text.includes("AIza");
}

const SCHEMES = ["Bearer ", "bearer ", "BEARER ", "Basic ", "basic ", "BASIC ", "egotiate ", "NTLM "];

interface Search {
  /** The signs without one of which it finds nothing, or what looks for them: nearly every value has none. */
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

/** Returns the name beside which a text holds its first secret; null if the secret tells itself. */
export function secretNameIn(text: string): string | null {
  for (const { name } of secretsIn(text)) return name;
  return null;
}

/** Returns the names beside which a text holds secrets, as it stands. */
export function* secretNamesIn(text: string): Generator<string> {
  for (const { name } of secretsIn(text)) if (name !== null) yield name;
}

/** Returns whether a text carries a secret as it stands, whatever its key is called. Linear in its length. */
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

/** Where a text in quotes ends: at the same quote, escaped as deep as the one before it. */
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

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Where secrets stand in a text, in order; none reaches into another. */
function rangesIn(text: string, searches = SEARCHES): readonly Range[] {
  const ranges: Range[] = [];
  for (const one of [...secretsIn(text, searches)].sort((a, b) => a.at - b.at))
    if (one.at >= (ranges.at(-1)?.to ?? 0)) ranges.push({ from: one.at, to: endOf(text, one) });
  return ranges;
}

/** The searches for what no name stands before. */
const NAMELESS = SEARCHES.filter(({ visit }) => ![pairFound, elementFound, optionFound, listedFound].includes(visit));

/** Returns where secrets stand in a text that tell themselves: `-u user:password`, an address with a password, a token of a known form. */
export const namelessSecretsIn = (text: string): readonly Range[] => rangesIn(text, NAMELESS);

/** Returns the text with each secret replaced; everything else stays. `stand` is what is put in its place. */
export function withoutSecretValues(text: string, stand: string): string {
  let [shown, at] = ["", 0];
  for (const { from, to } of rangesIn(text)) {
    shown += text.slice(at, from) + stand;
    at = to;
  }
  return shown + text.slice(at);
}

/** Returns the secrets that a text holds as they stand there. */
export const secretValuesIn = (text: string): readonly string[] => rangesIn(text).map(({ from, to }) => text.slice(from, to));
