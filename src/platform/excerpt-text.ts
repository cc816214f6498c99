import { resolve } from "node:path";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { diskTree } from "./disk-tree.ts";
import { LARGEST_FILE } from "./source-tree.ts";

/** Properties byte by byte, as Java's reader counts columns, all else as UTF-8. */
const textOf = (path: string, bytes: Buffer): string => bytes.toString(/\.properties$/i.test(path) ? "latin1" : "utf8");

/** Text of a repository's file for a source excerpt; null: not to be read, for example because it leads out of the repository. */
export function readExcerptText(directory: string, path: string): string | null {
  const read = diskTree(directory).read(path);
  return read.kind === "file" ? textOf(path, read.bytes) : null;
}

/** The same of a file that was named on the command line. */
export function readNamedExcerpt(directory: string, path: string): string | null {
  try {
    const read = readOrdinaryFile(resolve(directory, path), LARGEST_FILE);
    return read.kind === "file" ? textOf(path, read.bytes) : null;
  } catch {
    return null;
  }
}
