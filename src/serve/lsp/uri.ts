import { fileURLToPath } from "node:url";

/** Longest path, in characters, that the language server looks up (SECURITY.md). */
const LONGEST_PATH = 4_096;
/** Longest URI, in characters, that is decoded: each byte of a path can be written as `%XX`. */
const LONGEST_URI = 3 * LONGEST_PATH + "file:///".length;

/**
 * The path of an editor's URI, or the reason why it has none. `why` is null for a document that is not a file by design, for example a new
 * unsaved one.
 */
export type Located = { readonly path: string } | { readonly path: null; readonly why: string | null };

const TOO_LONG = `it is longer than ${LONGEST_PATH} characters, the longest path that is looked up`;

const noFile = (why: string | null): Located => ({ path: null, why });

/** Converts the URI of an editor's document to a path. Never throws: an editor, or a link in a document, can contain any URI. */
export function pathOf(uri: unknown): Located {
  if (typeof uri !== "string") return noFile("it is no text");
  if (!/^file:/i.test(uri)) return noFile(null);
  if (uri.length > LONGEST_URI) return noFile(TOO_LONG);
  try {
    const path = fileURLToPath(uri);
    if (path.includes("\0")) return noFile("it holds a character U+0000, which no name has");
    return path.length > LONGEST_PATH ? noFile(TOO_LONG) : { path };
  } catch {
    return noFile("it is no address of a file of this machine");
  }
}
