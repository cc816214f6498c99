import { SECRET_PATTERNS } from "./patterns.ts";
import { WORD_SETS } from "./words.ts";

/**
 * The kind of place in which a name was found. setting: the key of a settings file. wire: HTTP traffic or a command line (a header, a
 * cookie, a form field, a member of a message, an option).
 */
export type NameContext = "setting" | "wire";

/**
 * The degree to which a name marks its value as a secret. password: any value is one, however short. secret: the value is a token or key
 * unless it is a switch or small number. long: the value is a secret if it is long. placed: the value is a password, or the place (path,
 * address) of one. none: the name does not mark its value.
 */
export type NameKind = "password" | "secret" | "long" | "placed" | "none";

/** The number of characters at the end of a name that `nameKind` reads, because the last words of a name decide. */
const LONGEST_NAME = 256;
/** The most words of a name that are joined for a look-up in words.ts: `s so pass` is `ssopass`. */
const MOST_JOINED = 4;
/**
 * The fewest letters of a word of `WORD_SETS.wire` that is found at the end of a longer word; a shorter one must stand alone, because `pin`
 * is in `mapping`.
 */
const SHORTEST_SUFFIX = 8;

const MAY_BE_UTF8 = /[\xc2-\xf4][\x80-\xbf]/;

/** Decodes UTF-8 that was read as ISO-8859-1, as Java reads properties. Returns any other text unchanged. */
export function asUtf8(text: string): string {
  if (!MAY_BE_UTF8.test(text) || /[^\0-\xff]/.test(text)) return text;
  const read = Buffer.from(text, "latin1").toString("utf8");
  return read.includes("\ufffd") ? text : read;
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * Returns a name in Latin letters without accents (`contrase\u00f1a` becomes contrasena), and with the word for a password in other scripts
 * replaced by "password".
 */
const latin = (name: string): string =>
  isAscii(name)
    ? name
    : asUtf8(name)
        .normalize("NFKC")
        .replace(SECRET_PATTERNS.foreign, ".password.")
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "");

/**
 * Returns a name in Latin letters, with the words password, secret and token in place of their spellings with digits: `P4SSW0RD` becomes
 * `.password.`.
 */
function folded(name: string): string {
  const plain = latin(name);
  if (!/[0-9$@]/.test(plain)) return plain;
  return plain
    .replace(SECRET_PATTERNS.leetPassword, ".password.")
    .replace(SECRET_PATTERNS.leetSecret, ".secret.")
    .replace(SECRET_PATTERNS.leetToken, ".token.");
}

/** Returns the words of a name in lower case, split at separators, digits and capitals: `clientSecret2` becomes client, secret, 2. */
export function nameWords(name: string): readonly string[] {
  if (name !== lastSplit.name) {
    const words = folded(name.slice(-LONGEST_NAME)).match(SECRET_PATTERNS.word) ?? [];
    lastSplit = { name, words: words.map((word) => word.toLowerCase()) };
  }
  return lastSplit.words;
}

/** The words of the name that was split last, cached because several functions split the same name in a row. */
let lastSplit: { readonly name: string; readonly words: readonly string[] } = { name: "", words: [] };

const isNumber = (word: string): boolean => /^[0-9]/.test(word);

/** Yields the word at index `at` alone, then joined with one to three words before it, each with the index of its first word. */
function* joinedAt(words: readonly string[], at: number): Generator<readonly [joined: string, from: number]> {
  let joined = "";
  for (let from = at; from >= 0 && at - from < MOST_JOINED; from--) {
    joined = (words[from] ?? "") + joined;
    yield [joined, from];
  }
}

/**
 * Returns the offset in `text` of the longest word of `table`, of at least `shortest` letters, with which the text ends; -1 if it ends with
 * none. Tries every offset, because a name is short.
 */
function endAt(text: string, table: ReadonlySet<string>, shortest: number): number {
  for (let from = 0; text.length - from >= shortest; from++) if (table.has(text.slice(from))) return from;
  return -1;
}

interface Hit {
  readonly kind: NameKind;
  /** The index of the name's word in which the match begins. */
  readonly from: number;
  /** The letters that precede the match in its first word: `max` of `maxtokens`. */
  readonly before: string;
}

const lastTwo = (word: string): string => word.slice(-2);
const ENDINGS: ReadonlySet<string> = new Set(
  [...WORD_SETS.passwordWord, ...WORD_SETS.password, ...WORD_SETS.secret].map(lastTwo),
);

function hitAt(words: readonly string[], at: number): Hit | null {
  // fast path: the last two letters of most words are not those of any word of the tables
  const word = words[at] ?? "";
  if (word.length > 1 && !ENDINGS.has(lastTwo(word))) return null;
  for (const [joined, from] of joinedAt(words, at))
    for (const kind of ["password", "secret"] as const) {
      if (kind === "password" && WORD_SETS.passwordWord.has(joined)) return { kind, from, before: "" };
      const start = endAt(joined, WORD_SETS[kind], kind === "password" ? 3 : 5);
      if (start >= 0) return { kind, from, before: joined.slice(0, start) };
    }
  return null;
}

/** Words for a password that are found even if letters follow without a separator: `dbpasswordold`, but not `passwordpolicy`. */
const GLUED = ["password", "passwd", "passphrase", "passwort", "kennwort"];
/**
 * The fewest letters of a word of `WORD_SETS.other` (such as `policy`) that is found at the beginning of the letters after a word of
 * `GLUED`; a shorter word must be all of these letters.
 */
