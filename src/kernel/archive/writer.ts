import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { LIMITS } from "./limits.ts";
import { NameGate } from "./names.ts";
import { CENTRAL, centralRecord, END, endRecord, LOCAL, localRecord, SUMS_AT, sumsBytes } from "./records.ts";
import { ArchiveRefused } from "./refused.ts";
import type { ByteSink } from "./bytes.ts";

/** The largest size in bytes of a zip without zip64 records: 4 GiB minus one byte. */
export const LARGEST_BUNDLE = 0xffffffff;

const TOO_LARGE_HELP = "nothing usable was written; take large files that the plug-in does not need out of the release's kit";

/**
 * A writer of a zip in the one byte form of a bundle: entries uncompressed (STORE), with fixed times and modes, without extra fields,
 * comments and data descriptors, in the order of the calls of `add`.
 * It is our own code because no library checks names, and none streams a file in one pass without a data descriptor: this writer writes
 * each header first with zeros, and overwrites them with checksum and sizes after the content.
 */
export class ZipWriter {
  readonly #sink: ByteSink;
  readonly #largest: number;
  readonly #names = new NameGate("bundle");
  readonly #central: Buffer[] = [];
  #centralSize = 0;
  #position = 0;
  #state: "open" | "broken" | "finished" = "open";

  /**
   * @param sink an empty destination for the zip's bytes
   * @param largest the largest size of the zip in bytes
   */
  constructor(sink: ByteSink, largest: number = LARGEST_BUNDLE) {
    this.#sink = sink;
    this.#largest = largest;
  }

  /**
   * Adds one file to the zip. Reads `chunks` once; they can have any size. Writes each chunk before it requests the next.
   * Throws ArchiveRefused before it writes anything if Windows cannot have the name or an earlier file has it, and later if the zip gets
   * too large. After any error every further call throws, and the caller must delete the content of the sink.
   * @param name the path of the file in the zip, with '/'
   * @returns size in bytes, SHA-256 (lower-case hex) and CRC-32 of the content
   */
  add(name: string, chunks: Iterable<Uint8Array>): { size: number; sha256: string; crc32: number } {
    this.#take();
    this.#judge(name);
    const nameBytes = Buffer.from(name, "utf8");
    const offset = this.#position;
    this.#centralSize += CENTRAL.size + nameBytes.length;
    this.#room(name, LOCAL.size + nameBytes.length);
    this.#sink.write(localRecord(nameBytes, { crc32: 0, size: 0 }));
    const hash = createHash("sha256");
    const sums = { crc32: 0, size: 0 };
    for (const chunk of chunks) {
      this.#room(name, chunk.length);
      this.#sink.write(chunk);
      hash.update(chunk);
      sums.crc32 = crc32(chunk, sums.crc32);
      sums.size += chunk.length;
    }
    this.#sink.writeAt(offset + SUMS_AT, sumsBytes(sums));
    this.#central.push(centralRecord(nameBytes, sums, offset));
    this.#state = "open";
    return { ...sums, sha256: hash.digest("hex") };
  }

  /** Writes the central directory and the end record of the zip. Does not close the sink. */
  finish(): void {
    this.#take();
    const bytes = Buffer.concat([...this.#central, endRecord(this.#central.length, this.#centralSize, this.#position)]);
    this.#sink.write(bytes);
    this.#state = "finished";
  }

  /** Marks the zip as broken until the current call succeeds. Throws if the zip is already finished or broken. */
  #take(): void {
    if (this.#state === "open") this.#state = "broken";
    else throw new Error(this.#state === "finished" ? "the archive is finished" : "the archive was given up by an earlier error");
  }

  #judge(name: string): void {
    const faults = name.endsWith("/") ? ["is a folder; a bundle has files only"] : this.#names.judge(name);
    if (faults.length > 0) throw new ArchiveRefused(name, faults.join("; "), "rename the file, in the kit too");
    if (this.#central.length >= LIMITS.entries) {
      throw new ArchiveRefused(
        name,
        `is file ${LIMITS.entries + 1} of the bundle; it can have ${LIMITS.entries}`,
        TOO_LARGE_HELP,
      );
    }
  }

  #room(name: string, bytes: number): void {
    this.#position += bytes;
    if (this.#position + this.#centralSize + END.size <= this.#largest) return;
    throw new ArchiveRefused(
      name,
      `with it the bundle has more than ${this.#largest} bytes, the most that it can have`,
      TOO_LARGE_HELP,
    );
  }
}
