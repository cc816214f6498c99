import { closeSync, fchmodSync, fstatSync, fsyncSync, openSync, unlinkSync, writeSync } from "node:fs";

/** The Unix mode of a file that only its owner can read. */
export const OWNER_ONLY = 0o600;

/** Writes bytes from an offset on and returns how many it wrote: a disk that fills up takes a part without an error. */
export type WriteSome = (
  descriptor: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position?: number | null,
) => number;

/**
 * Writes all bytes to an open file, at its end or at `position`. Throws the system's error; a part of the bytes is possibly written then.
 */
export function writeAll(
  descriptor: number,
  bytes: Uint8Array,
  position: number | null = null,
  write: WriteSome = writeSync,
): void {
  for (let done = 0; done < bytes.length; ) {
    const count = write(descriptor, bytes, done, bytes.length - done, position === null ? null : position + done);
    // a write of no bytes is an error, because the loop would otherwise repeat for ever
    if (count <= 0) throw Object.assign(new Error("nothing was written"), { code: "EIO" });
    done += count;
  }
}

export interface NewFile {
  /** The mode of the new file, which the umask reduces further. */
  readonly mode?: number;
  /** True to restore the bits of `mode` that the umask removed. */
  readonly exact?: boolean;
  /** False to skip flushing, which is slow, for a file that the next command writes again if the power fails. */
  readonly flush?: boolean;
}

/**
 * Creates a file, writes its pieces and flushes it to disk. Returns its size in bytes. Never changes an existing file. Deletes an incomplete
 * file and throws the file system's error.
 */
export function createFile(
  path: string,
  pieces: Iterable<Uint8Array | string>,
  { mode = 0o666, exact = false, flush = true }: NewFile = {},
): number {
  const descriptor = openSync(path, "wx", mode);
  let [whole, size] = [false, 0];
  try {
    if (exact) fchmodSync(descriptor, mode);
    for (const piece of pieces) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      writeAll(descriptor, bytes);
      size += bytes.length;
    }
    if (flush) {
      if (fstatSync(descriptor).size !== size) throw Object.assign(new Error("short write"), { code: "EIO" });
      fsyncSync(descriptor);
    }
    whole = true;
  } finally {
    closeSync(descriptor);
    if (!whole) unlinkSync(path);
  }
  return size;
}
