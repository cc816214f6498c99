import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { type ByteSource, LIMITS, type ZipEntry, contentOf, isRefusal, readZip } from "../../../kernel/index.ts";
import { type Open, search } from "../../cutover/search.ts";
import { describeError } from "../../../platform/index.ts";
import type { Collected } from "./cutover-collected.ts";

/** Largest nesting depth, and largest size in bytes, of archives within archives, which are held in memory. */
const DEEPEST = 3;
const LARGEST_INNER = 256 * 1024 * 1024;

/** First bytes of files in compressed formats that `cutover` cannot read. */
const CLOSED: readonly (readonly [beginning: string, name: string])[] = [
  ["7z\xbc\xaf\x27\x1c", "7-Zip"],
  ["Rar!\x1a\x07", "RAR"],
  ["\xfd7zXZ\0", "xz"],
  ["BZh", "bzip2"],
  ["\x28\xb5\x2f\xfd", "zstd"],
  ["MSCF", "a cabinet"],
];

async function headOf(open: Open): Promise<string> {
  for await (const chunk of open()) return Buffer.from(chunk.subarray(0, 64)).toString("latin1");
  return "";
}

/** Returns the kind of a JSON file that Tierwright wrote, such as "receipt", by the beginning of the file; null for any other file. */
export const kindOfOwn = (head: string): string | null =>
  /^\s*\{\s*"schema"\s*:\s*"tierwright\/([a-z]+)\/v1"/.exec(head)?.[1] ?? null;

/** Returns the unpacked bytes of a gzip file. Throws EFBIG if they exceed the limit of an archive (a zip bomb). */
function unzipped(open: Open): Open {
  return async function* () {
    const copied = async function* () {
      for await (const chunk of open()) yield Buffer.from(chunk);
    };
    let size = 0;
    for await (const chunk of Readable.from(copied(), { highWaterMark: 1 }).pipe(createGunzip())) {
      size += (chunk as Buffer).length;
      if (size > LIMITS.total) throw Object.assign(new Error("too large"), { code: "EFBIG" });
      yield chunk as Buffer;
    }
  };
}

const isBomb = ({ size, compressedSize }: ZipEntry): boolean =>
  size > LIMITS.ratioFrom && size / Math.max(1, compressedSize) > LIMITS.ratio;

async function wholeOf(open: Open): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of open()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function inner(source: ByteSource, entry: ZipEntry, path: string, depth: number, into: Collected): Promise<void> {
  if (isBomb(entry))
    return into.missed(path, `it would grow from ${entry.compressedSize} to ${entry.size} bytes: it looks like a zip bomb`);
  const open = () => contentOf(source, entry);
  const head = await headOf(open);
  if (!isZip(head)) return searchBytes(open, head, path, into);
  if (depth >= DEEPEST) return into.missed(path, `it is an archive in ${DEEPEST} others; take it out and name it`);
  if (entry.size > LARGEST_INNER)
    return into.missed(path, "it is an archive in an archive with more than 256 MiB; take it out and name it");
  const bytes = await wholeOf(open);
  const inside: ByteSource = { size: bytes.length, read: (position, length) => bytes.subarray(position, position + length) };
  return searchArchive(inside, path, depth + 1, into);
}

/** Searches every entry of a zip or jar, each named in Java's form archive.jar!/path. Records entries that cannot be read. */
export async function searchArchive(source: ByteSource, path: string, depth: number, into: Collected): Promise<void> {
  const { entries, faults } = readZip(source);
  for (const { entry, problem } of faults) into.missed(entry === null ? path : `${path}!/${entry}`, `it ${problem}`);
  for (const entry of entries) {
    if (entry.folder) continue;
    const name = `${path}!/${entry.name}`;
    try {
      await inner(source, entry, name, depth, into);
    } catch (error) {
      if (!isRefusal(error, 1)) throw error;
      into.missed(name, "problem" in error && typeof error.problem === "string" ? `it ${error.problem}` : error.message);
    }
  }
}

export const isZip = (head: string): boolean => head.startsWith("PK\x03\x04") || head.startsWith("PK\x05\x06");

/** Searches one file or archive entry that is not a zip: unpacks gzip, records other compressed formats as not searched. */
export async function searchBytes(open: Open, head: string, path: string, into: Collected): Promise<void> {
  const closed = CLOSED.find(([beginning]) => head.startsWith(beginning));
  if (closed) return into.missed(path, `it is packed by ${closed[1]}, which is not read here; unpack it and name the folder`);
  if (!head.startsWith("\x1f\x8b")) {
    const manifest = ["bundle", "manifest"].includes(kindOfOwn(head) ?? "");
    return into.add(path, await search(into.old, open), manifest ? () => "connector" : null);
  }
  try {
    into.add(path, await search(into.old, unzipped(open)));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!code.startsWith("Z_") && code !== "EFBIG") throw error;
    into.missed(
      path,
      code === "EFBIG"
        ? `it grows above ${LIMITS.total} bytes: it looks like a zip bomb`
        : `it is no whole gzip file: ${describeError(error)}`,
    );
  }
}
