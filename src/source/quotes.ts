import type { Fix } from "../diagnostic/finding.ts";
import type { SourceText } from "./text.ts";

/**
 * A fix that writes a double-quoted value on one line in single quotes, so that its backslashes stand for themselves.
 * For review, because an escape may have been meant; none where the value holds a quote.
 */
export function inSingleQuotes(source: SourceText, start: number, end: number): { fix?: Fix } {
  const raw = source.text.slice(start, end);
  if (!/^"[^'"\r\n]*"$/.test(raw)) return {};
  const text = `'${raw.slice(1, -1)}'`;
  return { fix: { title: "put the value in single quotes", safe: false, edits: [{ place: source.placeOf(start, end), text }] } };
}
