import type { FaultList } from "./faults.ts";
import type { Directory } from "./end.ts";
import { extraFields, UNICODE_PATH, ZIP64 } from "./extra.ts";
import { LIMITS } from "./limits.ts";
import {
  CENTRAL,
  DEFLATE,
  ENCRYPTED_ENTRY,
  FIXED_FIELDS,
  FULL16,
  FULL32,
  MASKED_HEADER,
  STORE,
  STRONG,
  UTF8,
} from "./records.ts";
import type { ByteSource } from "./bytes.ts";

/** One entry as the central directory of a zip describes it. `header` is the offset at which the entry's local header should be. */
export interface CentralEntry {
  readonly name: string;
  readonly nameBytes: Buffer;
  readonly needed: number;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly mode: number;
  readonly header: number;
}

const UTF8_DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Returns the name of a zip's entry as text. Reports a fault if its bytes are not UTF-8, because zip programs on different machines can
 * then read different names.
 */
function nameOf(bytes: Buffer, flags: number, list: FaultList): string {
  try {
    const name = UTF8_DECODER.decode(bytes);
    if ((flags & UTF8) === 0 && bytes.length !== name.length) list.deviation(name, "has a name that is not marked as UTF-8");
    return name;
  } catch {
    const name = bytes.toString("utf8");
    list.fault(
      name,
      "has a name that is not UTF-8: pack the files again with a tool that writes UTF-8 names, or unpack and take the folder",
    );
    return name;
  }
}

/** Returns an entry's sizes and offset: each from the zip64 field if its own field is 0xFFFFFFFF; null if the zip64 field is too short. */
function wideFields(
  record: Buffer,
  extra: ReadonlyMap<number, Buffer>,
): { size: number; compressedSize: number; header: number } | null {
  const narrow = [record.readUInt32LE(24), record.readUInt32LE(20), record.readUInt32LE(42)];
  const wide = extra.get(ZIP64);
  let at = 0;
  const values = narrow.map((value) => {
    if (value !== FULL32 || !wide) return value;
    if (at + 8 > wide.length) return null;
    at += 8;
    return Number(wide.readBigUInt64LE(at - 8));
  });
  const [size, compressedSize, header] = values;
  if (size == null || compressedSize == null || header == null) return null;
  return { size, compressedSize, header };
}

/**
 * Returns the Unix mode bits of a zip's entry; 0 if the entry was not made on Unix and the bits contain no file type. Bits with a file type
 * count whatever system made the entry, so that no symbolic link passes as an ordinary file.
 */
function modeOf(madeBy: number, external: number): number {
  const mode = external >>> 16;
  const unix = madeBy >> 8 === 3 || madeBy >> 8 === 19;
  return unix || (mode & 0o170000) !== 0 ? mode : 0;
}

const REPARSE_POINT = 0x400;

function judge(record: Buffer, entry: CentralEntry, list: FaultList): void {
  if ((entry.flags & (ENCRYPTED_ENTRY | STRONG | MASKED_HEADER)) !== 0)
    list.fault(entry.name, "is encrypted: its content cannot be checked");
  if (entry.method !== STORE && entry.method !== DEFLATE) {
    list.fault(entry.name, `is compressed by method ${entry.method}; only STORE (0) and DEFLATE (8) are read`);
  }
  if (entry.method === STORE && entry.size !== entry.compressedSize) {
    list.fault(entry.name, `is stored and says ${entry.compressedSize} bytes in the archive, ${entry.size} outside of it`);
  }
  if (record.readUInt16LE(34) !== 0 && record.readUInt16LE(34) !== FULL16)
    list.fault(entry.name, "lies in another part of the archive");
  if ((record.readUInt32LE(38) & REPARSE_POINT) !== 0)
    list.fault(entry.name, "is a link (a reparse point of Windows), not a file");
}

