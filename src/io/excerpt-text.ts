import { basename, dirname, resolve } from "node:path";
import { RepositoryFiles } from "./repository-files.ts";

/** Text of a file for a source excerpt: properties byte by byte, as Java's reader counts columns, all else as UTF-8. null: not to be read. */
export function readExcerptText(directory: string, path: string): string | null {
  const absolute = resolve(directory, path);
  const read = new RepositoryFiles(dirname(absolute)).read(basename(absolute));
  return read.kind === "file" ? read.bytes.toString(/\.properties$/i.test(path) ? "latin1" : "utf8") : null;
}
