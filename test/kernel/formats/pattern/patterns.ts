import fc from "fast-check";

/** Patterns with texts and what each states there. */
export const FOUND: readonly (readonly [pattern: string, text: string, stated: readonly string[]])[] = [
  ["version=(.+)", "a=1\nversion=2024x Refresh3\nb=2", ["2024x Refresh3"]],
  ["^version=(.+)$", "schema.version=3\r\nversion=2024x Refresh3\r\nb=2", ["2024x Refresh3"]],
  ["^(.+)$", "2024x Refresh3\n", ["2024x Refresh3"]],
  ["Version: ([0-9.]+)", "Tool\nVersion: 19.0.4-SP1", ["19.0.4"]],
  ["build=(\\d+)", "build=x\nbuild=4711b", ["4711"]],
  ['"version": "([^"]+)"', '{ "version": "2024x", "name": "y" }', ["2024x"]],
  ["<version>([\\w. -]+)</version>", "<a><version>2024x Refresh3</version></a>", ["2024x Refresh3"]],
  ["<v>(.+)</v>", "<v>1</v><v>2</v>", ["1</v><v>2"]],
  ["Tool \\(build (\\d+)\\)", "Tool (build 12) (build 13)", ["12"]],
  ["a([b]+)bc", "abbbc", ["bb"]],
  ["a([a]+)b", "aaab aab", ["aa", "a"]],
  ["(\\w+);", "a;b_1;\u00e4c;", ["a", "b_1", "c"]],
  ["x(\\d*)ba", "xba1xba\nxba2ba", []],
  ["([^\\]]+)\\]", "a]b]", ["a", "b"]],
  ["v([a\\-c-]+)", "va-c-d", ["a-c-"]],
  ["v([-a-f[]+)", "v[e-g", ["[e-"]],
  ["v\\.(.+)", "vx1\nv.2", ["2"]],
  ["v=(\\d+)$", "v=1 v=2\nv=3x", ["2"]],
  ["v=(.+)", "v=\u00a01\u00a0\u0085", ["1\u00a0\u0085"]],
  ["v(.+)", "nothing", []],
];

const GROUP = "a group is '.', '\\d', '\\w' or a class '[ ]' with '+' or '*' after it";
const CLASS = "a class holds signs, '\\d', '\\w' and ranges such as '0-9' or 'a-f'";
const outside = (sign: string) =>
  `has '${sign}' outside of its group, where only text is read: write '\\${sign}' for the sign itself`;

