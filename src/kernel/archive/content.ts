import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw, type InflateRaw, inflateRawSync } from "node:zlib";
import { systemCode } from "../diagnostic/errno-words.ts";
import { DEFLATE, ENCRYPTED, STORE } from "./records.ts";
import { ArchiveRefused } from "./refused.ts";
import type { ZipEntry } from "./types.ts";
import type { ByteSource } from "./bytes.ts";

/** Bytes that are held at a time. */
const CHUNK = 1024 * 1024;
/** An archive may have many thousand small entries, and a stream costs more than what is in one of them. */
const SMALL = 64 * 1024;

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

const noDeflate = ({ name }: ZipEntry) =>
  new ArchiveRefused(name, "is damaged: its compressed data ends too early or is not DEFLATE data");

/** Bytes after the end of the compressed data are hidden data. */
function refuseHidden({ name, compressedSize }: ZipEntry, read: number): void {
  if (read !== compressedSize) throw new ArchiveRefused(name, `has ${compressedSize - read} bytes hidden after its contents`);
}

/** Inflated chunks, not more than the consumer asks for. */
async function* inflated(source: ByteSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
  // errors of either end come out of the iteration below
  pipeline(Readable.from(rawChunks(source, entry), { highWaterMark: 1 }), inflate, () => {});
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith("Z_")) throw error;
    throw noDeflate(entry);
  }
  refuseHidden(entry, inflate.bytesWritten);
}

/** What inflating at once gives where it is asked for `info`, which its types do not say. */
interface AtOnce {
  readonly buffer: Buffer;
  readonly engine: InflateRaw;
}

/** A small entry, inflated at once; one that holds more than it says gives a byte too many, which the check refuses. */
function inflatedAtOnce(source: ByteSource, entry: ZipEntry): Buffer {
  const most = entry.size + 1;
  const raw = source.read(entry.offset, entry.compressedSize);
  const how = { maxOutputLength: most, chunkSize: Math.max(64, most), info: true };
  let read: AtOnce;
  try {
    read = inflateRawSync(raw, how) as unknown as AtOnce;
  } catch (error) {
    const code = systemCode(error);
    if (code === "ERR_BUFFER_TOO_LARGE") return Buffer.alloc(most);
    throw code.startsWith("Z_") ? noDeflate(entry) : error;
  }
  if (read.buffer.length < most) refuseHidden(entry, read.engine.bytesWritten);
  return read.buffer;
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
  if (Math.max(entry.size, entry.compressedSize) <= SMALL) yield check.take(inflatedAtOnce(source, entry));
  else for await (const chunk of inflated(source, entry)) yield check.take(chunk);
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
