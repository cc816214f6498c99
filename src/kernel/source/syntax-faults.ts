import { isCollection, isScalar, visit, type Document, type Node } from "yaml";
import { tooDeep } from "../diagnostics/repo/too-deep.ts";
import { type SyntaxCause, yamlSyntax } from "../diagnostics/repo/yaml-syntax.ts";
import { yamlTab } from "../diagnostics/repo/yaml-tab.ts";
import { yamlTag } from "../diagnostics/repo/yaml-tag.ts";
import { openBracket } from "./brackets.ts";
import { MAX_DEPTH, MAX_PROBLEMS } from "./limits.ts";
import type { Report } from "./problem.ts";
import { isDashWithoutSpace, isEscaped, reportEscapedPath, singleQuotes } from "./quotes.ts";
import {
  causeOf,
  isTag,
  keysOfLine,
  keyWithoutColon,
  UNCLOSED_MESSAGE,
  valueAboveMap,
  type SyntaxFault,
} from "./syntax-causes.ts";
import type { SourceText } from "./text.ts";

/** Messages for a closing bracket that no bracket opens, after which the library misreads everything. */
const UNOPENED = /flow-(?:map|seq)-end/;

/** Messages for a bracket or a quote that is never closed. */
const UNCLOSED = new RegExp(`closing .quote|${UNCLOSED_MESSAGE.source}`);

/** Codes of faults that concern one value and leave the structure around it intact. */
const LOCAL: ReadonlySet<string> = new Set([
  "BAD_COLLECTION_TYPE",
  "BAD_DQ_ESCAPE",
  "BAD_SCALAR_START",
  "MULTIPLE_ANCHORS",
  "MULTIPLE_TAGS",
  "TAG_RESOLVE_FAILED",
]);

/**
 * Reports the faults that the library found, at most one for each line, because after one slip the library misreads everything that follows.
 * @returns the number of faults that make the structure uncertain
 */
export function reportFaults(document: Document, source: SourceText, report: Report): number {
  const faults = faultsOf(document, source.text);
  const lines = new Set<number>();
  const seen = new Set<string>();
  let structural = 0;
  let tabs = 0;
  let outOfLine = false;
  let mapEnd = 0;
  for (const fault of faults) {
    const local = LOCAL.has(fault.code);
    if (!local) structural++;
    const tab = tabBefore(source, fault.start);
    if (tab !== null) tabs++;
    else if (!local && (tabs > 0 || fault.start < mapEnd)) continue; // the neighbours of a line with a tab only seem misaligned
    const above = tab === null ? mapBelowValue(fault, source) : null;
    if (above) {
      report(yamlSyntax, above.start, above.end, { cause: "value-above-map", key: above.key });
      ({ mapEnd } = above);
      lines.add(source.positionOf(above.start).line);
      outOfLine = true;
      continue;
    }
    // one misaligned line makes its neighbours seem misaligned, too
    if (tab === null && fault.code === "BAD_INDENT" && !UNCLOSED_MESSAGE.test(fault.message)) {
      if (outOfLine) continue;
      outOfLine = true;
    }
    const here = `${fault.code} ${source.positionOf(fault.start).line}`;
    if (tab === null && seen.has(here)) continue; // skips a second fault at the place of an earlier one
    seen.add(here);
    const told = lines.size < MAX_PROBLEMS; // finding the place visits the whole document, so it is skipped for faults that are only counted
    const ofLine = tab === null && told ? faultOfLine(fault, source) : null;
    const place = tab !== null ? { start: tab, end: tab + 1 } : (ofLine ?? (told ? placeFault(fault, document, source) : fault));
    const { line } = source.positionOf(place.start);
    if (lines.has(line)) continue;
    lines.add(line);
    const rest = restOfLine(source, place.start);
    const key = keyWithoutColon(fault.code, rest);
    // the lines below a key without its colon, and below a dash without its space, seem misaligned
    if (key !== null || ofLine?.cause === "no-space-after-dash") outOfLine = true;
    if (tab !== null) report(yamlTab, place.start, place.end, {});
    else if (ofLine) report(yamlSyntax, place.start, place.end, { cause: ofLine.cause });
    else reportFault({ fault, rest, key }, place, source, report);
    if (tab === null && (UNCLOSED.test(fault.message) || UNOPENED.test(fault.message))) break; // everything after it is misread
  }
  return structural;
}

