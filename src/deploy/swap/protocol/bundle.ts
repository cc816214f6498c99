import type { BundleManifest } from "../../bundle/manifest.ts";

/** A bundle that was proven whole: its manifest, its names and digests for receipts, and its files as chunks. */
export interface ProvenBundle {
  readonly manifest: BundleManifest;
  readonly manifestSha256: string;
  /** Of the zip. */
  readonly sha256: string;
  /** The zip's file name. */
  readonly name: string;
  /** The public key that the signature was checked with (PEM), or null. */
  readonly key: { readonly sha256: string; readonly pem: string } | null;
  /** SHA-256 of every key that was given: the pinned one among them means that a person vouches for the change to another. */
  readonly vouched: readonly string[];
  /** True when the signature beside the bundle was made with the private half of this key (PEM). */
  signedBy(pem: string): boolean;
  read(path: string): Iterable<Buffer>;
}
