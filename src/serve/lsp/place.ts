import type { Position, Range } from "vscode-languageserver";
import type { Place } from "../../kernel/index.ts";

/**
 * Converts a place to an LSP range: the protocol counts lines and UTF-16 units from 0, places count from 1
 * (src/kernel/diagnostic/place.ts).
 */
export const rangeOf = ({ line, column, endLine, endColumn }: Place): Range => ({
  start: { line: line - 1, character: column - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
});

export const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const before = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.character < b.character);

/** Returns whether a position is in a range or at its end, where the cursor is after typing. */
export const contains = ({ start, end }: Range, at: Position): boolean => !before(at, start) && !before(end, at);

/** Returns whether two ranges overlap or touch; a cursor between two characters is an empty range. */
export const touches = (a: Range, b: Range): boolean => !before(a.end, b.start) && !before(b.end, a.start);
