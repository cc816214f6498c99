/** The signature and size in bytes of a local header of a zip (PKWARE's APPNOTE.TXT 6.3.10, section 4.3); those of other records follow. */
export const LOCAL = { signature: 0x04034b50, size: 30 } as const;
export const CENTRAL = { signature: 0x02014b50, size: 46 } as const;
export const END = { signature: 0x06054b50, size: 22 } as const;
export const END64 = { signature: 0x06064b50, size: 56 } as const;
export const LOCATOR64 = { signature: 0x07064b50, size: 20 } as const;
export const DESCRIPTOR_SIGNATURE = 0x08074b50;

export const STORE = 0;
export const DEFLATE = 8;
export const ENCRYPTED_ENTRY = 0x0001;
export const DESCRIPTOR = 0x0008;
export const STRONG = 0x0040;
export const UTF8 = 0x0800;
export const MASKED_HEADER = 0x2000;

/** The value of a 16-bit field of a zip that is too small for its number, so that the number is in a zip64 record. */
export const FULL16 = 0xffff;
export const FULL32 = 0xffffffff;

/** Header fields of every entry of a swap bundle: made on Unix by zip version 2.0, an ordinary file 0644, UTF-8 name, 1980-01-01 00:00. */
export const FIXED_FIELDS = { madeBy: 0x0314, needed: 20, flags: UTF8, time: 0, date: 0x0021, mode: 0o100644 } as const;

export interface EntrySums {
  readonly crc32: number;
  readonly size: number;
}

/** The offset of the checksum, which both sizes follow, in a local header of a zip. */
export const SUMS_AT = 14;

/** Returns an entry's checksum, compressed and unpacked size (equal, as a bundle is not compressed) as 12 bytes of a zip header. */
export function sumsBytes({ crc32, size }: EntrySums): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32LE(crc32, 0);
  bytes.writeUInt32LE(size, 4);
  bytes.writeUInt32LE(size, 8);
  return bytes;
}

/** Writes the fields that a zip's local header and central record have in common: from "version needed" to the length of the name. */
function sharedFields(into: Buffer, at: number, sums: EntrySums, nameLength: number): void {
  into.writeUInt16LE(FIXED_FIELDS.needed, at);
  into.writeUInt16LE(FIXED_FIELDS.flags, at + 2);
  into.writeUInt16LE(STORE, at + 4);
  into.writeUInt16LE(FIXED_FIELDS.time, at + 6);
  into.writeUInt16LE(FIXED_FIELDS.date, at + 8);
  sumsBytes(sums).copy(into, at + 10);
  into.writeUInt16LE(nameLength, at + 22);
}

/** Returns the local header of a bundle's entry, with the entry's name. */
export function localRecord(name: Uint8Array, sums: EntrySums): Buffer {
  const head = Buffer.alloc(LOCAL.size);
  head.writeUInt32LE(LOCAL.signature, 0);
  sharedFields(head, 4, sums, name.length);
  return Buffer.concat([head, name]);
}

/**
 * Returns the central directory record of a bundle's entry, with its name.
 * @param offset the offset of the entry's local header in the zip
 */
export function centralRecord(name: Uint8Array, sums: EntrySums, offset: number): Buffer {
  const head = Buffer.alloc(CENTRAL.size);
  head.writeUInt32LE(CENTRAL.signature, 0);
  head.writeUInt16LE(FIXED_FIELDS.madeBy, 4);
  sharedFields(head, 6, sums, name.length);
  head.writeUInt32LE((FIXED_FIELDS.mode << 16) >>> 0, 38);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

/** Returns a zip's end record ("end of central directory record"), without a comment. */
export function endRecord(entries: number, centralSize: number, centralOffset: number): Buffer {
  const end = Buffer.alloc(END.size);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(centralSize, 12);
  end.writeUInt32LE(centralOffset, 16);
  return end;
}
