import type { Body } from "./head.ts";

/** A replacement of one range of an HTTP message's head. */
export interface Edit {
  readonly what: PatchKind;
  /** The offset of the range from the beginning of the head. */
  readonly start: number;
  readonly length: number;
  readonly text: string;
}
export type PatchKind = "host" | "location" | "cookie-domain" | "cookie-secure";

/** A replaced range: its offset and length in the received bytes of one direction, and those of its replacement in the sent bytes. */
export interface Patch {
  readonly what: PatchKind;
  readonly offset: number;
  readonly length: number;
  readonly sentOffset: number;
  readonly sentLength: number;
}

/** The reason why a relay in mode `patch` forwards the further bytes of one direction unchanged. */
export type Unpatched = "not-http" | "long-head" | "lengths" | "chunks" | "no-request" | "upgrade";

export interface Passed {
  readonly bytes: readonly Buffer[];
  readonly patches: readonly Patch[];
  readonly unpatched: { readonly offset: number; readonly code: Unpatched } | null;
}

/** The edits of a message head and how its body ends, or the reason to forward the further bytes of this direction unchanged. */
export type Answer = { readonly edits: readonly Edit[]; readonly body: NonNullable<Body> } | { readonly code: Unpatched };

export interface Reader {
  /** Returns whether a text, the received beginning of a message, can be the beginning of an HTTP/1 head. */
  begins(text: string): boolean;
  head(bytes: Buffer): Answer;
  /** True if further bytes of this direction are not HTTP, because the response switched protocols (101 or CONNECT). */
  readonly over: boolean;
}

/** The longest head that is parsed, in bytes; servers accept shorter ones only: Tomcat 8 KiB, nginx 32 KiB, Apache httpd 800 KiB. */
const LONGEST_HEAD = 1024 * 1024;
const LONGEST_LINE = 16 * 1024;
/** The number of characters that show whether an HTTP message begins: more than the longest accepted method and than `HTTP/1.1`. */
const TOLD_BY = 40;
const LF = 10;
const CR = 13;

type State = "head" | "length" | "size" | "data" | "data-end" | "trailers" | "rest";

/**
 * The stream of one direction in mode `patch`: it finds message heads, edits them, and passes all other bytes on unchanged. It holds the
 * bytes of a head until the head is complete, and those of a body never. Once it is uncertain where the next head begins, it passes all
 * further bytes on unchanged.
 */
export class PatchedStream {
  #state: State = "head";
  #held: Buffer = Buffer.alloc(0);
  /** The buffer behind the held bytes, with spare room, so that a head that arrives byte by byte is not copied for each byte. */
  #room: Buffer = Buffer.alloc(0);
  /** The offset in the held bytes at which the first line without a line feed begins. */
  #line = 0;
  /** True once a non-empty line of the head arrived; the next empty line ends the head. */
  #begun = false;
  /** The received part of an incomplete framing line of a chunked body. */
  #size = "";
  #left = 0;
  #received = 0;
  #sent = 0;
  #bytes: Buffer[] = [];
  #patches: Patch[] = [];
  #unpatched: Passed["unpatched"] = null;

  constructor(private readonly reader: Reader) {}

  take(chunk: Buffer): Passed {
    if (this.reader.over && this.#state !== "rest") this.#stop("upgrade");
    let rest: Buffer = chunk;
    while (rest.length > 0) rest = this.#step(rest);
    return this.#passed();
  }

  /**
   * Ends the direction: no further bytes arrive.
   * @returns The held bytes of an incomplete head, which are forwarded unchanged.
   */
  end(): Passed {
    this.#state = "rest";
    this.#release();
    return this.#passed();
  }

  #passed(): Passed {
    const passed = { bytes: this.#bytes, patches: this.#patches, unpatched: this.#unpatched };
    [this.#bytes, this.#patches, this.#unpatched] = [[], [], null];
    return passed;
  }

  #pass(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#received += bytes.length;
    this.#sent += bytes.length;
    this.#bytes.push(bytes);
  }

  #clear(): void {
    [this.#held, this.#room, this.#line, this.#begun] = [Buffer.alloc(0), Buffer.alloc(0), 0, false];
  }

  #hold(chunk: Buffer): void {
    const [before, length] = [this.#held.length, this.#held.length + chunk.length];
    if (before === 0) {
      this.#held = chunk;
      return;
    }
    if (length > this.#room.length) {
      this.#room = Buffer.alloc(2 * length);
      this.#room.set(this.#held);
    }
    this.#room.set(chunk, before);
    this.#held = this.#room.subarray(0, length);
  }

  #release(): void {
    const held = this.#held;
    this.#clear();
    this.#pass(held);
  }

