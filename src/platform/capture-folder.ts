import { closeSync, ftruncateSync, openSync, rmdirSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { CaptureFolder, RawFile } from "./wire.ts";

/** Writes some of the bytes from an offset on, and says how many: a disk that fills up takes a part without an error. */
export type WriteSome = (descriptor: number, bytes: Uint8Array, offset: number, length: number) => number;

function appendAll(descriptor: number, bytes: Uint8Array, write: WriteSome): void {
  for (let done = 0; done < bytes.length; ) {
    const count = write(descriptor, bytes, done, bytes.length - done);
    // taken as an error: it would be asked for ever
    if (count <= 0) throw Object.assign(new Error("nothing was written"), { code: "EIO" });
    done += count;
  }
}

/** Nobody else may read it, whatever the umask says; and nothing that lies there is opened. */
const NEW = "ax";
const OWNER_ONLY = 0o600;
const EVENTS = "events.ndjson";

class OpenFile implements RawFile {
  #open = true;
  constructor(
    private readonly descriptor: number,
    private readonly write: WriteSome,
  ) {}

  append(bytes: Uint8Array): void {
    if (!this.#open) throw Object.assign(new Error("the file is closed"), { code: "EBADF" });
    appendAll(this.descriptor, bytes, this.write);
  }

  /** A number that is closed twice may be somebody else's file by then. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.descriptor);
  }
}

/** Lines on their way to the file: a place of their own for each turn, and looking first how many bytes they are, took half of the time. */
const PLACE = Buffer.allocUnsafeSlow(65_536);
const inBytes = (text: string): Buffer =>
  text.length * 3 <= PLACE.length ? PLACE.subarray(0, PLACE.write(text)) : Buffer.from(text);

/** The files of one capture. Bytes are written at once, events when the turn of the event loop is over: many small reads make one write. */
export class CaptureFiles implements CaptureFolder {
  readonly #events: number;
  #waiting = "";
  #whole = 0;
  #open = true;

  constructor(
    readonly id: string,
    readonly path: string,
    private readonly failed: (error: unknown) => void,
    private readonly write: WriteSome = writeSync,
  ) {
    this.#events = openSync(join(path, EVENTS), NEW, OWNER_ONLY);
  }

  open(name: string): RawFile {
    return new OpenFile(openSync(join(this.path, name), NEW, OWNER_ONLY), this.write);
  }

  note(line: string): void {
    if (!this.#open) return;
    if (this.#waiting === "") setImmediate(() => this.#flush());
    this.#waiting += `${line}\n`;
  }

  #flush(): void {
    if (!this.#open || this.#waiting === "") return;
    const bytes = inBytes(this.#waiting);
    this.#waiting = "";
    try {
      appendAll(this.#events, bytes, this.write);
      this.#whole += bytes.length;
    } catch (error) {
      this.#cut();
      this.failed(error);
    }
  }

  /** No line is left in part: the next one would be glued to it. */
  #cut(): void {
    try {
      ftruncateSync(this.#events, this.#whole);
    } catch {
      // whoever reads the file passes over a line that is none
    }
  }

  close(): void {
    this.#flush();
    if (this.#open) closeSync(this.#events);
    this.#open = false;
  }

  abandon(): void {
    this.#waiting = "";
    this.close();
    if (this.#whole > 0) return;
    try {
      unlinkSync(join(this.path, EVENTS));
      rmdirSync(this.path);
    } catch {
      // somebody put something into it, which is not ours to remove
    }
  }
}
