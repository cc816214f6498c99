/** The recorded bytes of one direction of a connection, from a file or memory; readers read them in pieces. */
export interface RawBytes {
  readonly length: number;
  /** Returns up to `length` bytes from `offset` on. Never throws: the result lacks bytes that cannot be read. */
  read(offset: number, length: number): Uint8Array;
}

/** A range of the recorded bytes of one direction of a connection. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

export const endOf = ({ offset, length }: Span): number => offset + length;
export const spanOf = (from: number, to: number): Span => ({ offset: from, length: Math.max(0, to - from) });

export const NO_BYTES: RawBytes = { length: 0, read: () => new Uint8Array() };

export const inMemory = (bytes: Uint8Array): RawBytes => ({
  length: bytes.length,
  read: (offset, length) => bytes.subarray(offset, Math.min(bytes.length, offset + length)),
});

export const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

const WINDOW = 64 * 1024;
const MOST_LINE_ENDS = 64 * 1024;
const LF = 10;
const CR = 13;

/** A line of an HTTP message's head or chunk framing, without its line end. */
export interface Line {
  readonly at: Span;
  /** The offset at which the next line begins. */
  readonly next: number;
  readonly text: string;
  /** True if the line ends in LF alone. */
  readonly bare: boolean;
}

/** A reader of lines from recorded bytes. It buffers a window of them, so that it seldom accesses the file and can skip large bodies. */
export class Reader {
  #window: Uint8Array = new Uint8Array();
  #from = 0;

  constructor(
    readonly raw: RawBytes,
    private readonly size: number = WINDOW,
  ) {}

  /** Returns the buffered bytes from `offset` on, after reading if necessary: at least one, unless the recorded bytes end at `offset`. */
  #at(offset: number): Uint8Array {
    if (offset < this.#from || offset >= this.#from + this.#window.length) {
      this.#window = this.raw.read(offset, this.size);
      this.#from = offset;
    }
    return this.#window.subarray(offset - this.#from);
  }

  byte(offset: number): number | undefined {
    return this.#at(offset)[0];
  }

  /** Returns the line that begins at `offset`; null if no line feed follows within about `most` bytes or the recorded bytes. */
  line(offset: number, most: number): Line | null {
    let text = "";
    for (let at = offset; at - offset <= most; ) {
      const bytes = this.#at(at);
      if (bytes.length === 0) return null;
      const feed = bytes.indexOf(LF);
      const taken = feed < 0 ? bytes : bytes.subarray(0, feed);
      text += latin1(taken);
      if (feed >= 0) return lineOf(offset, at + feed, text);
      at += bytes.length;
    }
    return null;
  }

  /** Returns the offset of the first byte from `offset` on that is no CR or LF; skips at most `MOST_LINE_ENDS` bytes. */
  pastLineEnds(offset: number): number {
    let at = offset;
    for (let byte = this.byte(at); (byte === CR || byte === LF) && at - offset < MOST_LINE_ENDS; byte = this.byte(at)) at++;
    return at;
  }
}

function lineOf(offset: number, feed: number, text: string): Line {
  const bare = !text.endsWith("\r");
  const content = bare ? text : text.slice(0, -1);
  return { at: { offset, length: content.length }, next: feed + 1, text: content, bare };
}
