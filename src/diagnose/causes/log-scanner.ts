import type { Anchors } from "./anchors.ts";
import { headerOf } from "./header.ts";
import { ERROR, HeaderBytes, NONE, OTHER, UNSURE } from "./header-bytes.ts";
import { LONGEST_LINE, type LogRecord, lineText, RecordLines } from "./log-record.ts";

const PIECE = 1024 * 1024;
const LF = 0x0a;
const CR = 0x0d;

/** Pattern of a line that continues the one above it: a stack frame, a nested cause or an indented line. */
const CONTINUES = /^(?:\s(?!\s?\d?\d:\d\d:\d\d \(\w)|at |Caused by:|Suppressed:|\.\.\. \d)/;
const MAY_CONTINUE = new Set(Buffer.from(" \t\v\faCS."));

/** Buffers of a log scanner for pieces of a log; those for the default piece size are reused for the next log. */
interface Room {
  readonly buffer: Buffer;
  readonly words: Int32Array;
  readonly stops: Int32Array;
}

/** The buffers of the last scanned log, kept for the next one because an archive can hold many thousand small logs. */
let spare: Room | null = null;

function roomFor(size: number): Room {
  const memory = new ArrayBuffer((size + 2 * LONGEST_LINE + 7) & ~3);
  const words = new Int32Array(memory);
  return { buffer: Buffer.from(memory), words, stops: new Int32Array(words.length) };
}

/**
 * A scanner that assembles the lines of a log into records and passes on the relevant ones: errors, and records with an anchor (a literal).
 * Other records are counted and never decoded. One buffer serves all pieces, so memory use does not depend on the size of the log.
 */
export class LogScanner {
  /** Number of records in the log, relevant or not. */
  records = 0;
  /** True if the log's records have headers with a level. */
  hasHeaders = false;
  /** Timestamps of the first and the last log record that have one, as written in the log. */
  first: string | null = null;
  last: string | null = null;
  readonly #room: Room;
  readonly #buffer: Buffer;
  readonly #words: Int32Array;
  readonly #stops: Int32Array;
  readonly #headers = new HeaderBytes();
  /** Number of bytes in the buffer that belong to a line whose end has not been read yet. */
  #open = 0;
  /** True while the scanner skips the rest of an overlong line. */
  #skips = false;
  /** Number of complete lines read. */
  #line = 0;
  /** Number of the first line of the record being assembled, buffer offset of its next line, and whether it contains an anchor. */
  #from = 1;
  #start = 0;
  #says = false;
  #isError = false;
  #isBlank = true;
  #kept = new RecordLines();
  /** Buffer offsets at which short anchors occur, and the index of the next one. */
  #short: number[] = [];
  #nextShort = 0;

  constructor(
    readonly anchors: Anchors,
    readonly found: (record: LogRecord) => void,
    /** Number of bytes of the log that are scanned at once. */
    readonly size = PIECE,
  ) {
    const room = (size === PIECE && spare) || roomFor(size);
    if (room === spare) spare = null; // a log that is read at the same time gets its own buffers
    this.#room = room;
    this.#buffer = room.buffer;
    this.#words = room.words;
    this.#stops = room.stops;
  }

  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += this.size) this.#piece(bytes.subarray(at, at + this.size));
  }

  end(): void {
    if (this.#open > 0) this.#piece(Uint8Array.of(LF));
    if (this.hasHeaders) this.last = this.#kept.record(this.#from, true).at ?? this.last ?? this.first;
    this.#close(0);
    if (this.size === PIECE) spare = this.#room;
  }

  #piece(bytes: Uint8Array): void {
    const piece = this.#skips ? this.#afterLongLine(bytes) : bytes;
    if (piece.length === 0) return;
    this.#buffer.set(piece, this.#open);
    const length = this.#open + piece.length;
    this.#buffer.fill(0x20, length, length + 4);
    this.#findShort(length);
    const rest = this.#scan(length);
    this.#carry(rest, length);
  }

  /** Returns the bytes after the end of the overlong line, or no bytes if the line does not end in this piece. */
  #afterLongLine(bytes: Uint8Array): Uint8Array {
    const [feed, carriage] = [bytes.indexOf(LF), bytes.indexOf(CR)];
    this.#skips = feed < 0 && carriage < 0;
    if (this.#skips) return bytes.subarray(bytes.length);
    return bytes.subarray(feed < 0 || (carriage >= 0 && carriage < feed) ? carriage : feed);
  }

  /** Moves the incomplete last line to the beginning of the buffer and copies the lines of the record being assembled. */
  #carry(rest: number, length: number): void {
    this.#keep(rest);
    this.#kept.keep();
    this.#start = 0;
    const long = length - rest > LONGEST_LINE;
    // a carriage return at the very end can have its line feed in the next piece
    const returns = this.#buffer[length - 1] === CR;
    const open = long ? LONGEST_LINE : length - rest;
    this.#buffer.copyWithin(0, rest, rest + open);
    if (long && returns) this.#buffer[LONGEST_LINE] = CR;
    this.#open = open + (long && returns ? 1 : 0);
    this.#skips = long && !returns;
  }

  #findShort(length: number): void {
    this.#short = [];
    this.#nextShort = 0;
    const text = this.#buffer.subarray(0, length);
    for (const anchor of this.anchors.short)
      for (let at = text.indexOf(anchor); at >= 0; at = text.indexOf(anchor, at + anchor.length)) this.#short.push(at);
    this.#short.push(length);
    this.#short.sort((a, b) => a - b);
  }

  /**
   * Reads all complete lines.
   * @returns The offset at which the incomplete last line begins.
   */
  #scan(length: number): number {
    const { anchors } = this;
    const buffer = this.#buffer;
    const words = this.#words;
    const stops = this.#stops;
    const count = anchors.stops(words, (length + 3) >> 2, stops);
    let from = 0;
    let says = false;
    for (let i = 0; i < count; i++) {
      const step = (stops[i] as number) * 4;
      says ||= anchors.holds(words, buffer, step, from, length);
      for (let at = step; at < step + 4; at++) {
        const byte = buffer[at] as number;
        if (byte > CR) continue;
        if (byte !== LF && (byte !== CR || at + 1 === length || buffer[at + 1] === LF)) continue;
        this.#endLine(from, byte === LF && at > from && buffer[at - 1] === CR ? at - 1 : at, at + 1, says);
        says = false;
        from = at + 1;
      }
    }
    return from;
  }

  #endLine(start: number, whole: number, next: number, anchored: boolean): void {
    const from = this.#line === 0 && isMarked(this.#buffer, start) ? start + 3 : start;
    const end = Math.min(whole, from + LONGEST_LINE);
    const says = this.#hasShort(next) || anchored;
    this.#line++;
    const kind = this.#kindOf(from, end);
    if (kind !== NONE || (!this.hasHeaders && this.#begins(from, end))) {
      this.#close(start);
      this.#from = this.#line;
      this.#start = from;
      this.hasHeaders ||= kind !== NONE;
      this.#isError = kind === ERROR;
      this.#isBlank = kind === NONE && this.#blank(from, end);
    } else {
      if (this.#line === 1) this.#start = from;
      this.#isBlank = false;
    }
    this.#says ||= says;
  }

  #hasShort(before: number): boolean {
    const first = this.#nextShort;
    while ((this.#short[this.#nextShort] as number) < before) this.#nextShort++;
    return this.#nextShort > first;
  }

  #kindOf(from: number, end: number): number {
    const kind = this.#headers.kind(this.#buffer, from, end);
    if (kind !== UNSURE) return kind;
    const header = headerOf(lineText(this.#buffer.subarray(from, end)));
    if (!header) return NONE;
    this.#headers.learn(this.#buffer, from, header);
    this.first ??= header.at;
    this.last = header.at ?? this.last;
    return header.level === "error" ? ERROR : OTHER;
  }

  /** Returns whether a line begins a record in a log without headers: every line does, except one that continues the line above it. */
  #begins(from: number, end: number): boolean {
    const first = this.#buffer[from] as number;
    if (end > from && first < 0x80 && !MAY_CONTINUE.has(first)) return true;
    const text = lineText(this.#buffer.subarray(from, end));
    return text.trim() === "" || !CONTINUES.test(text);
  }

  #blank(from: number, end: number): boolean {
    const first = this.#buffer[from] as number;
    if (end > from && first > 0x20 && first < 0x7f) return false;
    return lineText(this.#buffer.subarray(from, end)).trim() === "";
  }

  /** Copies the lines of the record being assembled that are in the buffer before `end`. */
  #keep(end: number): void {
    const buffer = this.#buffer;
    for (let from = this.#start; from < end && !this.#kept.full; ) {
      let at = from;
      while (at < end && buffer[at] !== LF && buffer[at] !== CR) at++;
      this.#kept.add(buffer.subarray(from, at));
      from = buffer[at] === CR && buffer[at + 1] === LF ? at + 2 : at + 1;
    }
    this.#start = end;
  }

  /** Ends the record being assembled at `at`, where the next one begins, and passes it on if it is relevant. */
  #close(at: number): void {
    if (this.#line > 0 && !this.#isBlank) this.records++;
    if ((this.#says || this.#isError) && !this.#isBlank) {
      this.#keep(at);
      this.found(this.#kept.record(this.#from, this.hasHeaders));
    }
    this.#kept = new RecordLines();
    this.#says = false;
    this.#isError = false;
    this.#isBlank = true;
  }
}

/** Returns whether the bytes at `at` are a UTF-8 byte order mark. */
const isMarked = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
