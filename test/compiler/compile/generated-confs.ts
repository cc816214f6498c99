import fc from "fast-check";

/*
 * Properties files as kits and workstations have them, and worse: every legal spelling, duplicates, comments that look like
 * entries, continuations, line ends of three kinds in one file, and no line end behind the last line. Java loads all of them.
 */

/** Keys with one spelling each; some need escapes, some differ in case alone, some are what JavaScript knows. */
export const KEYS: readonly (readonly [key: string, spelt: string])[] = [
  ["A", "A"],
  ["a", "a"],
  ["TRANSPORT", "TRANSPORT"],
  ["Transport", "Transport"],
  ["IS_TCCS", "IS_TCCS"],
  ["TC_SERVER_URL", "TC_SERVER_URL"],
  ["URL", "\\u0055RL"],
  ["LicenseDir", "LicenseDir"],
  ["STAGING_DIR", "STAGING\\_DIR"],
  ["USE_JCEF_BROWSER", "USE_JCEF_BROWSER"],
  ["with blank", "with\\ blank"],
  ["with:sign=", "with\\:sign\\="],
  ["#hash", "\\#hash"],
  ["back\\slash", "back\\\\slash"],
  ["k\u00e9y", "k\\u00e9y"],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["", ""],
];

const EOL = fc.constantFrom("\n", "\n", "\r\n", "\r");
const BARE = fc.constantFrom(..."abctnruf019:/=#!.,;-_{}@\u00fc\u00ff".split(""));
const ESCAPED = fc.constantFrom(
  "\\\\",
  "\\:",
  "\\=",
  "\\#",
  "\\!",
  "\\ ",
  "\\t",
  "\\n",
  "\\r",
  "\\f",
  "\\u00fc",
  "\\u20AC",
  "\\u0000",
  "\\q",
  "\\w",
  '\\"',
  "\\\u00e9",
);

/** A value as spelt. It starts with what is neither blank nor sign, and ends with what is no continuation: what has no place in the value cannot be carried. */
function valueWith(eol: string): fc.Arbitrary<string> {
  const join = fc.tuple(fc.constantFrom("", " ", "\t", "    "), ESCAPED).map(([indent, next]) => `\\${eol}${indent}${next}`);
  const first = fc.oneof(ESCAPED, fc.constantFrom("x", "7", "/", "#", "!", "\u00e9"));
  const rest = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: BARE },
      { weight: 3, arbitrary: ESCAPED },
      { weight: 1, arbitrary: fc.constantFrom(" ", "\t") },
      { weight: 1, arbitrary: join },
    ),
    { maxLength: 10 },
  );
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant("") },
    { weight: 6, arbitrary: fc.tuple(first, rest).map(([start, more]) => start + more.join("")) },
  );
}

const SEPARATOR = fc.constantFrom("=", "=", "=", ":", " = ", " : ", "=  ", " ", "\t");
const INDENT = fc.constantFrom("", "", "", " ", "\t", "  \f");

function entry(eol: string): fc.Arbitrary<string> {
  return fc.tuple(INDENT, fc.constantFrom(...KEYS), SEPARATOR, valueWith(eol)).map(([indent, [, spelt], separator, value]) => {
    // a line that begins with its separator must begin with a sign
    const sign = spelt === "" && separator.trim() === "" ? "=" : separator;
    return indent + spelt + (value === "" && sign.trim() === "" ? "" : sign) + value;
  });
}

const COMMENT = fc.constantFrom("# comment", "! comment", "#A=1", "  # TC_SERVER_URL=no\\", "#", "", "   ", "\t");

function conf(entries: number): fc.Arbitrary<string> {
  const lines = EOL.chain((main) =>
    fc.array(
      fc
        .tuple(fc.boolean(), fc.oneof({ weight: 8, arbitrary: fc.constant(main) }, { weight: 1, arbitrary: EOL }))
        .chain(([odd, eol]) =>
          fc.tuple(
            fc.oneof({ weight: 4, arbitrary: entry(odd ? eol : main) }, { weight: 1, arbitrary: COMMENT }),
            fc.constant(eol),
          ),
        ),
      { maxLength: entries, size: "max" },
    ),
  );
  return fc.tuple(lines, fc.boolean()).map(([all, open]) => {
    const text = all.map(([line, eol]) => line + eol).join("");
    const last = all.at(-1);
    return open && last ? text.slice(0, text.length - last[1].length) : text;
  });
}

/** A kit's file and the one that was installed before, as bytes. */
export const KIT: fc.Arbitrary<Buffer> = conf(14).map((text) => Buffer.from(text, "latin1"));
export const INSTALLED: fc.Arbitrary<Buffer> = conf(20).map((text) => Buffer.from(text, "latin1"));

/** A decoded value as YAML can give it. */
export const DECODED: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "C:\\temp\\new",
    "D:\\plm\\staging\\",
    "https://plm.example.com:8443/tc",
    "a,b;c",
    "=x",
    ":x",
    "#x",
    "!x",
    " lead",
    "trail ",
    "\t",
    "a\nb",
    "\u00fc\u20ac",
    "\ud83d\ude00",
    "{{tier.signIn}}",
    "\\u0041",
    "\\",
  ),
  fc.string({ unit: "grapheme-ascii", maxLength: 10 }),
);
