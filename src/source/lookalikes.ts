import type { TextEdit } from "../diagnostic/finding.ts";
import type { Report } from "./problem.ts";
import type { SourceText } from "./text.ts";

/** Blanks to the eye and letters to YAML (1.2.2, 5.5: white space is blank and tab): no-break, typographic and zero-width ones. */
const BLANKS = "\\u00a0\\u00ad\\u1680\\u2000-\\u200d\\u202f\\u205f\\u2060\\u3000";
const ANY = new RegExp(`[${BLANKS}]`, "g");

/** Where such a character takes the place of a blank: in the indentation, around the sign of an item or key, at a value's ends. */
const PLACES: readonly RegExp[] = [
  new RegExp(`^([ \\t${BLANKS}]*[${BLANKS}][ \\t${BLANKS}]*)(?=\\S)`),
  new RegExp(`^\\s*(?:- +)*-([${BLANKS}][ ${BLANKS}]*)`),
  new RegExp(`^[^#]*?[\\w'"\\])}]([ ]*[${BLANKS}]+[ ]*)(?=:(?: |$))`),
  new RegExp(`^\\s*(?:- +)*[\\w.'"-]+[ ]*:( *[${BLANKS}][ ${BLANKS}]*)`),
  new RegExp(`\\S(\\s*[${BLANKS}][ ${BLANKS}]*)$`),
  new RegExp(`\\S(\\s*[${BLANKS}][ ${BLANKS}]*)(?=#)`),
];

const NAMES: Readonly<Record<string, string>> = {
  "\u00a0": "a no-break space",
  "\u202f": "a narrow no-break space",
  "\u200b": "a zero-width space",
  "\u00ad": "a soft hyphen",
  "\u3000": "an ideographic space",
};

/** What a character is that looks like a blank or like nothing. */
export function blankName(c: string): string {
  const code = `U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return `${NAMES[c] ?? "a special blank"} (${code})`;
}

function editsOf(source: SourceText, number: number): TextEdit[] {
  const line = source.line(number);
  const start = source.lineStarts[number - 1] ?? 0;
  const edits: TextEdit[] = [];
  for (const place of PLACES) {
    const match = place.exec(line);
    const run = match?.[1];
    if (!match || run === undefined) continue;
    const from = place.source.startsWith("^([") ? 0 : match.index + match[0].length - run.length;
    for (const { index, 0: c } of run.matchAll(ANY)) {
      const at = source.placeOf(start + from + index, start + from + index + 1);
      const zero = /[\u00ad\u200b-\u200d\u2060]/.test(c);
      if (!edits.some(({ place: other }) => other.column === at.column)) edits.push({ place: at, text: zero ? "" : " " });
    }
  }
  return edits;
}

/**
 * Reports blanks that are none where YAML needs one; a document that came out of a text processor has many, so it is told once.
 * True when the text cannot be relied on any more.
 */
export function checkBlanks(source: SourceText, report: Report): boolean {
  if (source.text.slice(1).search(ANY) < 0) return false;
  const lines = source.lineStarts.map((_, i) => i + 1).filter((number) => source.line(number).search(ANY) >= 0);
  const edits = lines.flatMap((number) => editsOf(source, number));
  const [first] = edits;
  if (!first) return false;
  const offset = (source.lineStarts[first.place.line - 1] ?? 0) + first.place.column - 1;
  const more = new Set(edits.map(({ place }) => place.line)).size - 1;
  const others = more === 0 ? "" : `, and ${more === 1 ? "one more line has" : `${more} more lines have`} such a character`;
  report("repo/lookalike-character", offset, offset + 1, {
    message: `${blankName(source.text[offset] ?? "")} stands here instead of a blank${others}: to YAML it is a letter`,
    help: "type an ordinary blank; such characters come in by copying from a document, a web page or a chat",
    fix: { title: "write ordinary blanks", safe: false, edits },
  });
  return true;
}

const QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u2032\u2033\u00b4";
const QUOTED = new RegExp(`^[${QUOTES}](.*)[${QUOTES}]$`, "s");

/** Fields of free text, where a quotation may stand as it likes. */
const PROSE = /\/(description|reason|owner|title|means|decides|source)$/;

/** Reports a plain value in typographic quotes: YAML takes them for a part of it. */
export function checkQuotes(source: SourceText, start: number, end: number, pointer: string, report: Report): void {
  const raw = source.text.slice(start, end);
  const inner = QUOTED.exec(raw)?.[1];
  if (inner === undefined || PROSE.test(pointer)) return;
  const edits = [{ place: source.placeOf(start, end), text: `'${inner}'` }];
  report("repo/lookalike-character", start, end, {
    message: `the quotes around this value are typographic ones (${raw[0]} ${raw.at(-1)}), which YAML takes for a part of the value`,
    help: "type plain quotes, ' or \"; a text processor or a chat puts the others in",
    pointer,
    ...(/['\r\n]/.test(inner) ? {} : { fix: { title: "write plain single quotes", safe: false, edits } }),
  });
}
