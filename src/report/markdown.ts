import { HTML_ENTITIES, type Text, greatest, plain, printedCommand } from "../kernel/index.ts";
import { inLine } from "./style.ts";

/*
 * GitHub interprets more of a text than Markdown does: a mention notifies a person, an address becomes a link, and an image is fetched when
 * the page is viewed. Text from a file that a report quotes must cause none of that. So text from files is written as code, in which GitHub
 * interprets nothing, and so is every word of Tierwright's own sentences that is not plain.
 */

/** Matches a word that neither Markdown nor GitHub interprets. */
const PLAIN = /^["'(]*[\p{L}\p{N}](?:[\p{L}\p{N},.;:?%/'"()\u2026-]*)$|^[·×…\u2192"'(),.;:?]+$/u;

/** Matches a word that looks plain and is interpreted nevertheless: a link, a commit, an issue or a list number. */
const LINKED = /:\/|(?:^|\W)(?:www\.|[0-9a-f]{7,}(?!\w)|[a-z]{2,}-\d+(?!\w))|^\d+[.)]$/i;

/** Matches a word that Markdown readers other than GitHub can turn into a link: one with a dot, colon or slash inside. */
const MAYBE_LINKED = /[\p{L}\p{N}_][.:/]+[\p{L}\p{N}_]/u;

const isPlain = (word: string, anywhere: boolean): boolean =>
  PLAIN.test(word) && !LINKED.test(word) && !(anywhere && MAYBE_LINKED.test(word));

/** A part of a sentence that is written either as it is or as code. */
interface Piece {
  readonly code: boolean;
  readonly text: string;
  /** True for text from a file: braces in it are part of a name and begin no YAML map. */
  readonly found?: true;
}

const WORDS = / +|[^ ]+/g;
/** Matches words of Tierwright's own text: a part in backticks is one word, and becomes code. */
const OWN_WORDS = /`[^`]+`(?=[ ,.;:?)]|$)|\((?=`)| +|[^ ]+/g;

function pieceOf(word: string, own: boolean, anywhere: boolean): Piece {
  const marked = own ? /^`([^`]+)`$/.exec(word)?.[1] : undefined;
  return marked === undefined
    ? { code: word.trim() !== "" && !isPlain(word, anywhere), text: word }
    : { code: true, text: marked };
}

/** Returns the pieces of a sentence. Words that are not plain become code, with neighbouring ones in one piece. */
function pieces(text: string, own = false, anywhere = false): readonly Piece[] {
  const found: Piece[] = [];
  for (const [word] of inLine(text).matchAll(own ? OWN_WORDS : WORDS)) {
    const [before, last] = found.slice(-2);
    const piece = pieceOf(word, own, anywhere);
    if (piece.code && before?.code && last?.text === " ") found.splice(-2, 2, { code: true, text: `${before.text} ${word}` });
    else found.push(piece);
  }
  return found;
}

/** Returns any text of one line, backticks included, as a code span (CommonMark 6.1). */
function span(text: string): string {
  if (text === "") return "";
  const longest = greatest([...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(text) && text.trim() !== "" ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => HTML_ENTITIES[c] ?? c);

/** The functions that write text into Markdown, or into HTML, where code spans of Markdown have no meaning. */
export interface Writer {
  readonly code: (text: string) => string;
  readonly word: (text: string) => string;
}
export const MARKDOWN: Writer = { code: (text) => span(inLine(text)), word: (text) => text };
export const HTML: Writer = { code: (text) => `<code>${escaped(inLine(text))}</code>`, word: escaped };

const depthOf = ({ text, found }: Piece): number =>
  found ? 0 : [...text].reduce((sum, c) => sum + (c === "{" ? 1 : c === "}" ? -1 : 0), 0);

/** Returns the pieces of a sentence with each YAML map in it as one piece, from its first brace to its last, so that people can copy it. */
function maps(all: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (let i = 0; i < all.length; i++) {
    const piece = all[i] as Piece;
    let [end, depth] = [i, depthOf(piece)];
    while (depth > 0 && end + 1 < all.length) depth += depthOf(all[++end] as Piece);
    const whole = depth === 0 && end > i;
    found.push(
      whole
        ? {
            code: true,
            text: all
              .slice(i, end + 1)
              .map(({ text }) => text)
              .join(""),
          }
        : piece,
    );
    if (whole) i = end;
  }
  return found;
}

/** Returns pieces as text. Adjacent code spans are joined, because their backticks would form a longer fence. */
function written(all: readonly Piece[], writer: Writer): string {
  const merged: Piece[] = [];
  for (const piece of maps(all)) {
    const last = merged.at(-1);
    if (last?.code && piece.code) merged[merged.length - 1] = { code: true, text: last.text + piece.text };
    else merged.push(piece);
  }
  return merged.map(({ code, text }) => (code ? writer.code(text) : writer.word(text))).join("");
}

/** Returns a sentence that can quote text from files, as Markdown or HTML in which no word of it is interpreted. */
export const prose = (text: string, writer: Writer = MARKDOWN): string => written(pieces(text), writer);

/**
 * Returns a sentence for every program that shows Markdown, also other than GitHub: no word is left that such a program would turn into a
 * link.
 */
export const proseAnywhere = (text: string): string => written(pieces(text, false, true), MARKDOWN);

/** Returns a message as Markdown or HTML. Text from files becomes code, without the quotes that the text form puts around it. */
export function sentence(text: Text, writer: Writer = MARKDOWN): string {
  const all = text.flatMap((part): readonly Piece[] => {
    if (typeof part === "string") return pieces(part, true);
    if (part.command) return [{ code: true, found: true, text: printedCommand(part) }];
    const { quoted, ...bare } = part;
    const shown = plain([bare]);
    if (part.hidden) return pieces(shown);
    return shown === "" ? (quoted ? [{ code: true, text: "''" }] : []) : [{ code: true, found: true, text: shown }];
  });
  return written(all, writer);
}

/** Returns lines of a file as a code block of Markdown, which no line among them can end. */
export function block(lines: readonly string[], language = "text"): readonly string[] {
  const runs = lines.flatMap((line) => [...line.matchAll(/`+/g)]);
  const longest = greatest(
    runs.map(([run]) => run.length),
    2,
  );
  const fence = "`".repeat(longest + 1);
  return [fence + language, ...lines, fence];
}
