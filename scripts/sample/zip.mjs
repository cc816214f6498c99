// Writes zip files whose bytes depend on nothing but names and contents: entries stored, in the given order, 1980-01-01, no extra fields,
// no folders.
import { crc32 } from "node:zlib";

const VERSION = 10;
const MIDNIGHT = 0;
const FIRST_OF_JANUARY_1980 = 0x21;

/** Returns the fields that a local header and a central record share (APPNOTE 4.3.7, 4.3.12). */
function common(name, bytes) {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(VERSION, 0);
  head.writeUInt16LE(MIDNIGHT, 6);
  head.writeUInt16LE(FIRST_OF_JANUARY_1980, 8);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return head;
}

function signature(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function centralRecord(name, bytes, offset) {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(VERSION);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, common(name, bytes), tail, Buffer.from(name)]);
}

function endRecord(count, size, offset) {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), end]);
}

/**
 * Returns a zip file.
 * @param {Iterable<readonly [string, Uint8Array]>} entries ASCII names with '/', and their bytes
 * @returns {Buffer}
 */
export function storedZip(entries) {
  const local = [];
  const central = [];
  let offset = 0;
  for (const [name, bytes] of entries) {
    const part = Buffer.concat([signature(0x04034b50), common(name, bytes), Buffer.from(name), bytes]);
    local.push(part);
    central.push(centralRecord(name, bytes, offset));
    offset += part.length;
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...local, directory, endRecord(central.length, directory.length, offset)]);
}
