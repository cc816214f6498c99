import type { Position, Range } from "vscode-languageserver";
import type { Place } from "../../kernel/index.ts";

/** The protocol counts lines and UTF-16 units from 0, a person from 1 (src/kernel/diagnostic/place.ts). */
export const rangeOf = ({ line, column, endLine, endColumn }: Place): Range => ({
  start: { line: line - 1, character: column - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
});

export const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const before = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.character < b.character);

/** True when a position lies in a range or at its end, where a person's cursor stands after typing. */
export const contains = ({ start, end }: Range, at: Position): boolean => !before(at, start) && !before(end, at);

/** True when two ranges have something in common; a cursor between two characters is a range, too. */
export const touches = (a: Range, b: Range): boolean => !before(a.end, b.start) && !before(b.end, a.start);
