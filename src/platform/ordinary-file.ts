import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from "node:fs";

/** The bytes of an ordinary file, or why they are not read. */
export type OrdinaryFile =
  | { readonly kind: "file"; readonly bytes: Buffer }
  | { readonly kind: "too-large"; readonly size: number }
  /** The file cannot be read; `why` completes "cannot be read: ...". */
  | { readonly kind: "unreadable"; readonly why: string };

/** The treatment of a symbolic link at the end of a path: `no` makes it an error (ELOOP) on systems that can report it. */
export type Links = "follow" | "no";

/** Opens a file to read. A named pipe in the place of the file does not block the command. */
function openToRead(path: string, links: Links): number {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (links === "no" ? (constants.O_NOFOLLOW ?? 0) : 0);
  return openSync(path, flags);
}

function refuseOther(path: string, stat: Stats): Stats {
  if (stat.isFile()) return stat;
  throw Object.assign(new Error("no ordinary file"), { code: stat.isDirectory() ? "EISDIR" : "ENXIO", path });
}

/** Opens a file to read while `use` runs. Throws the file system's error. */
export function withOpenFile<T>(path: string, links: Links, use: (descriptor: number, stat: Stats) => T): T {
  const descriptor = openToRead(path, links);
  try {
    return use(descriptor, fstatSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

/** Opens an ordinary file to read while `use` runs. Throws EISDIR for a folder, ENXIO for a pipe or device. */
export function withOrdinaryFile<T>(path: string, links: Links, use: (descriptor: number, size: number) => T): T {
  return withOpenFile(path, links, (descriptor, stat) => use(descriptor, refuseOther(path, stat).size));
}

/** Returns why the entry at an opened path is not read, in words that complete "cannot be read: ..."; null for an ordinary file. */
export function unreadable(stat: Stats): { readonly kind: "unreadable"; readonly why: string } | null {
  if (stat.isFile()) return null;
  return { kind: "unreadable", why: stat.isDirectory() ? "it is a folder, a file is expected" : "it is not an ordinary file" };
}

/**
 * Reads a file of at most `largest` bytes. Recognizes a larger one by its size, and never reads pipes and devices. Throws the file system's
 * error.
 */
export function readOrdinaryFile(absolute: string, largest: number, links: Links = "follow"): OrdinaryFile {
  return withOpenFile(absolute, links, (descriptor, stat) => {
    const other = unreadable(stat);
    if (other) return other;
    if (stat.size > largest) return { kind: "too-large", size: stat.size };
    return { kind: "file", bytes: readAt(descriptor, 0, stat.size) };
  });
}

/** Returns the bytes of an ordinary file, not of a symbolic link. Throws ERR_FS_FILE_TOO_LARGE for a file of more than `largest` bytes. */
export function readPlainFile(path: string, largest: number): Buffer {
  return withOrdinaryFile(path, "no", (descriptor, size) => {
    if (size > largest) throw Object.assign(new Error("too large"), { code: "ERR_FS_FILE_TOO_LARGE", path, size, largest });
    return readAt(descriptor, 0, size);
  });
}

/** Returns `length` bytes of an open file from an offset on; fewer if the file ends before. */
export function readAt(descriptor: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled === length ? bytes : bytes.subarray(0, filled);
}

const CHUNK = 1024 * 1024;

/** The buffer of the last file, reused for the next one: hundreds of jars would leave hundreds of buffers to the garbage collector. */
let spare: Buffer | null = null;

/**
 * Yields the bytes of an ordinary file in pieces of at most 1 MiB. All pieces share one buffer: a piece is only valid until the next one is
 * requested, so memory use does not depend on the file's size. Throws the file system's error.
 * @param grows reads only up to the size that the file had when it was opened, for a log that another program still writes.
 */
export function* fileChunks(path: string, grows = false, links: Links = "follow"): Generator<Buffer> {
  const descriptor = openToRead(path, links);
  const buffer = spare ?? Buffer.allocUnsafe(CHUNK);
  spare = null; // a second file that is read at once gets its own buffer
  try {
    const { size } = refuseOther(path, fstatSync(descriptor));
    for (let left = grows ? size : Number.POSITIVE_INFINITY; left > 0; ) {
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