const SHORTEST_PREFIX = 4;

const beginsWithOther = (rest: string): boolean => {
  if (WORD_SETS.other.has(rest)) return true;
  for (let to = SHORTEST_PREFIX; to <= rest.length; to++) if (WORD_SETS.other.has(rest.slice(0, to))) return true;
  return false;
};

function gluedKind(joined: string): NameKind {
  for (const stem of GLUED) {
    const at = joined.lastIndexOf(stem);
    if (at >= 0) return beginsWithOther(joined.slice(at + stem.length)) ? "none" : "password";
  }
  return "none";
}

/**
 * Returns how strongly a matched word marks a name as that of a secret. Words before or after it can make the name harmless, as in
 * PASSWORD_POLICY.
 */
function hitKind(words: readonly string[], { kind, from, before }: Hit, to: number): NameKind {
  if (WORD_SETS.before.has(before === "" ? (words[from - 1] ?? "") : before)) return "none";
  const after = words.slice(to + 1);
  const others = after.filter((word, i) => WORD_SETS.other.has(word) || WORD_SETS.other.has(word + after[i + 1]));
  if (others.length === 0) return kind;
  return kind === "password" && others.every((word) => WORD_SETS.place.has(word)) ? "placed" : "none";
}

function longKind(words: readonly string[]): NameKind {
  for (const [joined] of joinedAt(words, words.length - 1)) if (WORD_SETS.long.has(joined)) return "long";
  return "none";
}

function wireKind(words: readonly string[]): NameKind {
  let last = words.length - 1;
  while (last > 0 && isNumber(words[last] ?? "")) last--;
  if (last < 0) return "none";
  for (const [joined] of joinedAt(words, last))
    if (WORD_SETS.wire.has(joined) || endAt(joined, WORD_SETS.wire, SHORTEST_SUFFIX) >= 0) return "secret";
  const whole = words.slice(words[0] === "x" ? 1 : 0, last + 1).join("");
  // the header's vendor can put its name before "session": X-Tc-Session
  return WORD_SETS.wireLong.has(whole) || words[last] === "session" ? "long" : "none";
}

function judge(name: string, context: NameContext): NameKind {
  const words = nameWords(name);
  for (let at = words.length - 1; at >= 0; at--) {
    const hit = hitAt(words, at);
    if (hit) return hitKind(words, hit, at);
  }
  const glued = gluedKind(words.join(""));
  if (glued !== "none") return glued;
  const onWire = context === "wire" ? wireKind(words) : "none";
  return onWire === "none" ? longKind(words) : onWire;
}

/** The most names whose kind is cached, because files and messages repeat the same few names. */
const MOST_KNOWN = 20_000;
const judged: Readonly<Record<NameContext, Map<string, NameKind>>> = { setting: new Map(), wire: new Map() };

/** Returns the degree to which a name marks its value as a secret. */
export function nameKind(name: string, context: NameContext = "setting"): NameKind {
  const known = judged[context].get(name);
  if (known !== undefined) return known;
  const kind = judge(name, context);
  if (judged[context].size >= MOST_KNOWN) judged[context].clear();
  if (name.length <= LONGEST_NAME) judged[context].set(name, kind);
  return kind;
}

/** Returns true if a name alone marks its value as a secret. */
export function namesSecret(name: string, context: NameContext = "setting"): boolean {
  const kind = nameKind(name, context);
  return kind === "password" || kind === "secret";
}

/** The number of characters from which a value under a name such as `code` or `sid` counts as a secret. */
export const LONG_VALUE = 16;

const SWITCH = /^(?:true|false|yes|no|on|off)?$/i;
/** Words and small numbers that are no token or key: a logger can be called `...token`, and has a level. */
const ORDINARY = /^(?:none|null|default|all|trace|debug|info|warn|error|fatal|\d{1,4})$/i;

/** A web address without a user or password in it, for example the value of FORGOT_PASSWORD. */
const ADDRESS = /^https?:\/\/[^@]*$/i;
/** A value that says where a password is, and is none: a path, an address, a mail address, a class or a word. */
const OF_PLACE = /[/\\:.@ \t]|^[A-Za-z-]*$/;
/** A text that a program made of random bytes: base64, hexadecimal, an id. */
const MADE = /^(?=[^0-9]{0,80}[0-9])(?=[^A-Za-z]{0,80}[A-Za-z])[A-Za-z0-9+_-][A-Za-z0-9+/=_-]{15,}$/;

const isPath = (value: string): boolean => value.search(SECRET_PATTERNS.path) === 0;

/**
 * Returns true if a value is not a secret in spite of its name: a switch, a path, an empty text, and (except for a password) a small number or a
 * log level.
 */
export function isHarmless(kind: NameKind, value: string): boolean {
  if (kind === "long") return !MADE.test(value.trim());
  if (kind === "placed" && OF_PLACE.test(value.trim())) return true;
  if (kind === "password" && ADDRESS.test(value)) return true;
  const trimmed = value.trim();
  if (isPath(trimmed)) return true;
  if (value.length > 64) return false;
  return SWITCH.test(trimmed) || (kind !== "password" && ORDINARY.test(trimmed));
}
