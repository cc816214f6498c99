import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { headerOf, type Level } from "./header.ts";

/** A record of a log: its header with what comes after it, or one message of a text without headers. */
export interface LogRecord {
  /** Of its first line, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
  /** All of it without the header's time and level, which are no part of the message; lines as in `lines`. */
  readonly text: string;
  /** As the header's column says it; null where there is no header. */
  readonly level: Level | null;
  /** As it stands there; null where no time does. */
  readonly at: string | null;
}

/** More bytes of a line are not looked at; nobody writes a message of that length. */
export const LONGEST_LINE = 64 * 1024;
/** A longer record is a dump; what it is about stands in its beginning. */
const MOST_LINES = 200;
const MOST_BYTES = 64 * 1024;

const WINDOWS = new TextDecoder("windows-1252");

/** Without the last bytes of a character whose end was cut off. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 3 && ((bytes[end - 1] as number) & 0xc0) === 0x80) end--;
  return end > 0 && (bytes[end - 1] as number) >= 0xc0 ? bytes.subarray(0, end - 1) : bytes;
}

/** A line's text: what is no UTF-8 is Windows-1252, line by line, since programs of both kinds may write to one log. */
export function lineText(line: Buffer): string {
  if (isUtf8(line)) return line.toString("utf8");
  if (line.length === LONGEST_LINE) {
    const whole = wholeCharacters(line);
    if (isUtf8(whole)) return whole.toString("utf8");
  }
  return WINDOWS.decode(line);
}

/** The first lines of a record as bytes, as many as are looked at. */
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

  /** In memory of their own, before the buffer is filled again. */
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
