import { isUtf8 } from "node:buffer";
import type { ReadResult } from "../../platform/index.ts";

const MARK = "\uFEFF";
const UTF16 = Buffer.from([0xff, 0xfe]);

const ordinaryLines = (bytes: Buffer): string => bytes.toString("latin1").replace(/\r\n?/g, "\n");

/**
 * Returns the bytes that an editor would write if it saved a document's text over an existing file; null if the file's encoding cannot
 * represent the text.
 */
function encodedLike(disk: Buffer, text: string): Buffer | null {
  const plain = text.startsWith(MARK) ? text.slice(1) : text;
  if (disk.subarray(0, 2).equals(UTF16)) return Buffer.from(MARK + plain, "utf16le");
  if (isUtf8(disk)) return Buffer.from(disk.toString("utf8").startsWith(MARK) ? MARK + plain : text);
  return /[\u0100-\uFFFF]/.test(text) ? null : Buffer.from(text, "latin1");
}

/**
 * Returns the bytes of an open document as the editor would save them. Returns null if the file on disk must be used instead: it has the
 * same text, apart from line ends, which editors normalize, or it cannot be read, or the editor has decoded it differently.
 */
export function unsavedBytes(read: ReadResult, text: string): Buffer | null {
  if (text.includes("\uFFFD")) return null;
  if (read.kind === "missing") return Buffer.from(text);
  if (read.kind !== "file") return null;
  const bytes = encodedLike(read.bytes, text);
  const disk = ordinaryLines(read.bytes);
  const same = bytes === null || ordinaryLines(bytes) === disk || text.replace(/\r\n?/g, "\n") === disk;
  return same ? null : bytes;
}
