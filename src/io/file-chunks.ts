import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

const CHUNK = 1024 * 1024;

/** The buffer of the last file, for the next: hundreds of jars would leave hundreds of buffers to the garbage collector. */
let spare: Buffer | null = null;

/**
 * The bytes of an ordinary file in pieces of at most 1 MiB. One buffer serves all of them: a piece is gone when the next is asked for, so
 * memory stays flat whatever the file's size. Throws the file system's error.
 */
export function* fileChunks(path: string): Generator<Buffer> {
  // non-blocking, so that a named pipe in the place of a file cannot hold the run up
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const buffer = spare ?? Buffer.allocUnsafe(CHUNK);
  spare = null; // a second file that is read meanwhile gets its own
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw Object.assign(new Error("no ordinary file"), { code: stat.isDirectory() ? "EISDIR" : "ENXIO" });
    for (;;) {
      const count = readSync(descriptor, buffer, 0, CHUNK, null);
      if (count === 0) return;
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
