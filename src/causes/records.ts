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

export type Level = "error" | "warning" | "other";

/** A longer one is a dump; what it is about stands in its beginning. */
const MOST_LINES = 200;
const MOST_CHARACTERS = 64 * 1024;

const TIME =
  /^[[(]?(?=[^\s]{0,3}\d)((?:\d{4}[-./]\d\d?[-./]\d\d?|\d\d?[-./ ][A-Za-z\d]{2,4}[-./ ]\d{2,4})?[T ,]{0,2}\d\d?:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?: ?(?:[AP]M|Z|[+-]\d\d:?\d\d))?)[\])]?/;
/** The level stands in its column: at the beginning, or after the time, the thread and the like. Java's own logger translates it. */
const LEVEL =
  /^(?:[\s|,:-]{0,8}\[[^\]]{0,120}\])?[\s|,:[(<-]{0,8}(TRACE|DEBUG|INFO|INFORMATION|NOTICE|CONFIG|FINE|FINER|FINEST|WARN|WARNING|WARNUNG|ERROR|FATAL|SEVERE|SCHWERWIEGEND|FEHLER)(?=[\s:|\])>,-]|$)/;

function levelOf(word: string): Level {
  if (/^(?:ERROR|FATAL|SEVERE|SCHWERWIEGEND|FEHLER)$/.test(word)) return "error";
  return /^WARN/.test(word) ? "warning" : "other";
}

interface Header {
  readonly level: Level;
  readonly at: string | null;
  /** Where the message may begin. */
  readonly length: number;
}

/** A line's head as a header; null for every other line, also one whose text speaks of an ERROR. */
export function headerOf(line: string): Header | null {
  const head = line.slice(0, 300);
  const time = TIME.exec(head);
  const before = time?.[0].length ?? 0;
  const level = LEVEL.exec(head.slice(before));
  return level && { level: levelOf(level[1] as string), at: time?.[1]?.trim() ?? null, length: before + level[0].length };
}

/** What belongs to the line above it: a frame of a stack, a cause, an indented line. */
const CONTINUES = /^(?:\s|at |Caused by:|Suppressed:|\.\.\. \d)/;

/** Puts lines together to records. */
export class Records {
  #line = 0;
  #lines: string[] = [];
  #from = 1;
  #length = 0;
  #header: Header | null = null;

  /** The record that this line ends, if it does. */
  add(line: string): LogRecord | null {
    this.#line++;
    const header = headerOf(line);
    const begins = header !== null || (this.#header === null && (line.trim() === "" || !CONTINUES.test(line)));
    const ended = begins ? this.end() : null;
    if (begins) {
      this.#from = this.#line;
      this.#header = header;
    }
    if (this.#lines.length < MOST_LINES && this.#length < MOST_CHARACTERS) {
      this.#lines.push(line);
      this.#length += line.length;
    }
    return ended;
  }

  /** The last one. */
  end(): LogRecord | null {
    const lines = this.#lines;
    const { level = null, at = null, length = 0 } = this.#header ?? {};
    this.#lines = [];
    this.#length = 0;
    if (lines.every((line) => line.trim() === "")) return null;
    return { line: this.#from, lines, text: lines.join("\n").slice(length), level, at };
  }
}
