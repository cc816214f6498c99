/**
 * A range in a text file: lines and columns are 1-based, columns are UTF-16 units, the end column is the one after the last character. `file` is
 * relative to the repository, with '/'.
 */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Returns the start of a file: the place of a finding about something that is missing. */
export function startOf(file: string): Place {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1 };
}
