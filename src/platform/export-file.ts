import { closeSync, openSync, unlinkSync, writeSync } from "node:fs";

const OWNER_ONLY = 0o600;

/**
 * Writes a new file that only its owner can read, piece by piece, and returns its size in bytes. Never changes an existing file. Deletes an
 * incomplete file and throws the system's error.
 */
export function writeExport(path: string, pieces: Iterable<Uint8Array | string>): number {
  const descriptor = openSync(path, "wx", OWNER_ONLY);
  let [whole, written] = [false, 0];
  try {
    for (const piece of pieces) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at);
      written += bytes.length;
    }
    whole = true;
  } finally {
    closeSync(descriptor);
    if (!whole) unlinkSync(path);
  }
  return written;
}
