import { isCollection, visit, type Document } from "yaml";
import { closingOf } from "./brackets.ts";
import { beginsValue, endOfQuoted } from "./quotes.ts";
import { colonAfter, type SyntaxFault, UNCLOSED_SIGN } from "./syntax-causes.ts";
import type { LineFault } from "./syntax-lines.ts";
import type { SourceText } from "./text.ts";

/** The last item inside a bracket that is not yet closed at some offset of a text. */
interface OpenItem {
  readonly bracket: string;
  start: number;
  hasColon: boolean;
}

/** Error codes that the yaml library can give to a missing comma or colon inside brackets. */
const CODES: ReadonlySet<string> = new Set([
  "BLOCK_IN_FLOW",
  "MULTILINE_IMPLICIT_KEY",
  "MISSING_CHAR",
  "UNEXPECTED_TOKEN",
  "NON_STRING_KEY",
]);

/** Returns the place and cause of a missing colon or comma inside brackets, if it explains a fault of the yaml library; otherwise null. */
export function faultInBrackets({ code, message, start }: SyntaxFault, document: Document, source: SourceText): LineFault | null {
  if (!CODES.has(code) || UNCLOSED_SIGN.test(message)) return null;
  const { text } = source;
  const open = outermostBracket(document, start);
  const item = open === null ? null : itemAt(text, open, start);
  if (!item) return null;
  if (code === "NON_STRING_KEY") return commaBehindBrackets(source, start);
  if (item.bracket === "{" && !item.hasColon) {
    const [, before = "", key] = /^(\s*)("[^"]*"|'[^']*'|[\w.-]+)\s+$/.exec(text.slice(item.start, start)) ?? [];
    return key === undefined ? null : colonAfter(key, item.start + before.length);
  }
  if (code === "UNEXPECTED_TOKEN")
    return /\s["'\w{[]/.test(text.slice(start - 1, start + 1)) ? { start, end: start + 1, cause: "missing-comma" } : null;
  return code === "MISSING_CHAR" ? null : commaBeforeKey(text, start);
}

/** Returns the offset of the last opening bracket before `offset` that is inside no other bracket; null if there is none. */
function outermostBracket(document: Document, offset: number): number | null {
  let found: number | null = null;
  visit(document, {
    Collection(_, node) {
      const [start] = node.range ?? [offset];
      if (!isCollection(node) || node.flow !== true) return undefined;
      if (start < offset) found = start;
      return visit.SKIP;
    },
  });
  return found;
}

const isColon = (text: string, at: number): boolean => text[at] === ":" && /[\s,[\]{}]/.test(text[at + 1] ?? " ");

/** Returns the last item of the innermost bracket between the offsets `from` and `end` that is not closed before `end`; null if none is. */
function itemAt(text: string, from: number, end: number): OpenItem | null {
  const open: OpenItem[] = [];
  for (let at = from; at < end; at++) {
    const sign = text[at] ?? "";
    const item = open.at(-1);
    if ((sign === '"' || sign === "'") && beginsValue(text, at)) at = endOfQuoted(text, at);
    else if (sign === "#" && /\s/.test(text[at - 1] ?? " ")) at = endOfLine(text, at);
    else if (sign === "[" || sign === "{") open.push({ bracket: sign, start: at + 1, hasColon: false });
    else if (sign === "]" || sign === "}") open.pop();
    else if (item && sign === ",") [item.start, item.hasColon] = [at + 1, false];
    else if (item && isColon(text, at)) item.hasColon = true;
  }
  return open.at(-1) ?? null;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Returns the fault that a key follows a value inside brackets without a comma between them; null if a comma or a bracket follows. */
function commaBeforeKey(text: string, from: number): LineFault | null {
  let start = from;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (isColon(text, at)) return start === from ? null : { start, end: at, cause: "missing-comma" };
    if (/[,[\]{}]/.test(sign)) return null;
    if (/\s/.test(sign)) start = at + 1;
    else if ((sign === '"' || sign === "'") && at === start) at = endOfQuoted(text, at);
    else if (sign === "#" && at === start) at = endOfLine(text, at) - 1;
  }
  return null;
}

/** Returns the fault that a comma is missing behind the brackets that open at `open`; null if no item follows them, or for `{{`. */
function commaBehindBrackets(source: SourceText, open: number): LineFault | null {
  const { text } = source;
  const close = text.startsWith("{{", open) ? null : closingOf(source, open);
  for (let at = (close ?? text.length) + 1; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "#") at = endOfLine(text, at);
    else if (sign.trim() !== "") return /["'\w{[]/.test(sign) ? { start: at, end: at + 1, cause: "missing-comma" } : null;
  }
  return null;
}
