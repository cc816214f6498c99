import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { DEFLATE, ENCRYPTED, STORE } from "./records.ts";
import { ArchiveRefused } from "./refused.ts";
import type { ZipEntry } from "./types.ts";
import type { ByteSource } from "../io/bytes.ts";

/** Bytes that are held at a time. */
const CHUNK = 1024 * 1024;

function* rawChunks(source: ByteSource, entry: ZipEntry): Generator<Buffer> {
  for (let at = 0; at < entry.compressedSize; at += CHUNK) {
    yield source.read(entry.offset + at, Math.min(CHUNK, entry.compressedSize - at));
  }
}

/** Counts and sums contents up; throws ArchiveRefused as soon as they are more, or at the end are not, what the archive says. */
class Check {
  readonly #entry: ZipEntry;
  #size = 0;
  #crc = 0;

  constructor(entry: ZipEntry) {
    this.#entry = entry;
  }

  take(chunk: Buffer): Buffer {
    this.#size += chunk.length;
    if (this.#size > this.#entry.size) {
      throw new ArchiveRefused(
        this.#entry.name,
        `holds more than the ${this.#entry.size} bytes that it says: the mark of a bomb`,
      );
    }
    this.#crc = crc32(chunk, this.#crc);
    return chunk;
  }

  end(): void {
    const { name, size, crc32: expected } = this.#entry;
    if (this.#size < size) throw new ArchiveRefused(name, `holds ${this.#size} bytes and says ${size}`);
    if (this.#crc !== expected) {
      const hex = (sum: number) => sum.toString(16).padStart(8, "0");
      throw new ArchiveRefused(name, `is damaged: its checksum is ${hex(this.#crc)}, the archive says ${hex(expected)}`);
    }
  }
}

/** Inflated chunks, not more than the consumer asks for. Bytes after the end of the compressed data are hidden data. */
async function* inflated(source: ByteSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  // an archive may have many thousand small entries: none needs more room than it says that it has
  const inflate = createInflateRaw({ chunkSize: Math.min(256 * 1024, Math.max(1024, entry.size)) });
  // errors of either end come out of the iteration below
  pipeline(Readable.from(rawChunks(source, entry), { highWaterMark: 1 }), inflate, () => {});
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith("Z_")) throw error;
    throw new ArchiveRefused(entry.name, "is damaged: its compressed data ends too early or is not DEFLATE data");
  }
  if (inflate.bytesWritten !== entry.compressedSize) {
    throw new ArchiveRefused(entry.name, `has ${entry.compressedSize - inflate.bytesWritten} bytes hidden after its contents`);
  }
}

/**
 * Contents of an entry in chunks, flat in memory. At most `entry.size` bytes come out; after the last chunk size and CRC-32 are proven.
 * Throws ArchiveRefused with the entry's name: what came before a throw must not be kept.
 */
export async function* contentOf(source: ByteSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (entry.method !== DEFLATE) {
    yield* storedContent(source, entry);
    return;
  }
  refuseEncrypted(entry);
  const check = new Check(entry);
  for await (const chunk of inflated(source, entry)) yield check.take(chunk);
  check.end();
}

/** The same for an entry that is stored (every one of a bundle), without waiting. */
export function* storedContent(source: ByteSource, entry: ZipEntry): Generator<Buffer> {
  refuseEncrypted(entry);
  if (entry.method !== STORE)
    throw new ArchiveRefused(entry.name, `is compressed by method ${entry.method}; here files are stored`);
  const check = new Check(entry);
  for (const chunk of rawChunks(source, entry)) yield check.take(chunk);
  check.end();
}

function refuseEncrypted(entry: ZipEntry): void {
  if ((entry.flags & ENCRYPTED) !== 0) throw new ArchiveRefused(entry.name, "is encrypted: nobody can tell what is in it");
}
