import { codePoint } from "../text/escapes.ts";
import type { TextEdit } from "../diagnostic/finding.ts";
import { inSingleQuotes } from "../diagnostic/yaml-scalar.ts";
import { lookalikeCharacter } from "../diagnostics/repo/lookalike-character.ts";
import type { Report } from "./problem.ts";
import type { SourceText } from "./text.ts";

/**
 * Characters that look like a space or like nothing, and that YAML reads like letters, because its white space is only space and tab
 * (1.2.2, 5.5): no-break, typographic and zero-width spaces.
 */
const SPACES = "\\u00a0\\u00ad\\u1680\\u2000-\\u200d\\u202f\\u205f\\u2060\\u3000";
const ANY = new RegExp(`[${SPACES}]`, "g");

/**
 * Patterns of the places where YAML needs a space and a line has a character that looks like one: in the indentation, after the dash of a
 * list item, around the colon of a key, at the end of a value, before a comment. Group 1 has these characters.
 */
const PLACES: readonly RegExp[] = [
  new RegExp(`^([ \\t]*[${SPACES}][ \\t${SPACES}]*)(?=\\S)`),
  new RegExp(`^\\s*(?:- +)*-([${SPACES}][ ${SPACES}]*)`),
  new RegExp(`^[^#]*?[\\w'"\\])}]([ ]*[${SPACES}]+[ ]*)(?=:(?: |$))`),
  new RegExp(`^\\s*(?:- +)*[\\w.'"-]+[ ]*:( *[${SPACES}][ ${SPACES}]*)`),
  new RegExp(`[^\\s${SPACES}]((?:(?![${SPACES}])\\s)*[${SPACES}][\\s${SPACES}]*)$`),
  new RegExp(`[^\\s${SPACES}]((?:(?![${SPACES}])\\s)*[${SPACES}][\\s${SPACES}]*)(?=#)`),
];

const NAMES: Readonly<Record<string, string>> = {
  "\u00a0": "a no-break space",
  "\u202f": "a narrow no-break space",
  "\u200b": "a zero-width space",
  "\u00ad": "a soft hyphen",
  "\u3000": "an ideographic space",
};

/** Returns the name and code point of a character that looks like a space or is invisible: 'a no-break space (U+00A0)'. */
export function blankName(c: string): string {
  return `${NAMES[c] ?? "a special space"} (${codePoint(c)})`;
}

function editsOf(source: SourceText, number: number): TextEdit[] {
  const line = source.line(number);
  const start = source.lineStarts[number - 1] ?? 0;
  const edits: TextEdit[] = [];
  const columns = new Set<number>();
  for (const place of PLACES) {
    const match = place.exec(line);
    const run = match?.[1];
    if (!match || run === undefined) continue;
    const from = place.source.startsWith("^([") ? 0 : match.index + match[0].length - run.length;
    for (const { index, 0: c } of run.matchAll(ANY)) {
      const at = source.placeOf(start + from + index, start + from + index + 1);
      const zero = /[\u00ad\u200b-\u200d\u2060]/.test(c);
      if (!columns.has(at.column)) edits.push({ place: at, text: zero ? "" : " " });
      columns.add(at.column);
    }
  }
  return edits;
}

/**
 * Reports the characters of a YAML text that look like a space where YAML needs one. One problem with one fix covers all of them, because
 * text that was copied from a word processor has many.
 * @returns true if the text has such a character, so that it cannot be parsed reliably
 */
export function checkSpaces(source: SourceText, report: Report): boolean {
  if (source.text.slice(1).search(ANY) < 0) return false;
  const lines = source.lineStarts.map((_, i) => i + 1).filter((number) => source.line(number).search(ANY) >= 0);
  const edits = lines.flatMap((number) => editsOf(source, number));
  const [first] = edits;
  if (!first) return false;
  const offset = (source.lineStarts[first.place.line - 1] ?? 0) + first.place.column - 1;
  const more = new Set(edits.map(({ place }) => place.line)).size - 1;
  const found = { seen: "space", character: blankName(source.text[offset] ?? ""), more } as const;
  report(lookalikeCharacter, offset, offset + 1, found, { fix: { title: "write ordinary spaces", safe: false, edits } });
  return true;
}

const QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u2032\u2033\u00b4";
const QUOTED = new RegExp(`^[${QUOTES}](.*)[${QUOTES}]$`, "s");

/** The pattern of JSON pointers of fields with text for people, in which typographic quotation marks are legitimate. */
const PROSE = /\/(description|reason|owner|title|means|decides|source)$/;

/** Reports a plain value that begins and ends with typographic quotes: YAML reads them as a part of the value. */
export function checkQuotes(source: SourceText, start: number, end: number, pointer: string, report: Report): void {
  const raw = source.text.slice(start, end);
  const inner = QUOTED.exec(raw)?.[1];
  if (inner === undefined || PROSE.test(pointer)) return;
  const edits = [{ place: source.placeOf(start, end), text: inSingleQuotes(inner) }];
  const fix = /[\r\n]/.test(inner) ? {} : { fix: { title: "write plain single quotes", safe: false, edits } };
  report(lookalikeCharacter, start, end, { seen: "quotes", quotes: `${raw[0]} ${raw.at(-1)}` }, { pointer, ...fix });
}
