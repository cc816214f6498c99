import { fileURLToPath } from "node:url";

/** No file system takes a longer path, and none is looked at (SECURITY.md). */
const LONGEST_PATH = 4_096;
/** Each byte of a path may be written as `%XX`. */
const LONGEST_URI = 3 * LONGEST_PATH + "file:///".length;

/** A URI of an editor as a path of this machine, or why there is none; `why` is null where an editor rightly has such a text. */
export type Located = { readonly path: string } | { readonly path: null; readonly why: string | null };

const noFile = (why: string | null): Located => ({ path: null, why });

/** Reads a URI that an editor names a text by. Never throws: an editor, or a link in a document, may name anything. */
export function pathOf(uri: unknown): Located {
  if (typeof uri !== "string") return noFile("it is no text");
  if (!/^file:/i.test(uri)) return noFile(null);
  if (uri.length > LONGEST_URI) return noFile("it is longer than any path");
  try {
    const path = fileURLToPath(uri);
    if (path.includes("\0")) return noFile("it holds a character U+0000, which no name has");
    return path.length > LONGEST_PATH ? noFile("it is longer than any path") : { path };
  } catch {
    return noFile("it is no address of a file of this machine");
  }
}
