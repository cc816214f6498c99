import { resolve } from "node:path";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { diskTree } from "./disk-tree.ts";
import { LARGEST_FILE } from "./source-tree.ts";

/** Decodes a properties file with one character for each byte (Latin-1), as Java counts columns, and any other file as UTF-8. */
export const excerptText = (path: string, bytes: Buffer): string =>
  bytes.toString(/\.properties$/i.test(path) ? "latin1" : "utf8");

/**
 * Returns the text of a repository file for a source excerpt. Returns null if it cannot be read, for example because it leads out of the
 * repository.
 */
export function readExcerptText(directory: string, path: string): string | null {
  const read = diskTree(directory).read(path);
  return read.kind === "file" ? excerptText(path, read.bytes) : null;
}

/** Returns the text of a file that the user named on the command line, for a source excerpt. Returns null if it cannot be read. */
export function readNamedExcerpt(directory: string, path: string): string | null {
  try {
    const read = readOrdinaryFile(resolve(directory, path), LARGEST_FILE);
    return read.kind === "file" ? excerptText(path, read.bytes) : null;
  } catch {
    return null;
  }
}
