import { append } from "../diagnostic/lists.ts";
import { LIMITS } from "./limits.ts";
import { NameGate } from "./names.ts";
import { STORE } from "./records.ts";
import type { Archive, ArchiveFault, Purpose, ZipEntry } from "./types.ts";

export { namesGate, withSlashes } from "./names.ts";

const TYPE = 0o170000;
const TYPES: ReadonlyMap<number, string> = new Map([
  [0o120000, "a symbolic link"],
  [0o010000, "a pipe"],
  [0o020000, "a device"],
  [0o060000, "a device"],
  [0o140000, "a socket"],
]);
const FILE = 0o100000;
const FOLDER = 0o040000;
const SPECIAL = 0o6000;

/** Returns why a zip's entry is no ordinary file or folder, by its Unix mode bits; null if it is one, or if the bits state no type. */
function modeFault({ mode, folder }: ZipEntry): string | null {
  const type = mode & TYPE;
  if (type === 0 || type === FOLDER || (type === FILE && !folder)) {
    return !folder && (mode & SPECIAL) !== 0 ? "would run with the rights of its owner or group (setuid, setgid)" : null;
  }
  return type === FILE
    ? "is a file by its mode and a folder by its name"
    : `is ${TYPES.get(type) ?? "of an unknown type"}, not a file`;
}

function entryFaults(entry: ZipEntry, purpose: Purpose): string[] {
  const faults: string[] = [];
  const mode = modeFault(entry);
  if (mode !== null) faults.push(mode);
  if (entry.folder && entry.size > 0) faults.push(`is a folder and has ${entry.size} bytes of contents`);
  if (entry.size > LIMITS.ratioFrom && entry.size / Math.max(1, entry.compressedSize) > LIMITS.ratio) {
    faults.push(
      `would grow from ${entry.compressedSize} to ${entry.size} bytes: more than ${LIMITS.ratio} times: it looks like a zip bomb`,
    );
  }
  if (purpose === "kit") return faults;
  if (entry.method !== STORE) faults.push("is compressed; a bundle's files are stored as they are");
  if (entry.folder) faults.push("is a folder; a bundle has files only");
  return faults;
}

function totalFaults(entries: readonly ZipEntry[]): ArchiveFault[] {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  return total > LIMITS.total
    ? [{ entry: null, problem: `would unpack to ${total} bytes; at most ${LIMITS.total} are taken` }]
    : [];
}

/**
 * Returns all faults of a zip for which a kit or a bundle is refused before Tierwright reads the content of any entry. `contentOf` checks
 * the contents; the comparison with a bundle's manifest is elsewhere.
 */
export function gate(archive: Archive, purpose: Purpose): readonly ArchiveFault[] {
  const names = new NameGate(purpose);
  const found: ArchiveFault[] = [...archive.faults];
  for (const entry of archive.entries) {
    // if only the mode bits of an entry show that it is a folder, its name is checked as that of a folder, too
    const name = entry.folder && !/[\\/]$/.test(entry.name) ? `${entry.name}/` : entry.name;
    for (const problem of [...names.judge(name), ...entryFaults(entry, purpose)]) found.push({ entry: entry.name, problem });
  }
  append(found, totalFaults(archive.entries));
  return purpose === "kit" ? found : [...found, ...archive.deviations];
}
