// Documents to read: an ordinary file of any size whose map is known, and generated ones that try the grammar.

/** Numbers below `limit`, the same for the same seed. */
export function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const WORDS =
  "server client timeout cache folder release session transfer model panel queue retry limit address name type level path user group".split(
    " ",
  );
const ESCAPED = /[:=#!\\]/g;

/** One entry of an ordinary file: how it is spelt, and what it says. */
function ordinaryEntry(index, below) {
  const word = () => WORDS[below(WORDS.length)];
  const key = `com.example.${word()}.${word()}.${index}`;
  const kinds = [
    () => `${word()} ${word()} ${below(10_000)}`,
    () => `https://${word()}.example.com:${8000 + below(1000)}/${word()}?${word()}=${below(100)}`,
    () => `D:\\plm\\${word()}\\${word()}`,
    () => (below(2) === 0 ? "true" : "false"),
    () => "",
    () => `${word()}|Real|metre,${word()}|Integer|-,${word()}|String|-`,
  ];
  const kind = below(kinds.length);
  const value = kinds[kind]();
  let spelt = value.replace(ESCAPED, "\\$&");
  if (kind === 5) spelt = spelt.replaceAll(",", ",\\\n    ");
  return {
    key,
    value,
    text: `${below(12) === 0 ? `# ${word()} ${word()}\n` : ""}${key}${below(2) === 0 ? "=" : " = "}${spelt}\n`,
  };
}

/**
 * An ordinary file: comments, URLs, Windows paths, flags, values over several lines.
 * @param {number} size bytes, at least
 * @returns {{ bytes: Buffer, map: Map<string, string> }}
 */
export function ordinary(size) {
  const below = randomNumbers(20_261_121);
  const map = new Map();
  const parts = [];
  for (let length = 0, index = 0; length < size; index++) {
    const { key, value, text } = ordinaryEntry(index, below);
    map.set(key, value);
    parts.push(text);
    length += text.length;
  }
  return { bytes: Buffer.from(parts.join(""), "latin1"), map };
}

const SOUP = [
  "a",
  "b",
  "k",
  "=",
  ":",
  " ",
  "\t",
  "\f",
  "\\",
  "\\\\",
  "\n",
  "\r",
  "\r\n",
  "#",
  "!",
  "\\u0041",
  "\\u00e9",
  "\\u",
  "\\n",
  "\\t",
  "\\:",
  "\\=",
  "\\ ",
  "\xe4",
  "\xa0",
  "\0",
];
const EOLS = ["\n", "\n", "\r\n", "\r"];

/** Any mix of what means something in the grammar. */
const soup = (below) => Array.from({ length: 1 + below(24) }, () => SOUP[below(SOUP.length)]).join("");

/** Lines as people and programs write them, with every separator, ending and continuation. */
function lines(below) {
  const part = () =>
    Array.from(
      { length: 1 + below(4) },
      () => ["a", "b", "c", "\\:", "\\=", "\\\\", "\\ ", "\\u0042", "\xfc", "."][below(10)],
    ).join("");
  const line = () => {
    const eol = EOLS[below(EOLS.length)];
    if (below(6) === 0) return `${" ".repeat(below(2))}${below(2) === 0 ? "#" : "!"}${part()}${eol}`;
    const more = below(4) === 0 ? `\\${eol}${["", " ", "\t", "\f"][below(4)]}${part()}` : "";
    return `${["", " ", "\t", "\f"][below(4)]}${part()}${["=", ":", " ", " = ", "\t", "\f"][below(6)]}${part()}${more}${below(8) === 0 ? "" : eol}`;
  };
  return Array.from({ length: 1 + below(5) }, line).join("");
}

/** What ordinary files hold and nothing else. */
const tame = (below) => Array.from({ length: 1 + below(5) }, (_, index) => ordinaryEntry(index, below).text).join("");

/** @returns {Map<string, Buffer[]>} documents by kind */
export function generated(count) {
  const below = randomNumbers(3);
  const make = (kind) => Array.from({ length: count }, () => Buffer.from(kind(below), "latin1"));
  return new Map(Object.entries({ tame, lines, soup }).map(([name, kind]) => [name, make(kind)]));
}
