import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

const CHUNK = 1024 * 1024;

/** Buffer of the last file, reused for the next one: hundreds of jars would leave hundreds of buffers to the garbage collector. */
let spare: Buffer | null = null;

/**
 * Yields the bytes of an ordinary file in pieces of at most 1 MiB. All pieces share one buffer: a piece is only valid until the next one is
 * requested, so memory use does not depend on the file's size. Throws the file system's error.
 * @param grows reads only up to the size that the file had when it was opened, for a log that another program still writes.
 */
export function* fileChunks(path: string, grows = false): Generator<Buffer> {
  // non-blocking, so that a named pipe in the place of a file cannot block the run
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const buffer = spare ?? Buffer.allocUnsafe(CHUNK);
  spare = null; // a second file that is read meanwhile gets its own buffer
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw Object.assign(new Error("no ordinary file"), { code: stat.isDirectory() ? "EISDIR" : "ENXIO" });
    for (let left = grows ? stat.size : Number.POSITIVE_INFINITY; left > 0; ) {
      const count = readSync(descriptor, buffer, 0, Math.min(CHUNK, left), null);
      if (count === 0) return;
      left -= count;
      yield buffer.subarray(0, count);
    }
  } finally {
    spare = buffer;
    closeSync(descriptor);
  }
}

/** Returns whether the path leads to an ordinary file. */
export function isOrdinaryFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
