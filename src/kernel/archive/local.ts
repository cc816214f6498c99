import type { CentralEntry } from "./central.ts";
import { extraFields, UNICODE_PATH, ZIP64 } from "./extra.ts";
import type { FaultList } from "./faults.ts";
import { DESCRIPTOR, DESCRIPTOR_SIGNATURE, FULL32, LOCAL } from "./records.ts";
import type { ByteSource } from "./bytes.ts";

/** The byte range of a zip's entry, from its local header to the end of its content or data descriptor; `data` is the content's offset. */
export interface Extent {
  readonly entry: CentralEntry;
  readonly start: number;
  readonly data: number;
  readonly end: number;
}

/** Returns an entry's local header with name and extra fields; null, with a fault, if it is not at the offset in the central directory. */
function headerAt(source: ByteSource, entry: CentralEntry, limit: number, list: FaultList): Buffer | null {
  const outside = entry.header + LOCAL.size > limit;
  const fixed = outside ? null : source.read(entry.header, LOCAL.size);
  if (fixed?.readUInt32LE(0) !== LOCAL.signature) {
    list.fault(entry.name, "is listed at a place where no entry begins");
    return null;
  }
  const rest = fixed.readUInt16LE(26) + fixed.readUInt16LE(28);
  if (entry.header + LOCAL.size + rest + entry.compressedSize > limit) {
    list.fault(entry.name, "reaches beyond the place that the archive has for contents: it was cut off or its size is wrong");
    return null;
  }
  return Buffer.concat([fixed, source.read(entry.header + LOCAL.size, rest)]);
}

/** Returns the sizes in an entry's local header: from its 32-bit fields, or from its zip64 field if one of them is 0xFFFFFFFF. */
function sizesOf(header: Buffer, extra: ReadonlyMap<number, Buffer> | null): { compressedSize: number; size: number } {
  const narrow = { compressedSize: header.readUInt32LE(18), size: header.readUInt32LE(22) };
  const wide = extra?.get(ZIP64);
  if (!wide || wide.length < 16 || (narrow.size !== FULL32 && narrow.compressedSize !== FULL32)) return narrow;
  return { size: Number(wide.readBigUInt64LE(0)), compressedSize: Number(wide.readBigUInt64LE(8)) };
}

/** Returns the names of the fields of an entry's local header that differ from the entry's record in the central directory. */
function differences(header: Buffer, entry: CentralEntry, extra: ReadonlyMap<number, Buffer> | null): string[] {
  const sizes = sizesOf(header, extra);
  const crc = header.readUInt32LE(14);
  const name = header.subarray(LOCAL.size, LOCAL.size + header.readUInt16LE(26));
  // if the entry has a data descriptor, its header can have zeros instead of checksum and sizes
  const late = (entry.flags & DESCRIPTOR) !== 0;
  const sum = (found: number, wanted: number) => found === wanted || (late && found === 0);
  const differing: readonly (readonly [string, boolean])[] = [
    ["name", !name.equals(entry.nameBytes)],
    ["flags", header.readUInt16LE(6) !== entry.flags],
    ["method", header.readUInt16LE(8) !== entry.method],
    ["checksum", !sum(crc, entry.crc32)],
    ["compressed size", !sum(sizes.compressedSize, entry.compressedSize)],
    ["size", !sum(sizes.size, entry.size)],
  ];
  return differing.filter(([, differs]) => differs).map(([what]) => what);
}

/**
 * Returns the length in bytes of the data descriptor at `at`, after an entry's content: with or without signature, with sizes of 32 or 64
 * bits. Returns null if none of these four forms has the entry's checksum and sizes.
 */
function descriptorLength(source: ByteSource, entry: CentralEntry, at: number, limit: number): number | null {
  const bytes = source.read(at, Math.min(24, limit - at));
  for (const [signature, wide] of [
    [4, 0],
    [4, 4],
    [0, 0],
    [0, 4],
  ] as const) {
    const length = signature + 12 + 2 * wide;
    if (bytes.length < length || (signature > 0 && bytes.readUInt32LE(0) !== DESCRIPTOR_SIGNATURE)) continue;
    const size = (from: number) => (wide > 0 ? Number(bytes.readBigUInt64LE(from)) : bytes.readUInt32LE(from));
    const sums = [bytes.readUInt32LE(signature), size(signature + 4), size(signature + 8 + wide)];
    if (sums[0] === entry.crc32 && sums[1] === entry.compressedSize && sums[2] === entry.size) return length;
  }
  return null;
}

/** Returns an entry's byte range after comparing its local header with the central directory; null, with a fault, if it is unknown. */
export function readLocal(source: ByteSource, entry: CentralEntry, limit: number, list: FaultList): Extent | null {
  const header = headerAt(source, entry, limit, list);
  if (!header) return null;
  const extra = extraFields(header.subarray(LOCAL.size + header.readUInt16LE(26)));
  if (!extra) list.fault(entry.name, "has extra fields that overlap or are cut off, in its own header");
  const other = extra?.get(UNICODE_PATH)?.subarray(5);
  if (other && !other.equals(entry.nameBytes)) list.fault(entry.name, "has a second name in an extra field of its own header");
  const differing = differences(header, entry, extra);
  if (differing.length > 0) {
    list.fault(
      entry.name,
      `its own header and the archive's list differ in ${differing.join(", ")}: readers would take it differently`,
    );
  }
  if (header.length > LOCAL.size + entry.nameBytes.length) list.deviation(entry.name, "has extra fields in its own header");
  const times = [header.readUInt16LE(4), header.readUInt16LE(10), header.readUInt16LE(12)];
  if (times[0] !== entry.needed || times[1] !== entry.time || times[2] !== entry.date) {
    list.deviation(entry.name, "its own header has another version or time than the archive's list");
  }
  const data = entry.header + header.length;
  let end = data + entry.compressedSize;
  if ((entry.flags & DESCRIPTOR) !== 0) {
    const length = descriptorLength(source, entry, end, limit);
    if (length === null) list.fault(entry.name, "announces its checksum and size after its contents, and they are not there");
    end += length ?? 0;
  }
  return { entry, start: entry.header, data, end };
}
