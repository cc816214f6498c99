import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Text of a file for a source excerpt: YAML and templates as UTF-8, all else byte by byte, as Java's reader counts. */
export function readExcerptText(directory: string, path: string): string | null {
  try {
    return readFileSync(resolve(directory, path), /\.(ya?ml|hbs|json)$/i.test(path) ? "utf8" : "latin1");
  } catch {
    return null;
  }
}