function faultsOf(document: Document, text: string): SyntaxFault[] {
  const { length } = text;
  const faults = [...document.errors, ...document.warnings]
    .filter(({ code }) => code !== "BAD_DIRECTIVE")
    .map(({ code, message, pos: [start, end] }) => ({ code, message, start: clamp(start, length), end: clamp(end, length) }))
    .sort((a, b) => a.start - b.start);
  return withoutUnclosedEscapes(faults, text);
}

/** Returns the faults without the wrong escapes of texts whose double quote is never closed, which is the fault to mend first. */
function withoutUnclosedEscapes(faults: SyntaxFault[], text: string): SyntaxFault[] {
  let opensAt = Number.POSITIVE_INFINITY;
  return faults
    .reverse()
    .filter(({ code, message, start }) => {
      if (message.includes('closing "quote')) opensAt = lastQuote(text, start);
      return code !== "BAD_DQ_ESCAPE" || start < opensAt;
    })
    .reverse();
}

/** Returns the offset of the last double quote before `end` that no backslash escapes. */
function lastQuote(text: string, end: number): number {
  let at = text.lastIndexOf('"', end - 1);
  while (at > 0 && isEscaped(text, at)) at = text.lastIndexOf('"', at - 1);
  return at;
}

function clamp(offset: number, length: number): number {
  return Math.max(0, Math.min(offset, length));
}

/** Returns the line of an offset, from the offset on. */
function restOfLine(source: SourceText, offset: number): string {
  const { line, column } = source.positionOf(offset);
  return source.line(line).slice(column - 1);
}

/** A fault with the line from its place on, and the key that lacks its colon there; null for any other fault. */
interface Located {
  readonly fault: SyntaxFault;
  readonly rest: string;
  readonly key: string | null;
}

function reportFault({ fault, rest, key }: Located, place: Range, source: SourceText, report: Report): void {
  const keys = keysOfLine(fault.code, source.line(source.positionOf(place.start).line));
  if (fault.code === "RESOURCE_EXHAUSTION") {
    report(tooDeep, place.start, place.end, { most: MAX_DEPTH });
  } else if (isTag(fault)) {
    report(yamlTag, place.start, place.end, {});
  } else if (key !== null) {
    report(yamlSyntax, place.start, place.end, { cause: "no-colon", key });
  } else if (keys) {
    report(yamlSyntax, place.start, place.end, keys);
  } else if (fault.code !== "BAD_DQ_ESCAPE" || !reportEscapedPath(source, place.start, place.end, report)) {
    const bracket = UNCLOSED_MESSAGE.test(fault.message) ? openBracket(source, place.start) : null;
    const cause = bracket?.cause ?? causeOf(fault, rest);
    const fix = cause === "escape" ? singleQuotes(source, place.start, place.end) : {};
    report(yamlSyntax, place.start, place.end, { cause }, { ...fix, ...bracket?.related });
  }
}

