import {
  type Archive,
  type ArchiveFault,
  ArchiveRefused,
  type ByteSource,
  DEFLATE,
  ENCRYPTED_ENTRY,
  STORE,
  type ZipEntry,
  append,
  gate,
  readZip,
  sha256,
  storedContent,
  systemCode,
} from "../../kernel/index.ts";
import { createHash, type KeyObject } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { confFaults } from "./conf-faults.ts";
import type { BundleManifest } from "./manifest.ts";
import { MANIFEST_ENTRY } from "./manifest-rules.ts";
import { manifestBytesOf, setFaults } from "./exact-set.ts";
import { type NoBundle, noBundle } from "./no-bundle.ts";
import { judgeManifest } from "./read-manifest.ts";
import { signatureHolds, verifyingKey } from "./signature.ts";

/**
 * The result of checking a bundle's signature. `unsigned`: there is no .sig file. `not-checked`: there is one, but no public key was given.
 * `wrong`: the signature was not made over this manifest with one of the given keys.
 */
export type SignatureState = "verified" | "unsigned" | "not-checked" | "wrong";

export interface VerifiedBundle {
  /** The faults of the bundle; empty if every byte matches the manifest and, if a key was given, the signature is valid. */
  readonly faults: readonly ArchiveFault[];
  /** The reason why the verified file is clearly no bundle, which is also the first fault; null if it can be a bundle. */
  readonly noBundle: NoBundle | null;
  /** The bundle's manifest; null if the archive has no readable one. */
  readonly manifest: BundleManifest | null;
  readonly manifestSha256: string | null;
  /** The bytes from which the manifest was parsed and over which the signature was checked; null without a readable manifest. */
  readonly manifestBytes: Buffer | null;
  /** The entries of the bundle's zip; if there are no faults, exactly manifest.json and the files that it lists. */
  readonly entries: readonly ZipEntry[];
  /** The SHA-256 of the whole bundle file. */
  readonly bundleSha256: string;
  readonly signature: SignatureState;
}

const CHUNK = 1024 * 1024;
/** The largest compressed entry in bytes that is unpacked to check its stated size, which limits the memory of the check. */
const LARGEST_TRIED = 16 * 1024 * 1024;

function sourceSha256(source: ByteSource): string {
  const hash = createHash("sha256");
  for (let at = 0; at < source.size; at += CHUNK) hash.update(source.read(at, Math.min(CHUNK, source.size - at)));
  return hash.digest("hex");
}

/** Converts an ArchiveRefused to a fault; throws any other error again. */
function faultOf(error: unknown): ArchiveFault {
  if (error instanceof ArchiveRefused) return { entry: error.entry, problem: error.problem };
  throw error;
}

/**
 * Returns the fault of a compressed zip entry that cannot be unpacked or is larger than it states; else null, also for one above
 * `LARGEST_TRIED`, which is not unpacked. Every compressed entry of a bundle is refused anyway; this fault says more.
 */
function compressedFault(source: ByteSource, entry: ZipEntry): ArchiveFault | null {
  if (entry.method !== DEFLATE || Math.max(entry.size, entry.compressedSize) > LARGEST_TRIED) return null;
  try {
    inflateRawSync(source.read(entry.offset, entry.compressedSize), { maxOutputLength: Math.max(1, entry.size) });
    return null;
  } catch (error) {
    const more = systemCode(error) === "ERR_BUFFER_TOO_LARGE";
    const problem = more
      ? `holds more than the ${entry.size} bytes that it declares: it looks like a zip bomb`
      : "is damaged: it cannot be unpacked";
    return { entry: entry.name, problem };
  }
}

/**
 * Reads an entry of a bundle and returns its fault; null if there is none.
 * @param expected the entry's SHA-256 in the manifest; null if no manifest lists it
 */
function contentFault(source: ByteSource, entry: ZipEntry, expected: string | null): ArchiveFault | null {
  if (entry.method !== STORE || (entry.flags & ENCRYPTED_ENTRY) !== 0) return compressedFault(source, entry);
  const hash = createHash("sha256");
  try {
    for (const chunk of storedContent(source, entry)) hash.update(chunk);
  } catch (error) {
    return faultOf(error);
  }
  const found = hash.digest("hex");
  return expected === null || found === expected
    ? null
    : { entry: entry.name, problem: `has SHA-256 ${found}; the manifest lists ${expected}` };
}

