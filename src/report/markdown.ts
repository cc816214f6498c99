import { HTML_ENTITIES, type Text, greatest, plain, printedCommand } from "../kernel/index.ts";
import { inLine } from "./style.ts";

/*
 * GitHub makes more of a text than Markdown does: a person is told of a mention, an address becomes a link and an image is fetched when
 * somebody looks. None of that may come from a file that is only reported on. So what was found stands in code, where GitHub looks for
 * nothing, and of our own sentences every word does that is not plain.
 */

/** A word that neither Markdown nor GitHub makes anything of. */
const PLAIN = /^["'(]*[\p{L}\p{N}](?:[\p{L}\p{N},.;:?%/'"()\u2026-]*)$|^[·×…\u2192"'(),.;:?]+$/u;

/** Looks plain, and is a link, a commit, an issue or the number of a list. */
const LINKED = /:\/|(?:^|\W)(?:www\.|[0-9a-f]{7,}(?!\w)|[a-z]{2,}-\d+(?!\w))|^\d+[.)]$/i;

/** Words that a reader with other rules than GitHub's makes a link of: anything that a dot, a colon or a slash stands within. */
const MAYBE_LINKED = /[\p{L}\p{N}_][.:/]+[\p{L}\p{N}_]/u;

const isPlain = (word: string, anywhere: boolean): boolean =>
  PLAIN.test(word) && !LINKED.test(word) && !(anywhere && MAYBE_LINKED.test(word));

/** A run of text, plain or code. */
interface Piece {
  readonly code: boolean;
  readonly text: string;
  /** What was read: its braces are part of a name. */
  readonly found?: true;
}

const WORDS = / +|[^ ]+/g;
/** The same where nothing that was read is among the words: what stands in backticks for a terminal is code here. */
const OWN_WORDS = /`[^`]+`(?=[ ,.;:?)]|$)|\((?=`)| +|[^ ]+/g;

function pieceOf(word: string, own: boolean, anywhere: boolean): Piece {
  const marked = own ? /^`([^`]+)`$/.exec(word)?.[1] : undefined;
  return marked === undefined
    ? { code: word.trim() !== "" && !isPlain(word, anywhere), text: word }
    : { code: true, text: marked };
}

/** A sentence: words that are not plain are code, several of them one piece. */
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

/** A code span that holds any text of one line, backticks included (CommonMark 6.1). */
function span(text: string): string {
  if (text === "") return "";
  const longest = greatest([...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(text) && text.trim() !== "" ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => HTML_ENTITIES[c] ?? c);

/** The two places that text goes to: between lines of Markdown, or inside of HTML, where code spans have no meaning. */
export interface Writer {
  readonly code: (text: string) => string;
  readonly word: (text: string) => string;
}
export const MARKDOWN: Writer = { code: (text) => span(inLine(text)), word: (text) => text };
export const HTML: Writer = { code: (text) => `<code>${escaped(inLine(text))}</code>`, word: escaped };

const depthOf = ({ text, found }: Piece): number =>
  found ? 0 : [...text].reduce((sum, c) => sum + (c === "{" ? 1 : c === "}" ? -1 : 0), 0);

/** A map as it is typed into YAML is one piece from its first brace to its last: it is there to be copied. */
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

/** Two code spans side by side would be a longer fence, so they are one. */
function written(all: readonly Piece[], writer: Writer): string {
  const merged: Piece[] = [];
  for (const piece of maps(all)) {
    const last = merged.at(-1);
    if (last?.code && piece.code) merged[merged.length - 1] = { code: true, text: last.text + piece.text };
    else merged.push(piece);
  }
  return merged.map(({ code, text }) => (code ? writer.code(text) : writer.word(text))).join("");
}

/** A sentence that may quote what was read, written so that nothing of it is more than text. */
export const prose = (text: string, writer: Writer = MARKDOWN): string => written(pieces(text), writer);

/** The same for a reader that is not known: nothing is left that any reader of Markdown makes a link of. */
export const proseAnywhere = (text: string): string => written(pieces(text, false, true), MARKDOWN);

/** A sentence in parts: what was found is code, without the quotes that it would have in a terminal. */
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

/** Lines of a file as a block, which none of them can end. */
export function block(lines: readonly string[], language = "text"): readonly string[] {
  const runs = lines.flatMap((line) => [...line.matchAll(/`+/g)]);
  const longest = greatest(
    runs.map(([run]) => run.length),
    2,
  );
  const fence = "`".repeat(longest + 1);
  return [fence + language, ...lines, fence];
}
