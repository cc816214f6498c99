/** One way to write a text so that some reader gets it back. */
export interface Writer {
  readonly name: string;
  write(text: string): string;
}

const each =
  (pattern: RegExp, spell: (c: string) => string) =>
  (text: string): string =>
    text.replace(pattern, spell);
const hex = (c: string, width: number): string => (c.codePointAt(0) ?? 0).toString(16).padStart(width, "0");
const MARKS = /[^A-Za-z0-9]/gu;

/** Independent of what the search knows: each is what a library or a person does when it puts a text into another one. */
export const WRITERS: readonly Writer[] = [
  { name: "as it is", write: (text) => text },
  { name: "java.util.Properties.store", write: each(/[:=#!\\]/g, (c) => `\\${c}`) },
  { name: "encodeURIComponent", write: encodeURIComponent },
  {
    name: "percent, lower case",
    write: each(MARKS, (c) => (encodeURIComponent(c) === c ? `%${hex(c, 2)}` : encodeURIComponent(c).toLowerCase())),
  },
  { name: "JSON with escaped slashes", write: (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/") },
  { name: "JSON in ASCII", write: each(/[^\x20-\x7e]|["\\:/&]/g, (c) => `\\u${hex(c, 4)}`) },
  { name: "JavaScript, two digits", write: each(/[^A-Za-z0-9\u0080-\uffff]/g, (c) => `\\x${hex(c, 2).toUpperCase()}`) },
  { name: "YAML, eight digits", write: each(/[:/]/g, (c) => `\\U${hex(c, 8)}`) },
  { name: "braced", write: each(/[:./]/g, (c) => `\\u{${hex(c, 1)}}`) },
  { name: "XML, decimal", write: each(MARKS, (c) => `&#${c.codePointAt(0)};`) },
  { name: "XML, hexadecimal", write: each(MARKS, (c) => `&#x${hex(c, 4)};`) },
  {
    name: "XML, named",
    write: each(
      /[&<>"':/.]/g,
      (c) =>
        `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos", ":": "colon", "/": "sol", ".": "period" }[c] ?? ""};`,
    ),
  },
  { name: "every character", write: each(/./gsu, (c) => `&#${c.codePointAt(0)};`) },
  { name: "every character of an address", write: each(/[ -~]/g, (c) => `%${hex(c, 2)}`) },
  { name: "every character in Java", write: each(/./gs, (c) => `\\u${hex(c, 4)}`) },
  { name: "a regular expression", write: each(/[.:/]/g, (c) => `\\${c}`) },
];

/** The text with a continued line after every so many characters, never inside of an escape's backslash. */
export function continued(text: string, after: number, end = "\n"): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    let to = Math.min(text.length, at + after);
    while (to < text.length && text[to - 1] === "\\") to++;
    parts.push(text.slice(at, to));
    at = to;
  }
  return parts.join(`\\${end}    `);
}
