import { crc32, deflateRawSync } from "node:zlib";
import { gate } from "../../../src/kernel/archive/gate.ts";
import { contentOf } from "../../../src/kernel/archive/content.ts";
import { readZip } from "../../../src/kernel/archive/reader.ts";
import { ArchiveRefused } from "../../../src/kernel/archive/refused.ts";
import type { ArchiveFault, Purpose } from "../../../src/kernel/archive/types.ts";
import type { ByteSink, ByteSource } from "../../../src/kernel/archive/bytes.ts";

/** Fields of a header as a test wants them; what is left out is as in a bundle. */
export interface Fields {
  madeBy?: number;
  needed?: number;
  flags?: number;
  method?: number;
  time?: number;
  date?: number;
  crc?: number;
  compressed?: number;
  size?: number;
  name?: Uint8Array;
  extra?: Uint8Array;
  comment?: Uint8Array;
  disk?: number;
  internal?: number;
  external?: number;
  offset?: number;
}

/** One entry. `fields` go into both headers, `local` and `central` into one of them. */
export interface Made {
  name: string;
  data?: Uint8Array;
  deflate?: boolean;
  fields?: Fields;
  local?: Fields;
  central?: Fields;
  before?: Uint8Array;
  after?: Uint8Array;
}

export interface MadeEnd {
  comment?: Uint8Array;
  /** Between the central directory and the end record. */
  between?: (centralAt: number, centralSize: number, entries: number) => Uint8Array;
  beforeCentral?: Uint8Array;
  behind?: Uint8Array;
  disk?: number;
  here?: number;
  entries?: number;
  size?: number;
  offset?: number;
}

const u16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const NONE = Buffer.alloc(0);

const localBytes = (f: Required<Fields>) =>
  Buffer.concat([
    u32(0x04034b50),
    u16(f.needed, f.flags, f.method, f.time, f.date),
    u32(f.crc, f.compressed, f.size),
    u16(f.name.length, f.extra.length),
    f.name,
    f.extra,
  ]);

const centralBytes = (f: Required<Fields>) =>
  Buffer.concat([
    u32(0x02014b50),
    u16(f.madeBy, f.needed, f.flags, f.method, f.time, f.date),
    u32(f.crc, f.compressed, f.size),
    u16(f.name.length, f.extra.length, f.comment.length, f.disk, f.internal),
    u32(f.external, f.offset),
    f.name,
    f.extra,
    f.comment,
  ]);

/** A zip made byte by byte, apart from the code under test (fields: APPNOTE 4.3.7, 4.3.12, 4.3.16). */
export function zipBytes(entries: readonly Made[], end: MadeEnd = {}): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  const put = (bytes: Uint8Array) => {
    parts.push(Buffer.from(bytes));
    at += bytes.length;
  };
  for (const made of entries) {
    const data = made.data ?? Buffer.from("x");
    const packed = made.deflate ? deflateRawSync(data, { level: 9 }) : data;
    put(made.before ?? NONE);
    const base: Required<Fields> = {
      ...{ madeBy: 0x0314, needed: 20, flags: 0x0800, method: made.deflate ? 8 : 0, time: 0, date: 0x21 },
      ...{
        crc: crc32(data),
        compressed: packed.length,
        size: data.length,
        name: Buffer.from(made.name),
        extra: NONE,
        comment: NONE,
      },
      ...{ disk: 0, internal: 0, external: 0x81a40000, offset: at },
      ...made.fields,
    };
    put(localBytes({ ...base, ...made.local }));
    put(packed);
    put(made.after ?? NONE);
    central.push(centralBytes({ ...base, ...made.central }));
  }
  put(end.beforeCentral ?? NONE);
  const list = Buffer.concat(central);
  const comment = end.comment ?? NONE;
  return Buffer.concat([
    ...parts,
    list,
    end.between?.(at, list.length, entries.length) ?? NONE,
    u32(0x06054b50),
    u16(end.disk ?? 0, end.disk ?? 0, end.here ?? end.entries ?? entries.length, end.entries ?? entries.length),
    u32(end.size ?? list.length, end.offset ?? at),
    u16(comment.length),
    comment,
    end.behind ?? NONE,
  ]);
}

/** A zip64 end record and its locator (APPNOTE 4.3.14, 4.3.15), with values that a test may set. */
export function zip64End(at: number, values: { entries: number; size: number; offset: number }, recordAt = at): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(values.entries), 24);
  record.writeBigUInt64LE(BigInt(values.entries), 32);
  record.writeBigUInt64LE(BigInt(values.size), 40);
  record.writeBigUInt64LE(BigInt(values.offset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(recordAt), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/** Sums behind an entry's contents (APPNOTE 4.3.9): with or without their signature, sizes of 32 or 64 bits. */
export function descriptor(data: Uint8Array, compressed = data.length, signed = true, wide = false): Buffer {
  const sizes = wide
    ? Buffer.from(BigUint64Array.of(BigInt(compressed), BigInt(data.length)).buffer)
    : u32(compressed, data.length);
  return Buffer.concat([signed ? u32(0x08074b50) : NONE, u32(crc32(data)), sizes]);
}

/** An extra field (APPNOTE 4.5.1). */
export const extra = (id: number, bytes: Uint8Array): Buffer => Buffer.concat([u16(id, bytes.length), bytes]);

/** Numbers of 64 bits. */
export const long = (...values: number[]): Buffer => Buffer.from(BigUint64Array.from(values.map(BigInt)).buffer);

/** A buffer as a source; reading beyond it is an error of the reader and fails the test. */
export function sourceOf(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read(position, length) {
      if (!(position >= 0 && length >= 0 && position + length <= bytes.length)) {
        throw new RangeError(`read ${length} bytes at ${position} of ${bytes.length}`);
      }
      return bytes.subarray(position, position + length);
    },
  };
}

/** A sink that grows in memory. */
export function memorySink(): ByteSink & { bytes(): Buffer } {
  const parts: Buffer[] = [];
  let whole = NONE as Buffer;
  const join = () => {
    whole = Buffer.concat([whole, ...parts.splice(0)]);
    return whole;
  };
  return {
    write: (bytes) => void parts.push(Buffer.from(bytes)),
    writeAt: (position, bytes) => join().set(bytes, position),
    bytes: join,
  };
}

/** All faults of an archive: what the gate says and, when it says nothing, the first that its contents show. Anything else that is thrown fails. */
export async function faultsOf(bytes: Buffer, purpose: Purpose): Promise<readonly ArchiveFault[]> {
  const source = sourceOf(bytes);
  const archive = readZip(source);
  const faults = gate(archive, purpose);
  if (faults.length > 0) return faults;
  for (const entry of archive.entries) {
    try {
      let size = 0;
      for await (const chunk of contentOf(source, entry)) size += chunk.length;
      if (size > entry.size) throw new Error(`${size} bytes came out of ${entry.name}, which says ${entry.size}`);
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      return [{ entry: error.entry, problem: error.problem }];
    }
  }
  return [];
}

/** The faults as lines "entry: problem". */
export async function refusals(bytes: Buffer, purpose: Purpose): Promise<string[]> {
  return (await faultsOf(bytes, purpose)).map(({ entry, problem }) => (entry === null ? problem : `${entry}: ${problem}`));
}
