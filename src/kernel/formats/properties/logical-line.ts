/** The separator of key and value: none, spaces alone, or '=' or ':' (with or without spaces). */
export type Separator = "none" | "space" | "sign";

/**
 * One logical line that is an entry, as offsets into the ISO-8859-1 view (one unit for each byte). Comments and blank lines are not entries.
 * start <= keyStart <= keyEnd <= separatorEnd <= valueStart <= valueEnd <= contentEnd <= end. Continuations between two parts belong to neither.
 */
export interface LogicalLine {
  /** Offset of the line's first byte, indentation included. */
  readonly start: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly separator: Separator;
  /** Offset after the last character of the separator between key and value. */
  readonly separatorEnd: number;
  readonly valueStart: number;
  /** Offset after the value's last character; a continuation with nothing after it is not part of the value. */
  readonly valueEnd: number;
  /** Offset of the last line terminator. */
  readonly contentEnd: number;
  /** Offset after the last line terminator. */
  readonly end: number;
  /** Number of the first physical line, from 1. */
  readonly line: number;
  readonly endLine: number;
  /** True if the key contains a backslash; without one its spelling is the key itself. */
  readonly keyEscaped: boolean;
  readonly valueEscaped: boolean;
  /** True if the file ends on a continuation of this line, which Java drops. */
  readonly dangling: boolean;
}
