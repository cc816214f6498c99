import fc from "fast-check";

/** Generators of properties files as ISO-8859-1 views, from hostile to ordinary; shared by the quick laws and the run against Java. */

const EOL = fc.constantFrom("\n", "\n", "\r\n", "\r");
const BLANK = fc.constantFrom("", "", "", " ", "  ", "\t", "\f", " \t\f");
const HIGH = [
  "\xe9",
  "\xc3\xa9",
  "\xe2\x82\xac",
  "\xe2\x82",
  "\xed\xa0\x80",
  "\xf0\x9f\x98\x80",
  "\xf0\x9f",
  "\xff",
  "\xc0\x80",
  "\x80",
  "\xa0",
  "\x85",
];
const GRAMMAR = [
  "\\",
  "\\\\",
  "=",
  ":",
  " ",
  "\t",
  "\f",
  "\n",
  "\r",
  "\r\n",
  "#",
  "!",
  "\\\n",
  "\\\r\n",
  "\\\r",
  "\\\n  ",
  "\\\r\n\t",
];
const ESCAPES = [
  "\\u",
  "\\u00e9",
  "\\u00E9",
  "\\u12",
  "\\uu0041",
  "\\u00\\\ne9",
  "\\t",
  "\\n",
  "\\ ",
  "\\=",
  "\\:",
  "\\#",
  "\\q",
  "\\'",
  "\\\xc3\xa9",
  "\\ud83d",
];
const TEXT = ["a", "b", "k", "1", ",", "x,y", "C:\\temp", "C\\:\\\\Temp", "\x00", "\x0b", "\x1a", "\x7f", "'", '"', "__proto__"];

/** Any tokens in any order: most of it is nonsense that Java reads nevertheless. */
export const soup: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...GRAMMAR, ...GRAMMAR, ...ESCAPES, ...TEXT, ...HIGH), { maxLength: 24 })
  .map((parts) => parts.join(""));

/** Tokens of which no file becomes unreadable. */
const READABLE = ESCAPES.filter((e) => !/^\\u($|1|u)/.test(e));

const word = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...TEXT.slice(0, 6)) },
      { weight: 2, arbitrary: fc.constantFrom(...TEXT, ...READABLE) },
      { weight: 1, arbitrary: fc.constantFrom(...HIGH) },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

const join = fc.tuple(EOL, BLANK).map(([eol, indent]) => `\\${eol}${indent}`);
const value = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: word },
      { weight: 1, arbitrary: join },
      { weight: 1, arbitrary: fc.constantFrom("=", ":", " ", "\\ ", ",") },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));
const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "k", "a.b", "A_KEY", "a\\ b", "a\\u0020b") },
  { weight: 1, arbitrary: word },
);
const separator = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("=", " = ", ":", " ", "\t", " : ") },
  { weight: 1, arbitrary: fc.tuple(BLANK, join, fc.constantFrom("", "=", " "), BLANK).map((p) => p.join("")) },
);
const entry = fc.tuple(BLANK, key, separator, value).map((parts) => parts.join(""));
const line = fc.oneof(
  { weight: 8, arbitrary: entry },
  { weight: 1, arbitrary: word.map((w) => `# ${w}`) },
  { weight: 1, arbitrary: BLANK },
  { weight: 1, arbitrary: word },
  { weight: 1, arbitrary: join },
);

/** Lines as files have them, but with hostile pieces, mixed line ends and continuations everywhere. */
export const lines: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(line, EOL), { maxLength: 8 }),
    fc.oneof(
      fc.constant(""),
      line,
      entry.map((e) => `${e}\\`),
    ),
  )
  .map(([all, last]) => all.map(([l, eol]) => l + eol).join("") + last);

const tameValue = fc.oneof(
  fc.constantFrom(
    "true",
    "http",
    "https://plm.example.com:8443/tc",
    "https\\://plm.example.com\\:8443/tc",
    "C\\:\\\\Temp",
    "C:/Temp",
    "27000@lic",
    "gr\\u00fcn",
    "",
  ),
  fc
    .tuple(
      fc.array(fc.constantFrom("Block", "Part", "Port", "Value\\ Type"), { minLength: 2, maxLength: 9 }),
      fc.constantFrom(",\\\n    ", ",\\\r\n\t", ","),
    )
    .map(([parts, by]) => parts.join(by)),
);
const tameKey = fc.constantFrom(
  "TC_SERVER_URL",
  "Transport",
  "TRANSPORT",
  "IS_TCCS",
  "STAGING_DIR",
  "URL",
  "log4j.rootLogger",
  "CREATE_VALUE_PROPERTY_CONFIG",
);

/** Ordinary files. */
export const tame: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("\n", "\r\n"),
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: fc.tuple(tameKey, fc.constantFrom("=", " = ", ": "), tameValue).map((p) => p.join("")) },
        { weight: 1, arbitrary: fc.constantFrom("# comment", "", "! x\\") },
      ),
      { maxLength: 12 },
    ),
    fc.boolean(),
  )
  .map(([eol, all, ended]) => all.join(eol) + (ended && all.length > 0 ? eol : ""));

/** Any bytes at all. */
export const bytes: fc.Arbitrary<string> = fc.uint8Array({ maxLength: 60 }).map((b) => Buffer.from(b).toString("latin1"));

export const anyDocument: fc.Arbitrary<string> = fc.oneof(soup, lines, tame, bytes);

/** Decoded text as a user may set it: blanks at the ends, separators, controls, astral characters and lone surrogates. */
export const text: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "x,y",
      ",",
      " ",
      "  ",
      "\t",
      "\f",
      "\n",
      "\r",
      "=",
      ":",
      "#",
      "!",
      "\\",
      "\\u",
      "C:\\temp",
      "é",
      "€",
      "\u{1f600}",
      "\ud83d",
      "\ude00",
      "\0",
      "\x7f",
      "\u00a0",
      "\ufeff",
      "https://h:443/x?a=b",
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

/** A key that a document may hold, or a new one. */
export const someKey: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom("a", "b", "k", "a b", "", "A_KEY", "TC_SERVER_URL", "Transport", "CREATE_VALUE_PROPERTY_CONFIG"),
  },
  { weight: 1, arbitrary: text },
);
