import { hashFile, lfsPointer } from "./kit-files.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";

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
    const unix = (bytes: Buffer) => bytes.toString("latin1").replaceAll("\r\n", "\n");
    return read.bytes.equals(committed) || unix(read.bytes) === unix(committed);
  } catch {
    return false;
  }
}
