import { type ArchiveFault, ArchiveRefused, type ByteSource, type ZipEntry, storedContent } from "../../kernel/index.ts";
import type { BundleManifest } from "./manifest.ts";
import { MANIFEST_ENTRY } from "./manifest-rules.ts";

/**
 * The largest size in bytes of a bundle's manifest.json: enough for the 65,535 files that a zip can have, and small enough to read at once.
 */
export const LARGEST_MANIFEST = 16 * 1024 * 1024;

/** Returns the bytes of manifest.json, a bundle's first entry. Throws ArchiveRefused if it is missing, not first, or too large. */
export function manifestBytesOf(source: ByteSource, entries: readonly ZipEntry[]): Buffer {
  const [first] = entries;
  if (first?.name !== MANIFEST_ENTRY) {
    const elsewhere = entries.some(({ name }) => name === MANIFEST_ENTRY);
    throw new ArchiveRefused(
      null,
      elsewhere
        ? `does not begin with ${MANIFEST_ENTRY}, which a reader needs first`
        : `has no ${MANIFEST_ENTRY}, so it is not a bundle`,
    );
  }
  if (first.size > LARGEST_MANIFEST)
    throw new ArchiveRefused(MANIFEST_ENTRY, `has ${first.size} bytes; at most ${LARGEST_MANIFEST} are read`);
  return Buffer.concat([...storedContent(source, first)]);
}

/** Returns how the entries of a bundle's zip differ from the file list of its manifest, by name, size and order. */
export function setFaults(manifest: BundleManifest, entries: readonly ZipEntry[]): readonly ArchiveFault[] {
  const faults: ArchiveFault[] = [];
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  const present = new Set(entries.map(({ name }) => name));
  for (const { name, size } of entries.slice(1)) {
    const file = listed.get(name);
    if (!file) faults.push({ entry: name, problem: "is not listed in the manifest" });
    else if (file.size !== size) faults.push({ entry: name, problem: `has ${size} bytes; the manifest lists ${file.size}` });
  }
  for (const { path } of manifest.files) {
    if (!present.has(path)) faults.push({ entry: path, problem: "is missing: the manifest lists it" });
  }
  const names = entries.slice(1).map(({ name }) => name);
  const sorted = manifest.files.map(({ path }) => path);
  if (faults.length === 0 && names.some((name, i) => name !== sorted[i])) {
    faults.push({ entry: null, problem: "lists its files in another order than the manifest" });
  }
  return faults;
}
