import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Text of a file for a source excerpt: properties byte by byte, as Java's reader counts columns, all else as UTF-8. */
export function readExcerptText(directory: string, path: string): string | null {
  try {
    return readFileSync(resolve(directory, path), /\.properties$/i.test(path) ? "latin1" : "utf8");
  } catch {
    return null;
  }
}
