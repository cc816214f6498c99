import type { Related } from "../diagnostic/finding.ts";
import type { SyntaxCause } from "../diagnostics/repo/yaml-syntax.ts";
import { say } from "../diagnostic/text.ts";
import { beginsValue, endOfQuoted } from "./quotes.ts";
import type { SourceText } from "./text.ts";

/** The fault of an opening bracket: it is never closed, or a bracket of the other kind, with its place in `related`, closes it. */
interface OpenBracket {
  readonly cause: SyntaxCause;
  readonly related: { readonly related?: readonly Related[] };
}

/** Returns the fault of the opening bracket at an offset; null if a bracket of its kind closes it, or if no opening bracket is there. */
export function openBracket(source: SourceText, open: number): OpenBracket | null {
  const bracket = source.text[open];
  if (bracket !== "[" && bracket !== "{") return null;
  const at = closingOf(source, open);
  if (at === null) return { cause: bracket === "[" ? "open-square" : "open-brace", related: {} };
  if (source.text[at] === (bracket === "[" ? "]" : "}")) return null;
  const related = [{ message: say`the closing bracket`, place: source.placeOf(at, at + 1) }];
  return { cause: bracket === "[" ? "brace-for-square" : "square-for-brace", related: { related } };
}

/**
 * Returns the offset of the bracket, `]` or `}`, that closes the one at `open`; null if none does before the next line that is indented no
 * more than the line of `open`. Ignores brackets in quoted values and comments.
 */
export function closingOf(source: SourceText, open: number): number | null {
  const { text } = source;
  const end = endOfLines(source, open);
  let depth = 0;
  for (let at = open; at < end; at++) {
    const sign = text[at] ?? "";
    const isFirst = beginsValue(text, at);
    if (isFirst && (sign === '"' || sign === "'")) at = endOfQuoted(text, at);
    else if (isFirst && sign === "#") at = Math.max(at, text.indexOf("\n", at));
    else if (sign === "[" || sign === "{") depth++;
    else if ((sign === "]" || sign === "}") && --depth === 0) return at;
  }
  return null;
}

/** Returns the offset of the first line after that of `offset` that is indented no more than it and begins with no closing bracket. */
function endOfLines(source: SourceText, offset: number): number {
  const { line } = source.positionOf(offset);
  const indent = source.line(line).search(/\S/);
  for (let next = line + 1; next <= source.lineStarts.length; next++) {
    const text = source.line(next);
    const column = text.search(/\S/);
    if (column >= 0 && column <= indent && !/^[\]}]/.test(text.slice(column))) return source.lineStarts[next - 1] ?? 0;
  }
  return source.text.length;
}
