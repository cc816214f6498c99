import type { Circumstances } from "../diagnostic/define.ts";
import { say } from "../diagnostic/text.ts";
import { closedInComment, isDashWithoutSpace } from "./quotes.ts";
import {
  isKeyOf,
  keyBeforeBracket,
  LOCAL_CODES,
  type TextFault,
  UNCLOSED_SIGN,
  valueAboveMap,
  type SyntaxFault,
} from "./syntax-causes.ts";
import type { SourceText } from "./text.ts";

/** The yaml library's codes for errors that wrongly indented lines can cause. */
const MISALIGNED = /^(BAD_INDENT|BLOCK_AS_IMPLICIT_KEY|MULTILINE_IMPLICIT_KEY)$/;

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the column, counted from 0, in which the text of a line starts; null if the line is empty or only a comment. */
export function indentOf(source: SourceText, line: number): number | null {
  const column = source.line(line).search(/[^ ]/);
  return column < 0 || source.line(line)[column] === "#" ? null : column;
}

/** Returns the closest line with text from line `from` on, upwards (-1) or downwards (1), that `takes` accepts; null if it accepts none. */
export function findLine(source: SourceText, from: number, step: 1 | -1, takes: (column: number, text: string) => boolean) {
  for (let line = from; line > 0 && line <= source.lineStarts.length; line += step) {
    const column = indentOf(source, line);
    if (column !== null && takes(column, source.line(line).slice(column))) return { line, column };
  }
  return null;
}

