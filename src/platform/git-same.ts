import { createHash } from "node:crypto";
import { hashFile } from "./kit-files.ts";
import { lfsPointer } from "./lfs-pointer.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";

/** A text with LF line ends, whatever it has. */
export const unixEnds = (bytes: Buffer): string => bytes.toString("latin1").replaceAll("\r\n", "\n");

/** The same of bytes that are at hand. */
export function sameBytes(here: Buffer, committed: Buffer): boolean {
  const pointer = lfsPointer(committed, committed.length);
  if (pointer) return here.length === pointer.size && createHash("sha256").update(here).digest("hex") === pointer.sha256;
  return here.equals(committed) || unixEnds(here) === unixEnds(committed);
}

/**
 * True when a file of the work tree holds what was committed: the same bytes, the same but for CRLF instead of LF, or the content that the
 * committed Git LFS pointer stands for.
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
