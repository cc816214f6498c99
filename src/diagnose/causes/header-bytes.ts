import type { Header } from "./header.ts";

/*
 * Decides by bytes whether a line begins with a log header: most lines of a log have the format of the line before and need no regular
 * expression. Every result but UNSURE agrees with `headerOf`; for UNSURE, the caller has to call `headerOf`.
 */

export const NONE = 0;
export const ERROR = 1;
export const OTHER = 2;
export const UNSURE = 3;

const table = (text: string): Uint8Array => {
  const flags = new Uint8Array(256);
  for (const byte of Buffer.from(text)) flags[byte] = 1;
  return flags;
};

const SPACE = " \t\n\v\f\r";
const BEFORE_BRACKET = table(`${SPACE}|,:-`);
const BEFORE_LEVEL = table(`${SPACE}|,:[(<-`);
const AFTER_LEVEL = table(`${SPACE}:|])>,-`);
const DIGIT = table("0123456789");
const MAY_BEGIN_TIME = table("0123456789[(T,");
const MAY_FOLLOW = table("0123456789T, ");

const ERRORS = ["ERROR", "FATAL", "CRITICAL", "SEVERE", "SCHWERWIEGEND", "FEHLER", "GRAVE", "ERREUR"];
const SMALL_ERRORS = new Set(["error", "crit", "alert", "emerg", "fatal"]);
const SMALL_OTHERS = new Set([
  "trace",
  "debug",
  "info",
  "notice",
  "warn",
  "warning",
  ...[..."012345678"].map((digit) => `trace${digit}`),
  "trace9",
]);
const OTHERS = [
  "INFO",
  "DEBUG",
  "TRACE",
  "WARN",
  "WARNING",
  "WARNUNG",
  "AVERTISSEMENT",
  "INFORMATION",
  "INFOS",
  "NOTICE",
  "CONFIG",
  "FINE",
  "FINER",
  "FINEST",
];
const WORDS: readonly Uint8Array[] = [...ERRORS, ...OTHERS].map((word) => Buffer.from(word));

function wordAt(bytes: Uint8Array, from: number, to: number): number {
  for (let w = 0; w < WORDS.length; w++) {
    const word = WORDS[w] as Uint8Array;
    if (word.length !== to - from || word[0] !== bytes[from]) continue;
    let i = 1;
    while (i < word.length && word[i] === bytes[from + i]) i++;
    if (i === word.length) return w < ERRORS.length ? ERROR : OTHER;
  }
  return NONE;
}

const isSmall = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f || DIGIT[byte] === 1;

/** Returns the kind of a level in lower case and brackets, with or without the name of a module before it: [error], [ssl:error]. */
function smallLevelAt(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  const last = Math.min(end, from + 33);
  while (at < last && (isSmall(bytes[at] as number) || bytes[at] === 0x3a)) at++;
  if (at >= end || bytes[at] !== 0x5d) return NONE;
  const [word = "", module, ...more] = Buffer.from(bytes.subarray(from, at)).toString("latin1").split(":").reverse();
  if (more.length > 0 || module === "" || (module !== undefined && module.length > 24)) return NONE;
  return SMALL_ERRORS.has(word) ? ERROR : SMALL_OTHERS.has(word) ? OTHER : NONE;
}

/** Returns the kind of the log level after up to eight separators: NONE if there is no level, UNSURE at a byte beyond ASCII. */
function levelAt(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && at - from < 8 && BEFORE_LEVEL[bytes[at] as number] === 1) at++;
  const start = at;
  if (at > from && bytes[at - 1] === 0x5b && isSmall(bytes[at] as number)) return smallLevelAt(bytes, at, end);
  while (at < end && (bytes[at] as number) >= 0x41 && (bytes[at] as number) <= 0x5a) at++;
  const kind = at === start ? NONE : wordAt(bytes, start, at);
  const next = at < end ? (bytes[at] as number) : 0x20;
  if (kind !== NONE) return next >= 0x80 ? UNSURE : AFTER_LEVEL[next] === 1 ? kind : NONE;
  return at === start && at < end && next >= 0x80 ? UNSURE : NONE;
}

/** Returns the kind of the log level at `from`, with or without a thread name in brackets before it. */
function columnAt(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && at - from < 8 && BEFORE_BRACKET[bytes[at] as number] === 1) at++;
  if (bytes[at] === 0x5b && at < end) {
    const last = Math.min(end, at + 122);
    let close = at + 1;
    while (close < last && bytes[close] !== 0x5d && (bytes[close] as number) < 0x80) close++;
    if (close < last && bytes[close] !== 0x5d) return UNSURE;
    const kind = close < last ? levelAt(bytes, close + 1, end) : NONE;
    if (kind !== NONE) return kind;
  }
  return levelAt(bytes, from, end);
}

/** Returns whether a header's time ends at `at`: the next bytes begin another column, not AM, PM or a zone offset. */
function timeEndsAt(bytes: Uint8Array, at: number): boolean {
  const last = bytes[at - 1];
  const next = bytes[at] as number;
  const second = bytes[at + 1] as number;
  const third = bytes[at + 2] as number;
  if (last === 0x5d || last === 0x29 || next === 0x09 || next === 0x7c || next === 0x5b) return true;
  if (next !== 0x20 || second >= 0x80 || second === 0x5a) return false;
  if (second === 0x41 || second === 0x50) return third !== 0x4d; // AM or PM still belongs to the record's time
  return (second !== 0x2b && second !== 0x2d) || DIGIT[third] === 0; // a zone offset such as +0200 still belongs to the time
}

/** A recognizer of log headers by the format of the last header's time. */
export class HeaderBytes {
  /** Bytes of the last header's time, with 0 in place of every digit. */
  #time: Uint8Array = new Uint8Array();

  /** Remembers the time format of a line that `headerOf` parsed; the next header usually has the same format. */
  learn(bytes: Uint8Array, from: number, { time }: Header): void {
    const seen = bytes.slice(from, from + time);
    if (time > 0 && !seen.some((byte) => byte >= 0x80)) this.#time = seen.map((byte) => (DIGIT[byte] === 1 ? 0 : byte));
  }

  kind(bytes: Uint8Array, from: number, end: number): number {
    if (from >= end) return NONE;
    const first = bytes[from] as number;
    if (first >= 0x80 || (first >= 0x61 && first <= 0x7a && bytes[from + 4] === 0x3a && bytes[from + 5] === 0x20)) return UNSURE;
    if (MAY_BEGIN_TIME[first] === 0) return columnAt(bytes, from, end);
    const time = this.#time.length;
    if (this.#isTime(bytes, from, end)) return timeEndsAt(bytes, from + time) ? columnAt(bytes, from + time, end) : UNSURE;
    const bracket = first === 0x5b || first === 0x28 || first === 0x54;
    return bracket && from + 1 < end && MAY_FOLLOW[bytes[from + 1] as number] === 0 ? columnAt(bytes, from, end) : UNSURE;
  }

  #isTime(bytes: Uint8Array, from: number, end: number): boolean {
    const time = this.#time;
    if (time.length === 0 || from + time.length >= end) return false;
    for (let i = 0; i < time.length; i++) {
      const byte = bytes[from + i] as number;
      if (time[i] === 0 ? DIGIT[byte] === 0 : byte !== time[i]) return false;
    }
    return true;
  }
}
