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

/** The pattern of the yaml library's messages for a closing bracket that no bracket opens; it misreads everything after it. */
const UNOPENED = /flow-(?:map|seq)-end/;

/**
 * Reports the errors that the yaml library found in a document, at most one for each line, because one mistake of the author can cause many
 * errors in the text after it.
 * @returns the number of errors that make the structure of the document uncertain
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
    else if (!local && (tabs > 0 || fault.start < mapEnd)) continue; // errors after a tab or inside a reported map are its consequences
    const above = tab === null ? mapBelowValue(fault, source) : null;
    if (above) {
      report(yamlSyntax, above.start, above.end, { cause: "value-above-map", key: above.key });
      ({ mapEnd } = above);
      lines.add(source.positionOf(above.start).line);
      outOfLine = true;
      continue;
    }
    // after one misaligned line, the yaml library also reports the correct lines next to it
    if (tab === null && fault.code === "BAD_INDENT" && !UNCLOSED_MESSAGE.test(fault.message)) {
      if (outOfLine) continue;
      outOfLine = true;
    }
    const here = `${fault.code} ${source.positionOf(fault.start).line}`;
    if (tab === null && seen.has(here)) continue; // skips a second error with the same code on the line
    seen.add(here);
    const told = lines.size < MAX_PROBLEMS; // placeFault visits the whole document, so it is not called for problems that are only counted
    const ofLine = tab === null && told ? (faultOfLine(fault, source) ?? faultInBrackets(fault, document, source)) : null;
    const place = tab !== null ? { start: tab, end: tab + 1 } : (ofLine ?? (told ? placeFault(fault, document, source) : fault));
    const { line } = source.positionOf(place.start);
    if (lines.has(line) && UNOPENED.test(fault.message)) break;
    if (lines.has(line)) continue;
    lines.add(line);
    const rest = restOfLine(source, place.start);
    const key = keyWithoutColon(fault.code, rest);
    // the yaml library reports the correct lines below a key without its colon, and below a wrong dash, as misaligned
    if (key !== null || /dash$/.test(ofLine?.cause ?? "")) outOfLine = true;
    if (tab !== null) report(yamlTab, place.start, place.end, {});
    else if (ofLine)
      report(yamlSyntax, place.start, place.end, { cause: ofLine.cause, key: ofLine.key ?? "" }, ofLine.circumstances);
    else reportFault({ fault, rest, key }, place, source, report);
    // the yaml library misreads everything after an error of one of these kinds, so no further error is reported
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

/** Returns the errors without those about escapes in a text whose double quote is never closed: the author must close the quote first. */
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

/** Returns the offset of the last double quote before the offset `end` that no backslash escapes. */
function lastQuote(text: string, end: number): number {
  let at = text.lastIndexOf('"', end - 1);
  while (at > 0 && isEscaped(text, at)) at = text.lastIndexOf('"', at - 1);
  return at;
}

function clamp(offset: number, length: number): number {
  return Math.max(0, Math.min(offset, length));
}

/** Returns the rest of the line of an offset, from the offset on. */
function restOfLine(source: SourceText, offset: number): string {
  const { line, column } = source.positionOf(offset);
  return source.line(line).slice(column - 1);
}

/** An error of the yaml library, the rest of its line from the error on, and the key that lacks its colon there (null if none does). */
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

/** Returns the offset of the first character that is no space on the line of `offset`, if it is a tab; otherwise null. */
function tabBefore(source: SourceText, offset: number): number | null {
  const { line } = source.positionOf(offset);
  let i = source.lineStarts[line - 1] ?? 0;
  while (source.text[i] === " ") i++;
  return source.text[i] === "\t" ? i : null;
}

/** Returns the range to report for an error: the unclosed opening quote or bracket, the value with a bad escape, or `firstLine`. */
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
 * Returns the range of an error up to the end of its first line. If the error is wrong indentation and its line is empty or a comment,
 * returns the indentation of the next line with text.
 */
function firstLine(fault: SyntaxFault, source: SourceText): Range {
  const { line } = source.positionOf(fault.start);
  const text = fault.code === "BAD_INDENT" && indentOf(source, line) === null ? findLine(source, line, 1, () => true) : null;
  const start = source.lineStarts[(text?.line ?? 0) - 1];
  if (start !== undefined) return { start, end: start + (text?.column ?? 0) };
  const end = source.text.slice(fault.start, fault.end).search(/[\r\n]/);
  return { start: fault.start, end: end < 0 ? fault.end : fault.start + end };
}

/** Returns the range of the last YAML node, in document order, that `takes` accepts; null if it accepts none. */
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
