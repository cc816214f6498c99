/** The separator of key and value in a properties file: none, only spaces, or '=' or ':' (with or without spaces). */
export type Separator = "none" | "space" | "sign";

/**
 * One logical line of a properties file that is an entry (key and value), as byte offsets. Comments and blank lines are not entries.
 * start <= keyStart <= keyEnd <= separatorEnd <= valueStart <= valueEnd <= contentEnd <= end. A continuation between key, separator and
 * value belongs to none of them.
 */
export interface LogicalLine {
  /** The offset of the line's first byte, indentation included. */
  readonly start: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly separator: Separator;
  /** The offset after the last character of the separator between key and value. */
  readonly separatorEnd: number;
  readonly valueStart: number;
  /** The offset after the value's last character; a continuation with nothing after it is not part of the value. */
  readonly valueEnd: number;
  /** The offset of the line end that ends the logical line. */
  readonly contentEnd: number;
  /** The offset after the line end that ends the logical line. */
  readonly end: number;
  /** The number of the first physical line, from 1; `endLine` is that of the last one. */
  readonly line: number;
  readonly endLine: number;
  /** True if the spelling of the key contains a backslash, so that it must be decoded. */
  readonly keyEscaped: boolean;
  readonly valueEscaped: boolean;
  /** True if the file ends with a continuation of this line, which Java ignores. */
  readonly dangling: boolean;
}
