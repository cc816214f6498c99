import { type Finding, type Place, SourceText, groupOf, saysSecret } from "../kernel/index.ts";
import { visible } from "./style.ts";

const WIDEST = 160;

interface Line {
  readonly number: number;
  readonly text: string;
  /** True if the line is not quoted, because it is blank or can contain a secret. */
  readonly hidden: boolean;
}

/** The line that was last read from each file, cached because one long line can have many findings. */
const lastLines = new WeakMap<SourceText, Line>();

function lineOf(source: SourceText, number: number): Line {
  const last = lastLines.get(source);
  if (last?.number === number) return last;
  const text = source.line(number);
  const line = { number, text, hidden: text.trim() === "" || saysSecret(text) };
  lastLines.set(source, line);
  return line;
}

/** The source line that a report quotes for a finding, with the finding's range in UTF-16 units of the quoted text. */
export interface Excerpt {
  readonly line: number;
  readonly text: string;
  /** The 0-based column at which the finding's range begins. */
  readonly start: number;
  readonly length: number;
}

/** Returns an offset in a text, or the offset before it if it is between the halves of a surrogate pair. */
function whole(text: string, at: number): number {
  const low = text.charCodeAt(at);
  const high = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff ? at - 1 : at;
}

/** Returns a line, cut to a window of `widest` characters around a range if it is longer, with the range in the cut line. */
function window(line: string, start: number, end: number, widest: number): { text: string; start: number; end: number } {
  if (line.length <= widest) return { text: line, start, end };
  const from = whole(line, Math.max(0, Math.min(start - (widest >> 2), line.length - widest)));
  const to = whole(line, Math.min(line.length, from + widest));
  const before = from > 0 ? "…" : "";
  const after = to < line.length ? "…" : "";
  const shift = before.length - from;
  return { text: before + line.slice(from, to) + after, start: start + shift, end: Math.min(end, to) + shift };
}

/** Returns the line at which a place begins, safe for display; null if it is blank, can contain a secret, or the rule is about secrets. */
export function excerptOf(place: Place, source: SourceText, rule: string, widest = WIDEST): Excerpt | null {
  if (groupOf(rule) === "secret") return null;
  const { text: line, hidden } = lineOf(source, place.line);
  if (hidden) return null;
  const bom = place.line === 1 && line.charCodeAt(0) === 0xfeff ? 1 : 0;
  const first = place.column - 1 + bom;
  const last = place.endLine === place.line ? place.endColumn - 1 + bom : line.length;
  const cut = window(line, Math.min(first, line.length), Math.max(Math.min(last, line.length), first), widest);
  const head = visible(cut.text.slice(0, cut.start));
  const marked = visible(cut.text.slice(cut.start, cut.end));
  return {
    line: place.line,
    text: head + marked + visible(cut.text.slice(cut.end)),
    start: head.length,
    length: Math.max(1, marked.length),
  };
}

/** The excerpts for the findings of a report. Reads each source file once. */
export class Excerpts {
  readonly #sources = new Map<string, SourceText | null>();
  constructor(
    private readonly readText: (path: string) => string | null,
    private readonly widest = WIDEST,
  ) {}

  of({ at: place, rule, quote }: Finding): Excerpt | null {
    if (!place || quote === false) return null;
    let source = this.#sources.get(place.file);
    if (source === undefined) {
      const text = this.readText(place.file);
      source = text === null ? null : new SourceText(place.file, text);
      this.#sources.set(place.file, source);
    }
    return source && excerptOf(place, source, rule, this.widest);
  }
}
