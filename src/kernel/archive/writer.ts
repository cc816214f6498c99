import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { LIMITS } from "./limits.ts";
import { NameGate } from "./names.ts";
import { CENTRAL, centralRecord, END, endRecord, LOCAL, localRecord, SUMS_AT, sumsBytes } from "./records.ts";
import { ArchiveRefused } from "./refused.ts";
import type { ByteSink } from "./bytes.ts";

/** A zip without zip64 records ends below 4 GiB. */
export const LARGEST_BUNDLE = 0xffffffff;

const TOO_LARGE_HELP = "nothing usable was written; take large files that the plug-in does not need out of the release's kit";

/**
 * Writes a zip in the one form of a bundle (D1): STORE, fixed times and modes, no extra field, no comment, no descriptor, entries in the
 * order of the calls. It is our own because no library judges names, and none writes streamed files in one pass without a descriptor:
 * here the header stands with zeros until the bytes are through, and is then written again with checksum and size.
 */
export class ZipWriter {
  readonly #sink: ByteSink;
  readonly #largest: number;
  readonly #names = new NameGate("bundle");
  readonly #central: Buffer[] = [];
  #centralSize = 0;
  #position = 0;
  #state: "open" | "broken" | "finished" = "open";

  /** `largest`: bytes that the whole archive may have. The sink begins empty. */
  constructor(sink: ByteSink, largest: number = LARGEST_BUNDLE) {
    this.#sink = sink;
    this.#largest = largest;
  }

  /**
   * Adds one file. `chunks` are read once and may have any sizes; each is used before the next is asked for.
   * Returns bytes, lower-case hex SHA-256 and CRC-32 of what was written. Throws ArchiveRefused for a name that Windows cannot have or
   * that is taken (D2), before anything of it is written, and for an archive that grows too large. After a throw the archive is given up:
   * every further call is refused, and what the sink has is to be dropped.
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

  /** Writes the central directory. The sink is not closed. */
  finish(): void {
    this.#take();
    const bytes = Buffer.concat([...this.#central, endRecord(this.#central.length, this.#centralSize, this.#position)]);
    this.#sink.write(bytes);
    this.#state = "finished";
  }

  /** Until the call is through, the archive counts as broken. */
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
