import { manifestBytesOf, setFaults } from "./exact-set.ts";
import {
  type ArchiveFault,
  ArchiveRefused,
  type ByteSource,
  type ZipEntry,
  gate,
  readZip,
  storedContent,
} from "../../kernel/index.ts";
import type { BundleManifest } from "./manifest.ts";
import { readManifest } from "./read-manifest.ts";
import type { VerifiedBundle } from "./verify.ts";

/** A reader of a bundle whose structure, names and manifest are verified; its contents are not read yet. */
export interface BundleReader {
  readonly manifest: BundleManifest;
  readonly manifestBytes: Buffer;
  /** Every entry of the bundle except the manifest, by path. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** Yields the content of the entry at `path` in chunks; verifies its size and its CRC in the zip after the last chunk. Throws Refusal. */
  read(path: string): Generator<Buffer>;
}

/**
 * Opens a bundle for reading. Throws Refusal with the first fault of structure or names, before any content is read. Does not compare the
 * contents with the manifest; `verifyBundle` does.
 */
export function openBundle(source: ByteSource): BundleReader {
  const archive = readZip(source);
  refuse(gate(archive, "bundle"));
  const manifestBytes = first(source, archive.entries);
  const manifest = readManifest(manifestBytes);
  refuse(setFaults(manifest, archive.entries));
  return opened(source, manifest, manifestBytes, archive.entries);
}

/**
 * Opens a bundle that `verifyBundle` just verified, without reading its manifest again, so that an install uses the manifest whose
 * signature was checked even if the bundle file changes meanwhile. Returns null if verification found faults.
 */
export function openVerified(
  source: ByteSource,
  { faults, manifest, manifestBytes, entries }: VerifiedBundle,
): BundleReader | null {
  return faults.length === 0 && manifest && manifestBytes ? opened(source, manifest, manifestBytes, entries) : null;
}

function opened(source: ByteSource, manifest: BundleManifest, manifestBytes: Buffer, listed: readonly ZipEntry[]): BundleReader {
  const entries = new Map(listed.slice(1).map((entry) => [entry.name, entry]));
  return {
    manifest,
    manifestBytes,
    entries,
    read(path) {
      const entry = entries.get(path);
      if (!entry) throw new ArchiveRefused(path, "is not in the bundle");
      return storedContent(source, entry);
    },
  };
}

/** Returns the bytes of a bundle's manifest.json. Throws Refusal if the archive has no usable manifest. */
function first(source: ByteSource, entries: readonly ZipEntry[]): Buffer {
  try {
    return manifestBytesOf(source, entries);
  } catch (error) {
    if (error instanceof ArchiveRefused) refuse([error]);
    throw error;
  }
}

function refuse(faults: readonly ArchiveFault[]): void {
  const [fault] = faults;
  if (!fault) return;
  const more = faults.length > 1 ? `; ${faults.length - 1} more; \`tierwright bundle verify FILE\` lists all` : "";
  throw new ArchiveRefused(
    fault.entry,
    `${fault.entry === null ? "the bundle " : ""}${fault.problem}${more}`,
    "nothing was written; get the bundle again from where it was published",
  );
}

export { verifyBundle } from "./verify.ts";
