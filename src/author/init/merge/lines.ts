/** The result of adding lines to an existing file: the lines added, and those that only people can add. */
export interface Merge {
  /** The new bytes of the file; null if it stays unchanged. */
  readonly bytes: Buffer | null;
  readonly added: readonly string[];
  /** Lines that people have to add to the file themselves. */
  readonly byHand: readonly string[];
}

/** Returns the text of a file as ISO-8859-1, which keeps every byte. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

const linesOf = (text: string): readonly string[] =>
  text
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .split(/\r?\n/)
    .map((line) => line.trim());

/** Returns the file with lines added at its end, in its own line ends. Every existing byte stays. */
function appended(text: string, lines: readonly string[]): Buffer {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const open = text !== "" && !text.endsWith("\n") ? newline : "";
  return Buffer.from(`${text}${open}${lines.map((line) => `${line}${newline}`).join("")}`, "latin1");
}

const UTF16 = (text: string): boolean => text.includes("\u0000");

function mergeOf(text: string, lines: readonly string[], byHand: readonly string[]): Merge {
  if (lines.length === 0) return { bytes: null, added: [], byHand };
  if (UTF16(text)) return { bytes: null, added: [], byHand: [...lines, ...byHand] };
  return { bytes: appended(text, lines), added: lines, byHand };
}

/** Returns a pattern without a slash at its beginning and its end, so that `/dist/`, `dist/` and `dist` are equal. */
const folderOf = (pattern: string): string => pattern.replace(/^\/|\/$/g, "");

/** Matches patterns of common .gitignore files that would hide a kit, a folder of the config repository or the package that it keeps. */
const HIDES =
  /releases?\]?\b|\]eleases?\b|^\*\.(?:jar|zip|xml|properties|class|mdzip|tgz|ya?ml|bak|log)$|^\/?(?:\*\*\/)?vendor\/?$/i;

const EVERYTHING = "**";
/**
 * Patterns of .gitignore that include again kits and the package, which an earlier pattern ignores. A folder comes before its content,
 * because Git does not search an ignored folder.
 */
const SHOWN = ["!/releases/", `!/releases/${EVERYTHING}`, "!/vendor/", "!/vendor/tierwright-*.tgz"];

/** Adds the patterns of a new repository that an existing .gitignore lacks. */
export function mergeIgnore(existing: Uint8Array, wanted: string): Merge {
  const text = textOf(existing);
  const own = linesOf(text);
  const has = new Set(own.map(folderOf));
  const hides = own.some((line) => !/^[#!]/.test(line) && HIDES.test(line));
  const lines = [
    ...linesOf(wanted).filter((line) => line !== "" && !has.has(folderOf(line))),
    ...(hides ? SHOWN.filter((line) => !own.includes(line)) : []),
  ];
  return mergeOf(text, lines, []);
}

/** Returns the pattern and attributes of a line of .gitattributes; null for a comment or an empty line. */
function attributesOf(line: string): { readonly pattern: string; readonly rest: readonly string[] } | null {
  const [pattern = "", ...rest] = line.split(/\s+/);
  return pattern === "" || pattern.startsWith("#") ? null : { pattern, rest };
}

/** Returns true for attributes that let Git convert line ends. */
const converts = (rest: readonly string[]): boolean =>
  rest.some((word) => /^(?:text(?:=.*)?|!text|eol=.*|crlf(?:=.*)?)$/.test(word));

/**
 * Adds the lines of a new repository that an existing .gitattributes lacks. Git applies the last line that fits a path, so a wanted line
 * before one that converts line ends is added again. A pattern for all files is left to people: at the end it would override all others.
 */
export function mergeAttributes(existing: Uint8Array, wanted: string): Merge {
  const text = textOf(existing);
  const own = linesOf(text).map(attributesOf);
  const last = own.findLastIndex((line) => line !== null && converts(line.rest));
  const has = (pattern: string, rest: readonly string[], after: number) =>
    own.some((line, i) => i > after && line?.pattern === pattern && rest.every((word) => line.rest.includes(word)));
  const lines: string[] = [];
  const byHand: string[] = [];
  for (const line of linesOf(wanted)) {
    const item = attributesOf(line);
    if (!item) continue;
    if (item.pattern === "*") {
      if (!own.some((one) => one?.pattern === "*" && converts(one.rest))) byHand.push(`${line}   (at its top)`);
    } else if (!has(item.pattern, item.rest, last)) lines.push(line);
  }
  return mergeOf(text, lines, byHand);
}

/** Leaves a file unchanged and returns the lines of a new repository that it lacks, for people to add. */
export function byHand(existing: Uint8Array, wanted: string): Merge {
  const own = new Set(linesOf(textOf(existing)).map((line) => line.replace(/\s+/g, " ")));
  const lines = linesOf(wanted).filter((line) => line !== "" && !line.startsWith("#") && !own.has(line.replace(/\s+/g, " ")));
  return { bytes: null, added: [], byHand: lines };
}
