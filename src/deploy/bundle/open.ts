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

/** A bundle whose structure, names and manifest are judged, and whose contents are not read yet. */
export interface BundleReader {
  readonly manifest: BundleManifest;
  readonly manifestBytes: Buffer;
  /** Of every entry but the manifest, by path. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** Contents in chunks, flat in memory; size and checksum are proven after the last. Throws Refusal. */
  read(path: string): Generator<Buffer>;
}

/**
 * Opens a bundle to read from: every fault of structure and names is a refusal, before any content is read. What `read` gives is not
 * proven against the manifest: verify first. Throws Refusal with the first fault and how many there are.
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
 * The same of a bundle that was just verified without a fault: nothing of it is read again but contents, so that what is installed is
 * held to the very manifest whose signature was checked, whatever happens to the file.
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

/** The manifest's bytes; what is wrong with the archive as a whole is said of the bundle. */
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
  const more = faults.length > 1 ? `; ${faults.length - 1} more, all told by \`tierwright bundle verify\`` : "";
  throw new ArchiveRefused(
    fault.entry,
    `${fault.entry === null ? "the bundle " : ""}${fault.problem}${more}`,
    "nothing was written; take the bundle again from where it was published",
  );
}

export { verifyBundle } from "./verify.ts";
