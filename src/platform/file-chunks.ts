import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

const CHUNK = 1024 * 1024;

/** The buffer of the last file, for the next: hundreds of jars would leave hundreds of buffers to the garbage collector. */
let spare: Buffer | null = null;

/**
 * The bytes of an ordinary file in pieces of at most 1 MiB. One buffer serves all of them: a piece is gone when the next is asked for, so
 * memory stays flat whatever the file's size. With `grows` the file is read to the size that it had when it was opened: a log to which somebody
 * writes faster than it is read would have no end. Throws the file system's error.
 */
export function* fileChunks(path: string, grows = false): Generator<Buffer> {
  // non-blocking, so that a named pipe in the place of a file cannot hold the run up
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const buffer = spare ?? Buffer.allocUnsafe(CHUNK);
  spare = null; // a second file that is read meanwhile gets its own
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

/** True when an ordinary file lies there. */
export function isOrdinaryFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
