import { isCollection, isScalar, visit, type Document, type Node } from "yaml";
import { tooDeep } from "../diagnostics/repo/too-deep.ts";
import { yamlSyntax } from "../diagnostics/repo/yaml-syntax.ts";
import { yamlTab } from "../diagnostics/repo/yaml-tab.ts";
import { yamlTag } from "../diagnostics/repo/yaml-tag.ts";
import { openBracket } from "./brackets.ts";
import { faultInBrackets } from "./flow-faults.ts";
import { MAX_DEPTH, MAX_PROBLEMS } from "./limits.ts";
import type { Report } from "./problem.ts";
import { isEscaped, reportEscapedPath, singleQuotes } from "./quotes.ts";
import {
  causeOf,
  isTag,
  keysOfLine,
  keyWithoutColon,
  LOCAL_CODES,
  UNCLOSED_SIGN,
  UNCLOSED_MESSAGE,
  type SyntaxFault,
} from "./syntax-causes.ts";
import { faultOfLine, findLine, indentOf, mapBelowValue, type Range } from "./syntax-lines.ts";
import type { SourceText } from "./text.ts";

/** Messages for a closing bracket that no bracket opens, after which the library misreads everything. */
const UNOPENED = /flow-(?:map|seq)-end/;

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
    const local = LOCAL_CODES.has(fault.code);
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
    const ofLine = tab === null && told ? (faultOfLine(fault, source) ?? faultInBrackets(fault, document, source)) : null;
    const place = tab !== null ? { start: tab, end: tab + 1 } : (ofLine ?? (told ? placeFault(fault, document, source) : fault));
    const { line } = source.positionOf(place.start);
    if (lines.has(line) && UNOPENED.test(fault.message)) break;
    if (lines.has(line)) continue;
    lines.add(line);
    const rest = restOfLine(source, place.start);
    const key = keyWithoutColon(fault.code, rest);
    // the lines below a key without its colon, and below a wrong dash, seem misaligned
    if (key !== null || /dash$/.test(ofLine?.cause ?? "")) outOfLine = true;
    if (tab !== null) report(yamlTab, place.start, place.end, {});
    else if (ofLine)
      report(yamlSyntax, place.start, place.end, { cause: ofLine.cause, key: ofLine.key ?? "" }, ofLine.circumstances);
    else reportFault({ fault, rest, key }, place, source, report);
    // everything after such a fault is misread
    if (ofLine?.cause === "closed-in-comment") return structural + 1;
    if (["UNEXPECTED_TOKEN", "NON_STRING_KEY"].includes(fault.code) && ofLine && /^(no-colon|missing-comma)/.test(ofLine.cause))
      break;
    if (tab === null && (UNCLOSED_SIGN.test(fault.message) || UNOPENED.test(fault.message))) break;
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

/**
 * Returns the range of a fault up to the end of its first line. For wrong indentation at a line without text, returns the indentation of
 * the next line with text.
 */
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
