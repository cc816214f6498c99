import { type CentralEntry, readCentral } from "./central.ts";
import { findDirectory } from "./end.ts";
import { FaultList } from "./faults.ts";
import { type Extent, readLocal } from "./local.ts";
import type { Archive, ZipEntry } from "./types.ts";
import type { ByteSource } from "./bytes.ts";

const FOLDER = 0o040000;

function entryOf({ entry, data }: Extent): ZipEntry {
  return {
    name: entry.name,
    method: entry.method,
    size: entry.size,
    compressedSize: entry.compressedSize,
    crc32: entry.crc32,
    flags: entry.flags,
    mode: entry.mode,
    folder: /[\\/]$/.test(entry.name) || (entry.mode & 0o170000) === FOLDER,
    offset: data,
  };
}

/**
 * Checks that every byte before the central directory of a zip belongs to exactly one entry. Bytes of two entries, a trick of zip bombs,
 * are a fault; bytes of no entry are a deviation.
 */
function judgeLayout(extents: readonly Extent[], limit: number, list: FaultList): void {
  let end = 0;
  let last: CentralEntry | null = null;
  for (const extent of [...extents].sort((a, b) => a.start - b.start)) {
    if (extent.start < end && last) list.fault(extent.entry.name, SHARED);
    if (extent.start > end) list.deviation(extent.entry.name, `${extent.start - end} bytes before it belong to no entry`);
    end = Math.max(end, extent.end);
    last = extent.entry;
  }
  if (end > limit) list.fault(last?.name ?? null, "reaches into the archive's list of entries");
  if (end < limit) list.deviation(null, `has ${limit - end} bytes before its list of entries that belong to no entry`);
  if (extents.some(({ start }, i) => start < (extents[i - 1]?.start ?? 0)))
    list.deviation(null, "lists its entries in another order than they lie");
}

const SHARED = "shares bytes of the archive with another entry: it looks like a zip bomb";

/**
 * Returns the byte ranges of all entries after reading their local headers. Stops, with a fault, as soon as the entries have together more
 * bytes than precede the central directory: they then overlap, and reading all of them could take hours.
 */
function readLocals(source: ByteSource, listed: readonly CentralEntry[], limit: number, list: FaultList): Extent[] {
  const extents: Extent[] = [];
  let taken = 0;
  for (const entry of listed) {
    const extent = readLocal(source, entry, limit, list);
    if (!extent) continue;
    taken += extent.end - extent.start;
    extents.push(extent);
    if (taken > limit) {
      list.fault(entry.name, SHARED);
      return extents;
    }
  }
  return extents;
}

/**
 * Reads the central directory of a zip and every local header, and compares both; does not read the contents of entries. Returns faults,
 * and never throws because of the bytes; `gate` decides about refusal. It is our own code because no library checks both headers and the
 * layout.
 */
export function readZip(source: ByteSource): Archive {
  const list = new FaultList();
  const directory = findDirectory(source, list);
  if (!directory) return { entries: [], faults: list.faults, deviations: list.deviations };
  const listed = readCentral(source, directory, list);
  const extents = readLocals(source, listed, directory.offset, list);
  // the layout is checked only if every entry's byte range is known: otherwise the bytes of a faulty entry would seem to belong to none
  const whole = extents.length === directory.entries && !list.faults.some(({ problem }) => problem === SHARED);
  if (whole) judgeLayout(extents, directory.offset, list);
  return { entries: extents.map(entryOf), faults: list.faults, deviations: list.deviations };
}