/**
 * Returns the faults of the contents of a bundle's entries. Reads nothing and returns none if the structure of the zip is contradictory.
 */
function contentFaults(source: ByteSource, archive: Archive, manifest: BundleManifest | null): readonly ArchiveFault[] {
  if (archive.faults.length > 0) return [];
  const expected = new Map((manifest?.files ?? []).map((file) => [file.path, file]));
  return archive.entries
    .filter(({ name, folder }) => name !== MANIFEST_ENTRY && !folder)
    .flatMap((entry) => {
      const file = expected.get(entry.name);
      // a size other than the manifest's is reported by setFaults, so only equal sizes are compared by digest
      return contentFault(source, entry, file?.size === entry.size ? file.sha256 : null) ?? [];
    });
}

function signatureState(
  manifest: Buffer | null,
  signature: Uint8Array | null,
  keys: readonly KeyObject[] | null,
): SignatureState {
  if (signature === null) return "unsigned";
  if (keys === null) return "not-checked";
  return manifest !== null && keys.some((key) => signatureHolds(manifest, signature, key)) ? "verified" : "wrong";
}

const SIGNATURE_WORDS: Readonly<Record<SignatureState, string | null>> = {
  verified: null,
  "not-checked": null,
  unsigned: "is not signed, but a key was given",
  wrong: "does not match its signature, which was made over another manifest or with another key",
};

function manifestOf(
  source: ByteSource,
  archive: Archive,
  faults: ArchiveFault[],
): { bytes: Buffer | null; manifest: BundleManifest | null } {
  // a zip whose list of entries cannot be read already has a fault that says so
  if (archive.entries.length === 0 && faults.length > 0) return { bytes: null, manifest: null };
  let bytes: Buffer;
  try {
    bytes = manifestBytesOf(source, archive.entries);
  } catch (error) {
    faults.push(faultOf(error));
    return { bytes: null, manifest: null };
  }
  const judged = judgeManifest(bytes);
  if ("problems" in judged) {
    append(
      faults,
      judged.problems.map((problem) => ({ entry: MANIFEST_ENTRY, problem })),
    );
    return { bytes, manifest: null };
  }
  append(faults, setFaults(judged.manifest, archive.entries));
  return { bytes, manifest: judged.manifest };
}

function contents(
  source: ByteSource,
): Pick<VerifiedBundle, "faults" | "manifest" | "entries" | "noBundle"> & { readonly bytes: Buffer | null } {
  const archive = readZip(source);
  const other = noBundle(archive.entries);
  const first = other ? [{ entry: null, problem: other.problem }] : [];
  const faults = [...first, ...gate(archive, "bundle")];
  const { bytes, manifest } = manifestOf(source, archive, faults);
  if (other === null || manifest !== null) append(faults, contentFaults(source, archive, manifest));
  if (faults.length === 0 && manifest !== null) append(faults, confFaults(source, archive.entries, manifest));
  return { faults, noBundle: other, manifest, bytes, entries: archive.entries };
}

/**
 * Verifies a whole bundle: structure, names, the exact set of files, every size, checksum and hash, and the signature (requirements D1,
 * D2). Reports every fault, writes nothing, and uses memory independent of the bundle's size. Throws Refusal for an unusable key.
 * @param signature the bytes of the .sig file; null if there is none
 * @param key the public key as PEM or key object, or several of which one must match; with a key, a missing or invalid signature is a fault
 */
export function verifyBundle(
  source: ByteSource,
  signature: Uint8Array | null,
  key: KeyObject | readonly KeyObject[] | string | null,
): VerifiedBundle {
  const checkedWith = key === null ? null : [typeof key === "string" ? verifyingKey(key, "the key") : key].flat();
  const { faults, noBundle: other, manifest, bytes, entries } = contents(source);
  const state = signatureState(bytes, signature, checkedWith);
  const words = checkedWith === null ? null : SIGNATURE_WORDS[state];
  return {
    faults: words === null ? faults : [...faults, { entry: null, problem: words }],
    noBundle: other,
    manifest,
    manifestSha256: bytes && sha256(bytes),
    manifestBytes: bytes,
    entries,
    bundleSha256: sourceSha256(source),
    signature: state,
  };
}