  #stop(code: Unpatched): void {
    this.#unpatched = { offset: this.#received, code };
    this.#state = "rest";
    this.#release();
  }

  /**
   * Processes the beginning of a received chunk, as far as the current state reaches.
   * @returns The bytes of the chunk that are not processed yet.
   */
  #step(chunk: Buffer): Buffer {
    switch (this.#state) {
      case "head":
        return this.#head(chunk);
      case "rest":
        this.#pass(chunk);
        return chunk.subarray(chunk.length);
      case "length":
      case "data":
        return this.#body(chunk);
      default:
        return this.#framing(chunk);
    }
  }

  #head(chunk: Buffer): Buffer {
    const before = this.#held.length;
    this.#hold(chunk);
    const nothing = chunk.subarray(chunk.length);
    if (!this.reader.begins(this.#held.toString("latin1", 0, TOLD_BY).replace(/^[\r\n]+/, ""))) {
      this.#stop("not-http");
      return nothing;
    }
    const end = this.#headEnd(before);
    if (end === -1) {
      if (this.#held.length > LONGEST_HEAD) this.#stop("long-head");
      return nothing;
    }
    const [head, rest] = [this.#held.subarray(0, end), this.#held.subarray(end)];
    const answer = this.reader.head(head);
    if ("code" in answer) {
      this.#stop(answer.code);
      return nothing;
    }
    this.#clear();
    this.#edit(head, answer.edits);
    this.#begin(answer.body);
    return rest;
  }

  /**
   * Returns the offset after the empty line that ends the head; -1 if that line has not arrived. Held bytes before `from` had no line end.
   */
  #headEnd(from: number): number {
    const held = this.#held;
    for (let end = held.indexOf(LF, Math.max(from, this.#line)); end !== -1; end = held.indexOf(LF, this.#line)) {
      const empty = end === this.#line || (end === this.#line + 1 && held[this.#line] === CR);
      if (empty && this.#begun) return end + 1;
      if (!empty) this.#begun = true;
      this.#line = end + 1;
    }
    return -1;
  }

  #edit(head: Buffer, edits: readonly Edit[]): void {
    let done = 0;
    for (const { what, start, length, text } of edits.toSorted((a, b) => a.start - b.start)) {
      this.#pass(head.subarray(done, start));
      const put = Buffer.from(text, "latin1");
      this.#patches.push({ what, offset: this.#received, length, sentOffset: this.#sent, sentLength: put.length });
      this.#received += length;
      this.#sent += put.length;
      if (put.length > 0) this.#bytes.push(put);
      done = start + length;
    }
    this.#pass(head.subarray(done));
  }

  #begin(body: NonNullable<Body>): void {
    if (body.kind === "length") [this.#state, this.#left] = [body.length === 0 ? "head" : "length", body.length];
    else this.#state = ({ none: "head", chunked: "size", rest: "rest" } as const)[body.kind];
  }

  #body(chunk: Buffer): Buffer {
    const part = chunk.subarray(0, this.#left);
    this.#left -= part.length;
    if (this.#left === 0) this.#state = this.#state === "length" ? "head" : "data-end";
    this.#pass(part);
    return chunk.subarray(part.length);
  }

  /** Processes one line of a chunked body: a chunk's size, its end, or a trailer. Returns the bytes after the line. */
  #framing(chunk: Buffer): Buffer {
    const at = chunk.indexOf(LF);
    const part = at === -1 ? chunk : chunk.subarray(0, at + 1);
    this.#size += part.toString("latin1");
    this.#pass(part);
    if (this.#size.length > LONGEST_LINE) this.#stop("chunks");
    else if (at !== -1) {
      const line = this.#size.replace(/\r?\n$/, "");
      this.#size = "";
      this.#framed(line);
    }
    return chunk.subarray(part.length);
  }

  #framed(line: string): void {
    if (this.#state === "trailers") {
      if (line === "") this.#state = "head";
      return;
    }
    if (this.#state === "data-end") {
      if (line === "") this.#state = "size";
      else this.#stop("chunks");
      return;
    }
    const [, digits] = /^([\da-f]{1,12})(?:[ \t]*(?:;.*)?)$/i.exec(line) ?? [];
    if (digits === undefined) {
      this.#stop("chunks");
      return;
    }
    this.#left = Number.parseInt(digits, 16);
    this.#state = this.#left === 0 ? "trailers" : "data";
  }
}
