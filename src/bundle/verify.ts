import { createHash, type KeyObject } from "node:crypto";
import { gate } from "../archive/gate.ts";
import { readZip, storedContent } from "../archive/reader.ts";
import { ArchiveRefused } from "../archive/refused.ts";
import type { ArchiveFault, ByteSource, ZipEntry } from "../archive/types.ts";
import type { BundleManifest } from "./manifest.ts";
import { MANIFEST_ENTRY } from "./manifest-rules.ts";
import { manifestBytesOf, setFaults } from "./exact-set.ts";
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
  /** null: it has none that can be read. */
  readonly manifest: BundleManifest | null;
  readonly manifestSha256: string | null;
  /** Of the whole file. */
  readonly bundleSha256: string;
  readonly signature: SignatureState;
}

const CHUNK = 1024 * 1024;

/** SHA-256 of everything that a source holds. */
export function sourceSha256(source: ByteSource): string {
  const hash = createHash("sha256");
  for (let at = 0; at < source.size; at += CHUNK) hash.update(source.read(at, Math.min(CHUNK, source.size - at)));
  return hash.digest("hex");
}

/** What a read refused as a fault; anything else is thrown on. */
function faultOf(error: unknown): ArchiveFault {
  if (error instanceof ArchiveRefused) return { entry: error.entry, problem: error.problem };
  throw error;
}

function contentFault(source: ByteSource, entry: ZipEntry, expected: string): ArchiveFault | null {
  const hash = createHash("sha256");
  try {
    for (const chunk of storedContent(source, entry)) hash.update(chunk);
  } catch (error) {
    return faultOf(error);
  }
  const found = hash.digest("hex");
  return found === expected ? null : { entry: entry.name, problem: `has SHA-256 ${found}, the manifest says ${expected}` };
}

function signatureState(manifest: Buffer | null, signature: Uint8Array | null, key: KeyObject | null): SignatureState {
  if (signature === null) return "unsigned";
  if (key === null) return "not-checked";
  return manifest !== null && signatureHolds(manifest, signature, key) ? "verified" : "wrong";
}

const SIGNATURE_WORDS: Readonly<Record<SignatureState, string | null>> = {
  verified: null,
  "not-checked": null,
  unsigned: "is not signed, and a key was given to check its signature with",
  wrong: "is not what was signed: the signature was made over another manifest, or with another key",
};

function contents(source: ByteSource): Pick<VerifiedBundle, "faults" | "manifest"> & { readonly bytes: Buffer | null } {
  const archive = readZip(source);
  const faults = [...gate(archive, "bundle")];
  let bytes: Buffer | null = null;
  try {
    if (archive.entries.length > 0 || faults.length === 0) bytes = manifestBytesOf(source, archive.entries);
  } catch (error) {
    faults.push(faultOf(error));
  }
  if (bytes === null) return { faults, manifest: null, bytes };
  const judged = judgeManifest(bytes);
  if ("problems" in judged) {
    return {
      faults: [...faults, ...judged.problems.map((problem) => ({ entry: MANIFEST_ENTRY, problem }))],
      manifest: null,
      bytes,
    };
  }
  faults.push(...setFaults(judged.manifest, archive.entries));
  // contents of an archive that contradicts itself say nothing
  const expected = new Map(archive.faults.length > 0 ? [] : judged.manifest.files.map((file) => [file.path, file]));
  for (const entry of archive.entries.slice(1)) {
    const file = expected.get(entry.name);
    const fault = file && file.size === entry.size ? contentFault(source, entry, file.sha256) : null;
    if (fault) faults.push(fault);
  }
  return { faults, manifest: judged.manifest, bytes };
}

/**
 * Proves a bundle whole: structure, names, the exact set of files, every size, checksum and hash, and the signature (D1, D2). Memory
 * does not grow with the bundle, nothing is written, and every fault is told. `signature`: the bytes of the .sig beside it, null when
 * there is none. `key`: PEM or key object; a key makes a missing or other signature a fault. Throws EditRefused for a key that is none.
 */
export function verifyBundle(source: ByteSource, signature: Uint8Array | null, key: KeyObject | string | null): VerifiedBundle {
  const checkedWith = typeof key === "string" ? verifyingKey(key, "the key") : key;
  const { faults, manifest, bytes } = contents(source);
  const state = signatureState(bytes, signature, checkedWith);
  const words = checkedWith === null ? null : SIGNATURE_WORDS[state];
  return {
    faults: words === null ? faults : [...faults, { entry: null, problem: words }],
    manifest,
    manifestSha256: bytes && createHash("sha256").update(bytes).digest("hex"),
    bundleSha256: sourceSha256(source),
    signature: state,
  };
}
