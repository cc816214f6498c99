import { crc32 } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  /** As the central directory states it. */
  readonly crc: number;
  readonly crcOfBytes: number;
  readonly bytes: Buffer;
}

/** Entries of a stored zip by its central directory (APPNOTE 4.3.12); throws where the bytes are no such archive. */
export function readStoredZip(zip: Buffer): ZipEntry[] {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error("no end record at the end");
  const count = zip.readUInt16LE(end + 10);
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`no central record at ${at}`);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("latin1", at + 46, at + 46 + nameLength);
    entries.push(localEntry(zip, zip.readUInt32LE(at + 42), name, zip.readUInt32LE(at + 16)));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (at !== end) throw new Error("the central directory does not end where the end record starts");
  return entries;
}

function localEntry(zip: Buffer, at: number, name: string, crc: number): ZipEntry {
  if (zip.readUInt32LE(at) !== 0x04034b50) throw new Error(`${name}: no local header at ${at}`);
  const nameLength = zip.readUInt16LE(at + 26);
  if (zip.toString("latin1", at + 30, at + 30 + nameLength) !== name)
    throw new Error(`${name}: the local header has another name`);
  if (zip.readUInt32LE(at + 14) !== crc) throw new Error(`${name}: the local header has another CRC`);
  const size = zip.readUInt32LE(at + 18);
  if (size !== zip.readUInt32LE(at + 22)) throw new Error(`${name}: a stored entry has one size`);
  const start = at + 30 + nameLength + zip.readUInt16LE(at + 28);
  const bytes = zip.subarray(start, start + size);
  return { name, method: zip.readUInt16LE(at + 8), crc, crcOfBytes: crc32(bytes), bytes };
}
