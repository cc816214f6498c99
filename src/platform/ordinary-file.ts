import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** The bytes of an ordinary file, or what is there instead. */
export type OrdinaryFile =
  | { readonly kind: "file"; readonly bytes: Buffer }
  | { readonly kind: "too-large"; readonly size: number }
  /** `why` completes "cannot be read: ...". */
  | { readonly kind: "unreadable"; readonly why: string };

/**
 * Reads a file of at most `largest` bytes. Recognizes a larger one by its size, and never reads pipes and devices. With `links: "no"`, a link
 * at the end of the path is an error (ELOOP) on systems that can report it. Throws the file system's error.
 */
export function readOrdinaryFile(absolute: string, largest: number, links: "follow" | "no" = "follow"): OrdinaryFile {
  // non-blocking, so that a named pipe in the place of a file cannot block the run
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (links === "no" ? (constants.O_NOFOLLOW ?? 0) : 0);
  const descriptor = openSync(absolute, flags);
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) return { kind: "unreadable", why: "it is a folder, a file is expected" };
    if (!stat.isFile()) return { kind: "unreadable", why: "it is not an ordinary file" };
    if (stat.size > largest) return { kind: "too-large", size: stat.size };
    return { kind: "file", bytes: readAll(descriptor, stat.size) };
  } finally {
    closeSync(descriptor);
  }
}

function readAll(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, bytes, filled, size - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return filled === size ? bytes : bytes.subarray(0, filled);
}