/** Returns the offset of the tab after the leading spaces of the line of `offset`; null if no tab is there. */
function tabBefore(source: SourceText, offset: number): number | null {
  const { line } = source.positionOf(offset);
  let i = source.lineStarts[line - 1] ?? 0;
  while (source.text[i] === " ") i++;
  return source.text[i] === "\t" ? i : null;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the range in which a person would look for the fault: for an unclosed text and for a wrong escape, the value that begins further up. */
function placeFault(fault: SyntaxFault, document: Document, source: SourceText): Range {
  if (/closing .quote/.test(fault.message)) {
    const open = findNode(document, (node, start, end) => isScalar(node) && end === fault.start && start < end);
    if (open) return { start: open.start, end: open.start + 1 };
  }
  if (UNCLOSED_MESSAGE.test(fault.message)) {
    const isOpen = (node: Node, start: number) =>
      isCollection(node) && node.flow === true && start < fault.start && openBracket(source, start) !== null;
    const open = findNode(document, isOpen);
    if (open) return { start: open.start, end: open.start + 1 };
  }
  if (fault.code === "BAD_DQ_ESCAPE") {
    const value = findNode(document, (node, start, end) => isScalar(node) && start <= fault.start && fault.start < end);
    if (value) return value;
  }
  return firstLine(fault, source);
}

/** Returns the column in which the text of a line starts, counted from 0; null for an empty line and a comment. */
function indentOf(source: SourceText, line: number): number | null {
  const column = source.line(line).search(/[^ ]/);
  return column < 0 || source.line(line)[column] === "#" ? null : column;
}

/** Returns the closest line from `from` on, upwards (-1) or downwards (1), that `takes` accepts by column and text; null if there is none. */
function findLine(source: SourceText, from: number, step: 1 | -1, takes: (column: number, text: string) => boolean) {
  for (let line = from; line > 0 && line <= source.lineStarts.length; line += step) {
    const column = indentOf(source, line);
    if (column !== null && takes(column, source.line(line).slice(column))) return { line, column };
  }
  return null;
}

/** Returns true if an empty line is above a line and the comments that belong to it. */
function isAfterEmptyLine(source: SourceText, line: number): boolean {
  let above = line - 1;
  while (/^ *#/.test(source.line(above))) above--;
  return above > 0 && source.line(above).trim() === "";
}

/** Returns the cause that the lines around a fault show, with its place: a dash without its space, or a key out of line; else null. */
function faultOfLine(fault: SyntaxFault, source: SourceText): (Range & { readonly cause: SyntaxCause }) | null {
  if (LOCAL.has(fault.code) || UNCLOSED.test(fault.message)) return null;
  const { line } = source.positionOf(fault.start);
  const column = source.line(line).search(/[^ ]/);
  const start = (source.lineStarts[line - 1] ?? 0) + column;
  if (isDashWithoutSpace(source.line(line).slice(column))) return { start, end: start + 1, cause: "no-space-after-dash" };
  const left = keyTooFarLeft(fault, source);
  if (left) return { ...left, cause: "too-far-left" };
  const right = keyTooFarRight(fault, source);
  return right && { ...right, cause: "too-far-right" };
}

/**
 * Returns the key that starts further left than the lines below it, and separates them from the map above, if it explains a fault; else
 * null. The library reports the value of the key, or a line below it. After an empty line a key starts something new, and is not returned.
 */
function keyTooFarLeft({ code, start }: SyntaxFault, source: SourceText): Range | null {
  if (!/^(BAD_INDENT|BLOCK_AS_IMPLICIT_KEY|MULTILINE_IMPLICIT_KEY)$/.test(code)) return null;
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
 * Returns the value on the line of a key whose map is on the lines below, if it explains a fault; else null. `mapEnd` is the offset at which
 * the map ends.
 */
function mapBelowValue({ code, message, start }: SyntaxFault, source: SourceText) {
  if (!/^(BAD_INDENT|BLOCK_AS_IMPLICIT_KEY|MULTILINE_IMPLICIT_KEY)$/.test(code) || UNCLOSED.test(message)) return null;
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

/** Returns the range of the key with which a line begins; null if it begins with none. */
function keyAt(source: SourceText, { line, column }: { readonly line: number; readonly column: number }): Range | null {
  const [text = ""] = /^[\w.-]+(?=:(?:[ \t]|$))/.exec(source.line(line).slice(column)) ?? [];
  const start = (source.lineStarts[line - 1] ?? 0) + column;
  return text === "" ? null : { start, end: start + text.length };
}

/**
 * Returns the first key of a map if it starts further right than the line below it, at which the library reports the fault; else null. The
 * key is the one out of line if it is alone in its column and the line below is not.
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

/** Returns the range of a fault, cut at the end of its first line with text. */
function firstLine(fault: SyntaxFault, source: SourceText): Range {
  const { line } = source.positionOf(fault.start);
  const text = fault.code === "BAD_INDENT" && indentOf(source, line) === null ? findLine(source, line, 1, () => true) : null;
  const start = source.lineStarts[(text?.line ?? 0) - 1];
  if (start !== undefined) return { start, end: start + (text?.column ?? 0) };
  const end = source.text.slice(fault.start, fault.end).search(/[\r\n]/);
  return { start: fault.start, end: end < 0 ? fault.end : fault.start + end };
}

/** Returns the range of the last, innermost node that the predicate accepts; null if it accepts none. */
function findNode(document: Document, takes: (node: Node, start: number, end: number) => boolean): Range | null {
  let found: Range | null = null;
  visit(document, {
    Node(_, node) {
      const [start, end] = node.range ?? [0, 0];
      if (takes(node, start, end)) found = { start, end };
    },
  });
  return found;
}