/** Reports a deviation for every field of a central directory record that differs from its fixed value in a swap bundle. */
function compare(record: Buffer, list: FaultList, name: string): void {
  const expected: readonly (readonly [string, number, number])[] = [
    ["made-by", record.readUInt16LE(4), FIXED_FIELDS.madeBy],
    ["version needed", record.readUInt16LE(6), FIXED_FIELDS.needed],
    ["flags", record.readUInt16LE(8), FIXED_FIELDS.flags],
    ["method", record.readUInt16LE(10), STORE],
    ["time", record.readUInt16LE(12), FIXED_FIELDS.time],
    ["date", record.readUInt16LE(14), FIXED_FIELDS.date],
    ["length of extra fields", record.readUInt16LE(30), 0],
    ["length of comment", record.readUInt16LE(32), 0],
    ["disk", record.readUInt16LE(34), 0],
    ["internal attributes", record.readUInt16LE(36), 0],
    ["external attributes", record.readUInt32LE(38), (FIXED_FIELDS.mode << 16) >>> 0],
  ];
  for (const [what, found, wanted] of expected) {
    if (found !== wanted) list.deviation(name, `${what} is 0x${found.toString(16)}; in a bundle it is 0x${wanted.toString(16)}`);
  }
}

function read(record: Buffer, list: FaultList): CentralEntry | null {
  const nameEnd = CENTRAL.size + record.readUInt16LE(28);
  const nameBytes = record.subarray(CENTRAL.size, nameEnd);
  const flags = record.readUInt16LE(8);
  const name = nameOf(nameBytes, flags, list);
  const extra = extraFields(record.subarray(nameEnd, nameEnd + record.readUInt16LE(30)));
  if (!extra) list.fault(name, "has extra fields that overlap or are cut off");
  const fields = wideFields(record, extra ?? new Map());
  if (!fields) {
    list.fault(name, "has a zip64 field that is too short for what it should hold");
    return null;
  }
  const other = extra?.get(UNICODE_PATH)?.subarray(5);
  if (other && !other.equals(nameBytes))
    list.fault(name, "has a second name in an extra field: which one counts depends on the reader");
  const entry: CentralEntry = {
    name,
    nameBytes,
    needed: record.readUInt16LE(6),
    flags,
    method: record.readUInt16LE(10),
    time: record.readUInt16LE(12),
    date: record.readUInt16LE(14),
    crc32: record.readUInt32LE(16),
    ...fields,
    mode: modeOf(record.readUInt16LE(4), record.readUInt32LE(38)),
  };
  judge(record, entry, list);
  compare(record, list, name);
  return entry;
}

function tooLarge({ entries, size }: Directory): string | null {
  if (entries > LIMITS.entries) return `has ${entries} entries; at most ${LIMITS.entries} are taken`;
  return size > LIMITS.directory ? `has a list of entries of ${size} bytes; at most ${LIMITS.directory} are read` : null;
}

/**
 * Reads all records of a zip's central directory, in its order. Reports a fault and stops at the first damaged record. Also reports a fault
 * if bytes follow the announced number of records, or if the directory exceeds LIMITS.
 */
export function readCentral(source: ByteSource, directory: Directory, list: FaultList): CentralEntry[] {
  const entries: CentralEntry[] = [];
  const refused = tooLarge(directory);
  if (refused !== null) list.fault(null, refused);
  if (refused !== null) return entries;
  const bytes = source.read(directory.offset, directory.size);
  let at = 0;
  for (let count = 0; count < directory.entries; count++) {
    const fixed = at + CENTRAL.size <= bytes.length && bytes.readUInt32LE(at) === CENTRAL.signature;
    const end = fixed
      ? at + CENTRAL.size + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
      : 0;
    if (!fixed || end > bytes.length) {
      list.fault(null, `has a damaged list of entries: it announces ${directory.entries}, and record ${count + 1} is not one`);
      return entries;
    }
    const entry = read(bytes.subarray(at, end), list);
    if (entry) entries.push(entry);
    at = end;
  }
  if (at < bytes.length) list.fault(null, `has more in its list of entries than the ${directory.entries} that it announces`);
  return entries;
}
