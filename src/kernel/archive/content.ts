import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw, type InflateRaw, inflateRawSync } from "node:zlib";
import { systemCode } from "../diagnostic/errno-words.ts";
import { DEFLATE, ENCRYPTED_ENTRY, STORE } from "./records.ts";
import { ArchiveRefused } from "./refused.ts";
import type { ZipEntry } from "./types.ts";
import type { ByteSource } from "./bytes.ts";

/** The number of bytes of a zip's entry that are read from the file at a time. */
const CHUNK = 1024 * 1024;
/** The compressed and unpacked size in bytes up to which an entry is inflated at once: for small entries, creating a stream is slower. */
const SMALL = 64 * 1024;

function* rawChunks(source: ByteSource, entry: ZipEntry): Generator<Buffer> {
  for (let at = 0; at < entry.compressedSize; at += CHUNK) {
    yield source.read(entry.offset + at, Math.min(CHUNK, entry.compressedSize - at));
  }
}

/**
 * A check of the size and CRC-32 of a zip's entry while its unpacked content is read. `take` throws ArchiveRefused as soon as the content
 * is longer than the central directory announces; `end` throws it if the content is shorter, or if its CRC-32 differs.
 */
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
        `holds more than the ${this.#entry.size} bytes that it declares: it looks like a zip bomb`,
      );
    }
    this.#crc = crc32(chunk, this.#crc);
    return chunk;
  }

  end(): void {
    const { name, size, crc32: expected } = this.#entry;
    if (this.#size < size) throw new ArchiveRefused(name, `holds ${this.#size} bytes and declares ${size}`);
    if (this.#crc !== expected) {
      const hex = (sum: number) => sum.toString(16).padStart(8, "0");
      throw new ArchiveRefused(name, `is damaged: its checksum is ${hex(this.#crc)}, the archive declares ${hex(expected)}`);
    }
  }
}

const noDeflate = ({ name }: ZipEntry) =>
  new ArchiveRefused(name, "is damaged: its compressed data ends too early or is not DEFLATE data");

/** Throws ArchiveRefused if an entry has bytes after the end of its compressed data, where zip programs would not see hidden data. */
function refuseHidden({ name, compressedSize }: ZipEntry, read: number): void {
  if (read !== compressedSize) throw new ArchiveRefused(name, `has ${compressedSize - read} bytes hidden after its contents`);
}

/** Yields the inflated content of an entry in chunks, reading the archive only as fast as the caller takes the chunks. */
async function* inflated(source: ByteSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
  // the callback is empty because the loop below throws the errors of both streams
  pipeline(Readable.from(rawChunks(source, entry), { highWaterMark: 1 }), inflate, () => {});
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith("Z_")) throw error;
    throw noDeflate(entry);
  }
  refuseHidden(entry, inflate.bytesWritten);
}

/** The result of Node's `inflateRawSync` with the option `info`, for which Node's types declare no other result. */
interface AtOnce {
  readonly buffer: Buffer;
  readonly engine: InflateRaw;
}

/** Inflates a small entry at once. If it holds more bytes than announced, returns one byte more than announced, which `Check` refuses. */
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
 * Yields the unpacked content of a zip's entry in chunks, at most `entry.size` bytes together. Verifies size and CRC-32 after the last
 * chunk. Throws ArchiveRefused with the entry's name if the entry is encrypted or damaged; the caller must then discard all earlier chunks.
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

/**
 * Yields the content of an uncompressed entry in chunks, synchronously. It is for bundles, which have no compressed entries; `contentOf`
 * reads both. Throws ArchiveRefused if the entry is compressed, encrypted or damaged.
 */
export function* storedContent(source: ByteSource, entry: ZipEntry): Generator<Buffer> {
  refuseEncrypted(entry);
  if (entry.method !== STORE)
    throw new ArchiveRefused(entry.name, `is compressed by method ${entry.method}; here files are stored`);
  const check = new Check(entry);
  for (const chunk of rawChunks(source, entry)) yield check.take(chunk);
  check.end();
}

function refuseEncrypted(entry: ZipEntry): void {
  if ((entry.flags & ENCRYPTED_ENTRY) !== 0) throw new ArchiveRefused(entry.name, "is encrypted: its content cannot be checked");
}
