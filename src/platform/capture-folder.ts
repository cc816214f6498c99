import { closeSync, ftruncateSync, openSync, rmdirSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { CaptureFolder, RawFile } from "./wire.ts";
import { OWNER_ONLY, writeAll, type WriteSome } from "./write-file.ts";

/** The flags with which files of a capture are opened: only for appending, and an existing file is never opened. */
const NEW = "ax";
const EVENTS = "events.ndjson";

class OpenFile implements RawFile {
  #open = true;
  constructor(
    private readonly descriptor: number,
    private readonly write: WriteSome,
  ) {}

  append(bytes: Uint8Array): void {
    if (!this.#open) throw Object.assign(new Error("the file is closed"), { code: "EBADF" });
    writeAll(this.descriptor, bytes, null, this.write);
  }

  /** Closes the file. A second call does nothing, because the descriptor's number can belong to another file by then. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.descriptor);
  }
}

/** The buffer into which all event lines are encoded. It is reused, because allocating one for each turn of the event loop is slow. */
const PLACE = Buffer.allocUnsafeSlow(65_536);
const inBytes = (text: string): Buffer =>
  text.length * 3 <= PLACE.length ? PLACE.subarray(0, PLACE.write(text)) : Buffer.from(text);

/**
 * The files of one capture. Writes session bytes at once, and events at the end of the event loop's turn, so that many small reads make one
 * write.
 */
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
      writeAll(this.#events, bytes, null, this.write);
      this.#whole += bytes.length;
    } catch (error) {
      this.#cut();
      this.failed(error);
    }
  }

  /** Removes a partly written event line, because the next line would be appended to it. */
  #cut(): void {
    try {
      ftruncateSync(this.#events, this.#whole);
    } catch {
      // the part of the line remains in the file: readers of events.ndjson skip a line that is not JSON
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
      // the capture's folder contains a file that somebody else put there, so it is not deleted
    }
  }
}
