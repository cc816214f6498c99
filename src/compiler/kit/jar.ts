import { constants, inflateRawSync } from "node:zlib";
import { type ByteSource, type ZipEntry, readZip } from "../../kernel/index.ts";
import { CLASS_HEAD, classMajor, countsForFloor } from "./class-version.ts";

/** The facts from the class files of a jar; `fault` is the reason why the jar cannot be read. */
export interface JarFacts {
  /** The highest class-file version; null for a jar without classes. */
  readonly classVersion: number | null;
  readonly classes: number;
  readonly fault: string | null;
}

/** Enough compressed bytes to decode the first eight bytes: the code tables of a DEFLATE block need fewer than 300. */
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

/** Reads the first bytes of every class of a jar (docs/kits.md) without unpacking the jar. */
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
