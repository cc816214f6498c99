/** How a key is parted from its value: not at all, by spaces alone, or by '=' or ':' (with or without spaces). */
export type Separator = "none" | "space" | "sign";

/**
 * One logical line that makes an entry, as offsets into the ISO-8859-1 view (one unit a byte). Comments and blank lines make none.
 * start <= keyStart <= keyEnd <= separatorEnd <= valueStart <= valueEnd <= contentEnd <= end. Continuations between two parts belong to neither.
 */
export interface LogicalLine {
  /** First byte, indentation included. */
  readonly start: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly separator: Separator;
  /** After the last character of the separator itself. */
  readonly separatorEnd: number;
  readonly valueStart: number;
  /** After the value's last character: a continuation that nothing follows is not part of it. */
  readonly valueEnd: number;
  /** Where the last line terminator begins. */
  readonly contentEnd: number;
  /** After the last line terminator. */
  readonly end: number;
  /** 1-based physical lines. */
  readonly line: number;
  readonly endLine: number;
  /** Whether a backslash stands in it: without one it is spelt as it reads. */
  readonly keyEscaped: boolean;
  readonly valueEscaped: boolean;
  /** True when the file ends on a continuation of this line, which Java drops. */
  readonly dangling: boolean;
}