/** Returns true if an empty line is directly above a line, or above the comment lines that are directly above that line. */
function isAfterEmptyLine(source: SourceText, line: number): boolean {
  let above = line - 1;
  while (/^ *#/.test(source.line(above))) above--;
  return above > 0 && source.line(above).trim() === "";
}

export interface LineFault extends TextFault {
  readonly circumstances?: Circumstances;
}

/** Returns the cause and place of a yaml library's error if the lines around it show them better than the error; otherwise null. */
export function faultOfLine(fault: SyntaxFault, source: SourceText): LineFault | null {
  const { line } = source.positionOf(fault.start);
  const begin = source.lineStarts[line - 1] ?? 0;
  const quoted = closedInComment(source.line(line));
  if (quoted) {
    const place = source.placeOf(begin + quoted.close, begin + quoted.close + 1);
    const circumstances = { related: [{ message: say`the quote that closes it`, place }] };
    return { start: begin + quoted.open, end: begin + quoted.open + 1, cause: "closed-in-comment", circumstances };
  }
  if (LOCAL_CODES.has(fault.code) || UNCLOSED_SIGN.test(fault.message)) return null;
  const single = keyBeforeBracket(source.line(line), begin) ?? strayDash(fault, source);
  if (single) return single;
  const column = source.line(line).search(/[^ ]/);
  const start = begin + column;
  if (isDashWithoutSpace(source.line(line).slice(column))) return { start, end: start + 1, cause: "no-space-after-dash" };
  const left = keyTooFarLeft(fault, source);
  if (left) return { ...left, cause: "too-far-left" };
  const right = keyTooFarRight(fault, source);
  return right && { ...right, cause: "too-far-right" };
}

/**
 * Returns the dash before a key of a map if this dash explains an error: the next line above or below in its column has no dash, and the
 * key is valid in the map around it. Otherwise returns null.
 */
function strayDash({ code, start }: SyntaxFault, source: SourceText): TextFault | null {
  if (!MISALIGNED.test(code)) return null;
  const own = findLine(source, source.positionOf(start).line, 1, () => true);
  const above = own && findLine(source, own.line - 1, -1, (column) => column <= own.column);
  if (above?.column !== own?.column || !own || !above) return null;
  const isItem = ({ line, column }: typeof own) => /^-[ \t]/.test(source.line(line).slice(column));
  const dash = [own, above].find(isItem);
  const around = findLine(source, above.line, -1, (column) => column < above.column);
  const isFirst = findLine(source, above.line - 1, -1, (column) => column <= above.column)?.line === around?.line;
  if (!dash || (isItem(above) && (isItem(own) || !isFirst))) return null;
  const [, key = ""] = /^-[ \t]+([\w.-]+):(?:[ \t]|$)/.exec(source.line(dash.line).slice(dash.column)) ?? [];
  if (!isKeyOf(key, around && source.line(around.line))) return null;
  const at = (source.lineStarts[dash.line - 1] ?? 0) + dash.column;
  return { start: at, end: at + 1, cause: "stray-dash" };
}

/**
 * Returns the key that is indented too little, so that it separates the lines below it from their map above it, if it explains an error;
 * otherwise null. The yaml library reports the key's value or a line below it. A key after an empty line begins a new map: it is not
 * returned.
 */
function keyTooFarLeft({ code, start }: SyntaxFault, source: SourceText): Range | null {
  if (!MISALIGNED.test(code)) return null;
  const { line } = source.positionOf(start);
  const below = findLine(source, code === "BAD_INDENT" ? line : line + 1, 1, () => true);
  if (!below) return null;
  const key = findLine(source, below.line - 1, -1, (column, text) => column < below.column && !/^-(?: |$)/.test(text));
  const above = key && findLine(source, key.line - 1, -1, (column) => column <= below.column);
  if (!key || !above || isAfterEmptyLine(source, key.line)) return null;
  const isMap = (column: number) => column >= key.column && /^[^#]*:[ \t]*(?:#|$)/.test(source.line(above.line));
  if (above.column !== below.column && !isMap(above.column)) return null;
  return keyAt(source, key);
}

/**
 * Returns the key and the range of the value on its line if the lines below it are the key's map and this explains an error; otherwise
 * null. `mapEnd` is the offset at which that map ends.
 */
export function mapBelowValue({ code, message, start }: SyntaxFault, source: SourceText) {
  if (!MISALIGNED.test(code) || UNCLOSED_SIGN.test(message)) return null;
  const { line } = source.positionOf(start);
  const below = findLine(source, code === "BAD_INDENT" ? line : line + 1, 1, () => true);
  const head = below && findLine(source, below.line - 1, -1, () => true);
  if (!head || head.column >= below.column) return null;
  const value = valueAboveMap(source.line(head.line), source.line(below.line).slice(below.column));
  if (!value) return null;
  const from = source.lineStarts[head.line - 1] ?? 0;
  const next = findLine(source, below.line, 1, (column) => column <= head.column);
  const mapEnd = next ? (source.lineStarts[next.line - 1] ?? 0) : source.text.length;
  return { key: value.key, start: from + value.from, end: from + value.to, mapEnd };
}

/** Returns the range of the key that begins at a column of a line; null if no key begins there. */
function keyAt(source: SourceText, { line, column }: { readonly line: number; readonly column: number }): Range | null {
  const [text = ""] = /^[\w.-]+(?=:(?:[ \t]|$))/.exec(source.line(line).slice(column)) ?? [];
  const start = (source.lineStarts[line - 1] ?? 0) + column;
  return text === "" ? null : { start, end: start + text.length };
}

/**
 * Returns the first key of a map if it is indented too much, so that the yaml library reports the line below it; otherwise null. The first
 * key has the wrong indentation if no key below it has its column, and if the next key after the reported line has that line's column.
 */
function keyTooFarRight({ code, start }: SyntaxFault, source: SourceText): Range | null {
  if (code !== "BAD_INDENT") return null;
  const below = findLine(source, source.positionOf(start).line, 1, () => true);
  const head = below && findLine(source, below.line - 1, -1, (column) => column < below.column);
  const first = head && findLine(source, head.line + 1, 1, () => true);
  if (!below || !first || first.column <= below.column || !/:[ \t]*(?:#|$)/.test(source.line(head.line))) return null;
  const nextKey = (from: number, most: number) =>
    findLine(source, from + 1, 1, (at, text) => at <= most && !/^-(?: |$)/.test(text));
  const isAlone = nextKey(first.line, first.column)?.line === below.line;
  return isAlone && nextKey(below.line, below.column)?.column === below.column ? keyAt(source, first) : null;
}
