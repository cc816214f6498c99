import { constants, inflateRawSync } from "node:zlib";
import { type ByteSource, type ZipEntry, readZip } from "../../kernel/index.ts";
import { CLASS_HEAD, classMajor, countsForFloor } from "./class-version.ts";

/** Facts about the classes of a jar. `fault` says why the jar cannot be read; null if it can be read. */
export interface JarFacts {
  /** Highest class-file version; null for a jar without classes. */
  readonly classVersion: number | null;
  readonly classes: number;
  readonly fault: string | null;
}

/**
 * Number of compressed bytes from which the first eight bytes of a class can always be decoded: the code tables at the start of a DEFLATE
 * block have less than 300 bytes.
 */
const HEAD = 1024;

function headOf(source: ByteSource, entry: ZipEntry): Uint8Array {
  const raw = source.read(entry.offset, Math.min(entry.compressedSize, entry.method === 0 ? CLASS_HEAD : HEAD));
  if (entry.method === 0) return raw;
  try {
    return inflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
}

/** Returns the highest class-file version of a jar and the number of its classes, from the first bytes of each class (docs/kits.md). */
export function jarFacts(source: ByteSource): JarFacts {
  const { entries, faults } = readZip(source);
  const [fault] = faults;
  if (fault && entries.length === 0) return { classVersion: null, classes: 0, fault: fault.problem };
  let highest: number | null = null;
  let classes = 0;
  for (const entry of entries) {
    if (entry.folder || !countsForFloor(entry.name)) continue;
    const major = classMajor(headOf(source, entry));
    if (major === null) continue;
    classes++;
    if (highest === null || major > highest) highest = major;
  }
  return { classVersion: highest, classes, fault: null };
}
