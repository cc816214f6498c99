import {
  type Archive,
  type ArchiveFault,
  ArchiveRefused,
  type ByteSource,
  DEFLATE,
  ENCRYPTED,
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
 * `unsigned`: there is no signature. `not-checked`: there is one, and no key to check it with. `wrong`: it was not made over this
 * manifest with this key.
 */
export type SignatureState = "verified" | "unsigned" | "not-checked" | "wrong";

export interface VerifiedBundle {
  /** Empty: every byte is what the manifest says, and the signature stands where a key was given. */
  readonly faults: readonly ArchiveFault[];
  /** What the archive is instead of a bundle: then that is the first fault, and the others follow from it. */
  readonly noBundle: NoBundle | null;
  /** null: it has none that can be read. */
  readonly manifest: BundleManifest | null;
  readonly manifestSha256: string | null;
  /** The bytes that the manifest was read from, and that the signature was checked over. */
  readonly manifestBytes: Buffer | null;
  /** What the archive listed; with `faults` empty, exactly the manifest's files. */
  readonly entries: readonly ZipEntry[];
  /** Of the whole file. */
  readonly bundleSha256: string;
  readonly signature: SignatureState;
}

const CHUNK = 1024 * 1024;
/** Bytes of a compressed entry that are unpacked to see whether it lies. */
const LARGEST_TRIED = 16 * 1024 * 1024;

/** SHA-256 of everything that a source holds. */
function sourceSha256(source: ByteSource): string {
  const hash = createHash("sha256");
  for (let at = 0; at < source.size; at += CHUNK) hash.update(source.read(at, Math.min(CHUNK, source.size - at)));
  return hash.digest("hex");
}

/** What a read refused as a fault; anything else is thrown on. */
function faultOf(error: unknown): ArchiveFault {
  if (error instanceof ArchiveRefused) return { entry: error.entry, problem: error.problem };
  throw error;
}

/** A compressed entry is refused as such; that it lies about its size as well is worth saying. Larger claims are not tried. */
function compressedFault(source: ByteSource, entry: ZipEntry): ArchiveFault | null {
  if (entry.method !== DEFLATE || Math.max(entry.size, entry.compressedSize) > LARGEST_TRIED) return null;
  try {
    inflateRawSync(source.read(entry.offset, entry.compressedSize), { maxOutputLength: Math.max(1, entry.size) });
    return null;
  } catch (error) {
    const more = systemCode(error) === "ERR_BUFFER_TOO_LARGE";
    const problem = more
      ? `holds more than the ${entry.size} bytes that it says: the mark of a bomb`
      : "is damaged: it cannot be unpacked";
    return { entry: entry.name, problem };
  }
}

/** What reading an entry shows; `expected` is its hash in the manifest, null where no manifest lists it. */
function contentFault(source: ByteSource, entry: ZipEntry, expected: string | null): ArchiveFault | null {
  if (entry.method !== STORE || (entry.flags & ENCRYPTED) !== 0) return compressedFault(source, entry);
  const hash = createHash("sha256");
  try {
    for (const chunk of storedContent(source, entry)) hash.update(chunk);
  } catch (error) {
    return faultOf(error);
  }
  const found = hash.digest("hex");
  return expected === null || found === expected
    ? null
    : { entry: entry.name, problem: `has SHA-256 ${found}, the manifest says ${expected}` };
}

/** Contents of an archive that contradicts itself say nothing, so they are not read. */
function contentFaults(source: ByteSource, archive: Archive, manifest: BundleManifest | null): readonly ArchiveFault[] {
  if (archive.faults.length > 0) return [];
  const expected = new Map((manifest?.files ?? []).map((file) => [file.path, file]));
  return archive.entries
    .filter(({ name, folder }) => name !== MANIFEST_ENTRY && !folder)
    .flatMap((entry) => {
      const file = expected.get(entry.name);
      // of another size it has been told already
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
  unsigned: "is not signed, and a key was given to check its signature with",
  wrong: "is not what was signed: the signature was made over another manifest, or with another key",
};

function manifestOf(
  source: ByteSource,
  archive: Archive,
  faults: ArchiveFault[],
): { bytes: Buffer | null; manifest: BundleManifest | null } {
  // an archive that could not even be listed is told by its own faults
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
 * Proves a bundle whole: structure, names, the exact set of files, every size, checksum and hash, and the signature (D1, D2). Memory
 * does not grow with the bundle, nothing is written, and every fault is told. `signature`: the bytes of the .sig beside it, null when
 * there is none. `key`: PEM or key object, or several, one of which has to hold; a key makes a missing or other signature a fault. Throws
 * Refusal for a key that is not one.
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