/** Patterns that are refused, the words, and the pattern that is suggested. */
export const REFUSED: readonly (readonly [pattern: string, says: string, suggested: string | null])[] = [
  ["version", "has no group '( )' around what is wanted", "version(.+)"],
  ["version=.+", outside("."), "version=(.+)"],
  ["build=\\d+", "has '\\d' outside of its group, where only text is read", "build=(\\d+)"],
  ["v=[0-9.]+", outside("["), "v=([0-9.]+)"],
  ["build.version=(.+)", outside("."), "build\\.version=(.+)"],
  ["version\\s*=\\s*(.+)", "has '\\s' outside of its group, where only text is read", null],
  ["a.*b=(.+)", outside("."), null],
  ["a|b(.+)", outside("|"), null],
  ["^^(.+)", outside("^"), "^\\^(.+)"],
  ["v(.+)$$", outside("$"), "v(.+)\\$$"],
  ["v=(.+?)", `has the group '(.+?)': ${GROUP}`, "v=(.+)"],
  ['v="(.+?)"', `has the group '(.+?)': ${GROUP}`, 'v="([^"]+)"'],
  ["v=(.)", `has the group '(.)': ${GROUP}`, "v=(.+)"],
  ["v=(\\d{4}x)", `has the group '(\\d{4}x)': ${GROUP}`, "v=(.+)"],
  ["v=(\\S+)", `has the group '(\\S+)': ${GROUP}`, "v=(.+)"],
  ["v=(\\d+\\.\\d+)\\]", `has the group '(\\d+\\.\\d+)': ${GROUP}`, "v=([^\\]]+)\\]"],
  ["^v=(1|2)$", `has the group '(1|2)': ${GROUP}`, "^v=(.+)$"],
  ["v=()", `has the group '()': ${GROUP}`, "v=(.+)"],
  ["(?=v)(.+)", `has the group '(?=v)': ${GROUP}`, null],
  ["(?<n>a)", `has the group '(?<n>a)': ${GROUP}`, null],
  ["v((.+))", `has the group '((.+)': ${GROUP}`, "v(.+)"],
  ["v(\\d+)(?: (R\\d))?", "has a second group: write '\\(' for the sign itself", "v(.+)"],
  ["v(\\d+)(x)", "has a second group: write '\\(' for the sign itself", "v(.+)"],
  ["v(\\d+)\\1", "has '\\1' outside of its group, where only text is read", "v(\\d+)"],
  ["v(.+){2}", outside("{"), "v(.+)"],
  ["v=(.+", "has a group that is not closed", "v=(.+)"],
  ["(", "has a group that is not closed", null],
  ["v)", "closes a group that is not open: write '\\)' for the sign itself", "v\\)(.+)"],
  ["v(.+))", "closes a group that is not open: write '\\)' for the sign itself", "v(.+)"],
  ["v([a)", "has a class '[' that is not closed", "v(.+)"],
  ["v([])", `has the class '[]': ${CLASS}`, "v(.+)"],
  ["v([^]+)", `has the class '[^]': ${CLASS}`, "v(.+)"],
  ["v([\\s]+)", `has the class '[\\s]': ${CLASS}`, "v(.+)"],
  ["v([9-0]+)", `has the class '[9-0]': ${CLASS}`, "v(.+)"],
  ["v([A-z]+)", `has the class '[A-z]': ${CLASS}`, "v(.+)"],
  ["v([+-9]+)", `has the class '[+-9]': ${CLASS}`, "v(.+)"],
  ["v([\\w-.]+)", `has the class '[\\w-.]': ${CLASS}`, "v(.+)"],
  ["v([a-\\d]+)", `has the class '[a-\\d]': ${CLASS}`, "v(.+)"],
  ["*(.+)", outside("*"), null],
  ["v(.+)\\", "ends with a backslash", null],
  ["v(.+)\\p{L}", "has '\\p' outside of its group, where only text is read", "v(.+)"],
  [`${"a".repeat(497)}(.+)`, "has 501 characters, at most 500 are read", null],
  [`v(${"12".repeat(30)})`, `has the group '(${"12".repeat(19)}1…': ${GROUP}`, "v(.+)"],
  ["(a*)*b", `has the group '(a*)': ${GROUP}`, null],
];

/** Patterns with a text on which a matcher that goes back takes long. */
export const HOSTILE: readonly (readonly [pattern: string, part: string])[] = [
  ["a([a]+)b", "a"],
  ["a([^b]+)bc", "a"],
  ["aa(\\w*)ab", "aaa"],
  ["(.+)x", " "],
  ["(\\d+)!", "12a"],
  ["a([^a]+)x", "ab"],
  ["a(.+)b$", "ab "],
  [" (.*)$", "a \n"],
];

const sign = fc.constantFrom("a", "b", "1", " ", "\\.", "\\(", "-", "]");
const words = fc.array(sign, { maxLength: 3 }).map((signs) => signs.join(""));
const members = fc
  .array(fc.constantFrom("a", "b", "0-1", "a-b", "\\d", "\\w", "\\.", " ", "\\-", "("), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(""));
const group = fc.oneof(
  fc.constantFrom(".", "\\d", "\\w"),
  fc.tuple(fc.constantFrom("", "^"), members).map(([not, parts]) => `[${not}${parts}]`),
);

/** Any pattern that can be read. */
export const pattern: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("", "^"), words, group, fc.constantFrom("+", "*"), words, fc.constantFrom("", "$"))
  .map(([start, before, one, count, after, end]) => `${start}${before}(${one}${count})${after}${end}`);

/** A text in which such a pattern finds something often. */
export const text: fc.Arbitrary<string> = fc.string({ unit: fc.constantFrom(..."aab11. (-]\n"), maxLength: 24 });
