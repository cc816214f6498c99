import type { FaultList } from "./faults.ts";
import { END, END64, FULL16, FULL32, LOCATOR64 } from "./records.ts";
import type { ByteSource } from "./bytes.ts";

/** The number of entries that the end record of a zip announces, with the offset and size of the zip's central directory in bytes. */
export interface Directory {
  readonly entries: number;
  readonly offset: number;
  readonly size: number;
}

interface EndFields extends Directory {
  readonly disk: number;
  readonly directoryDisk: number;
  readonly entriesHere: number;
}

const SIGNATURE = Buffer.from("PK\x05\x06", "latin1");
const LONGEST_COMMENT = 0xffff;

function fieldsOf(end: Buffer): EndFields {
  return {
    disk: end.readUInt16LE(4),
    directoryDisk: end.readUInt16LE(6),
    entriesHere: end.readUInt16LE(8),
    entries: end.readUInt16LE(10),
    size: end.readUInt32LE(12),
    offset: end.readUInt32LE(16),
  };
}

/** Reads a 64-bit number from a zip. Returns infinity, which is larger than any file, for one that JavaScript cannot represent exactly. */
function long(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value);
}

function fieldsOf64(end: Buffer): EndFields {
  return {
    disk: end.readUInt32LE(16),
    directoryDisk: end.readUInt32LE(20),
    entriesHere: long(end, 24),
    entries: long(end, 32),
    size: long(end, 40),
    offset: long(end, 48),
  };
}

/** Returns the offset of the end record within `tail`, the last bytes of a zip; null, with a fault, if there is none or more than one. */
function endPosition(tail: Buffer, list: FaultList): number | null {
  const fitting: number[] = [];
  for (let at = tail.indexOf(SIGNATURE); at >= 0; at = tail.indexOf(SIGNATURE, at + 1)) {
    if (at + END.size <= tail.length && at + END.size + tail.readUInt16LE(at + 20) === tail.length) fitting.push(at);
  }
  const [first] = fitting;
  if (first === undefined) {
    list.fault(null, "is not a complete zip archive: the record at its end is missing, cut off or followed by other bytes");
    return null;
  }
  // some zip readers use the first end record, others the last
  if (tail.indexOf(SIGNATURE, first + 1) >= 0) {
    list.fault(null, "has more than one end record: which list of entries is meant is not certain");
    return null;
  }
  if (tail.length - first > END.size) list.deviation(null, "has a comment");
  return first;
}

const WIDTHS = {
  disk: FULL16,
  directoryDisk: FULL16,
  entriesHere: FULL16,
  entries: FULL16,
  size: FULL32,
  offset: FULL32,
} as const;

/** Returns the fields of a zip's zip64 end record, or in words why the zip is refused. */
function end64(source: ByteSource, locator: Buffer, locatorAt: number, small: EndFields): EndFields | string {
  const at = long(locator, 8);
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) > 1) return "is one part of an archive in several parts";
  if (at + END64.size > locatorAt) return "has a zip64 end record that lies outside of the file";
  const record = source.read(at, END64.size);
  if (record.readUInt32LE(0) !== END64.signature) return "announces a zip64 end record where none is";
  if (at + 12 + long(record, 4) !== locatorAt) return "has a zip64 end record of another length than it declares";
  const fields = fieldsOf64(record);
  for (const field of Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]) {
    if (small[field] !== WIDTHS[field] && small[field] !== fields[field])
      return "says two different things in its end record and its zip64 end record";
  }
  return fields;
}

/** Finds the central directory by the end record of a zip. Returns null, with a fault, if a record is missing or contradicts another. */
export function findDirectory(source: ByteSource, list: FaultList): Directory | null {
  const tailLength = Math.min(source.size, END.size + LONGEST_COMMENT);
  const tail = source.read(source.size - tailLength, tailLength);
  const inTail = endPosition(tail, list);
  if (inTail === null) return null;
  let limit = source.size - tailLength + inTail;
  let fields = fieldsOf(tail.subarray(inTail));
  const locatorAt = limit - LOCATOR64.size;
  const locator = locatorAt < 0 ? null : source.read(locatorAt, LOCATOR64.size);
  if (locator?.readUInt32LE(0) === LOCATOR64.signature) {
    const read = end64(source, locator, locatorAt, fields);
    if (typeof read === "string") {
      list.fault(null, read);
      return null;
    }
    list.deviation(null, "has zip64 records");
    fields = read;
    limit = long(locator, 8);
  }
  const problem = placeFault(fields, limit);
  if (problem !== null) list.fault(null, problem);
  return problem === null ? fields : null;
}

function placeFault(fields: EndFields, limit: number): string | null {
  if (fields.disk !== 0 || fields.directoryDisk !== 0 || fields.entriesHere !== fields.entries) {
    return "is one part of an archive in several parts";
  }
  if (fields.offset + fields.size !== limit) {
    return "has its list of entries elsewhere than it declares: bytes were added or are missing";
  }
  return null;
}
