import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { headerOf, type Level } from "./header.ts";

/** A log record: a header line with the lines that follow it, or one message of a log without headers. */
export interface LogRecord {
  /** Number of the record's first line in the log, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
  /** The whole record without the time and level of its header, with line ends as in `lines`. */
  readonly text: string;
  /** The level in the log record's header; null if the record has no header. */
  readonly level: Level | null;
  /** The record's timestamp as written in the log; null if there is none. */
  readonly at: string | null;
}

/** Number of bytes of a line that are read; the rest is ignored, as no message is longer. */
export const LONGEST_LINE = 64 * 1024;
/** Largest number of lines and bytes of a log record that are read; longer ones are dumps, which say at the beginning what they contain. */
const MOST_LINES = 200;
const MOST_BYTES = 64 * 1024;

const WINDOWS = new TextDecoder("windows-1252");

/** Returns the bytes without an incomplete UTF-8 character at the end. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 3 && ((bytes[end - 1] as number) & 0xc0) === 0x80) end--;
  return end > 0 && (bytes[end - 1] as number) >= 0xc0 ? bytes.subarray(0, end - 1) : bytes;
}

/**
 * Decodes a log line as UTF-8, or as Windows-1252 if it is not valid UTF-8. Each line is decoded by itself because programs of both kinds
 * can write to one log.
 */
export function lineText(line: Buffer): string {
  if (isUtf8(line)) return line.toString("utf8");
  if (line.length === LONGEST_LINE) {
    const whole = wholeCharacters(line);
    if (isUtf8(whole)) return whole.toString("utf8");
  }
  return WINDOWS.decode(line);
}

/** The first lines of a log record as bytes, up to MOST_LINES lines and MOST_BYTES bytes. */
export class RecordLines {
  #lines: Buffer[] = [];
  #bytes = 0;

  add(bytes: Buffer): void {
    if (this.#lines.length >= MOST_LINES || this.#bytes >= MOST_BYTES) return;
    const line = bytes.subarray(0, LONGEST_LINE);
    this.#lines.push(line);
    this.#bytes += line.length;
  }

  get full(): boolean {
    return this.#lines.length >= MOST_LINES || this.#bytes >= MOST_BYTES;
  }

  /** Copies the lines into separate memory, because the scanner fills its buffer again. */
  keep(): void {
    this.#lines = this.#lines.map((line) => Buffer.from(line));
  }

  record(line: number, hasHeader: boolean): LogRecord {
    const lines = this.#lines.map(lineText);
    const header = hasHeader ? headerOf(lines[0] ?? "") : null;
    const { level = null, at = null, length = 0 } = header ?? {};
    return { line, lines, text: lines.join("\n").slice(length), level, at };
  }
}
