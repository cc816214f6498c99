import type { BundleManifest } from "../../bundle/manifest.ts";

/** A verified bundle: its manifest, its name and digests for receipts, and access to its files. */
export interface ProvenBundle {
  readonly manifest: BundleManifest;
  readonly manifestSha256: string;
  /** The SHA-256 of the bundle's zip. */
  readonly sha256: string;
  /** The file name of the bundle's zip. */
  readonly name: string;
  /** The public key (PEM) with which the signature was checked; null if none was given. */
  readonly key: { readonly sha256: string; readonly pem: string } | null;
  /**
   * SHA-256 of every public key in the file of --key. If the key of the last install is among them, the user approves a change to another
   * key.
   */
  readonly vouched: readonly string[];
  /** Returns whether the .sig file of the bundle was made with the private half of the public key `pem`. */
  signedBy(pem: string): boolean;
  read(path: string): Iterable<Buffer>;
}
