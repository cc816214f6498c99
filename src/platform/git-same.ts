import { createHash } from "node:crypto";
import { hashFile } from "./kit-files.ts";
import { lfsPointer } from "./lfs-pointer.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";

/** Returns a text with LF line ends. */
export const unixEnds = (bytes: Buffer): string => bytes.toString("latin1").replaceAll("\r\n", "\n");

/** Returns whether bytes equal a committed content, apart from CRLF instead of LF, or are the content of a committed Git LFS pointer. */
export function sameBytes(here: Buffer, committed: Buffer): boolean {
  const pointer = lfsPointer(committed, committed.length);
  if (pointer) return here.length === pointer.size && createHash("sha256").update(here).digest("hex") === pointer.sha256;
  return here.equals(committed) || unixEnds(here) === unixEnds(committed);
}

/**
 * Returns whether a file of the work tree has the committed content: the same bytes, the same apart from CRLF instead of LF, or the content of
 * the committed Git LFS pointer. Returns false if the file cannot be read.
 */
export function sameContent(path: string, committed: Buffer): boolean {
  try {
    const pointer = lfsPointer(committed, committed.length);
    if (pointer) {
      const { size, sha256 } = hashFile(path);
      return size === pointer.size && sha256 === pointer.sha256;
    }
    const read = readOrdinaryFile(path, committed.length * 2 + 2, "no");
    if (read.kind !== "file") return false;
    return sameBytes(read.bytes, committed);
  } catch {
    return false;
  }
}
