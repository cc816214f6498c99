import { isUtf8 } from "node:buffer";
import type { ReadResult } from "../io/source-tree.ts";

const MARK = "\uFEFF";
const UTF16 = Buffer.from([0xff, 0xfe]);

const ordinaryLines = (bytes: Buffer): string => bytes.toString("latin1").replace(/\r\n?/g, "\n");

/** Returns the bytes that an editor would write for a text over a file with these bytes; null if the file's encoding cannot hold the text. */
function encodedLike(disk: Buffer, text: string): Buffer | null {
  const plain = text.startsWith(MARK) ? text.slice(1) : text;
  if (disk.subarray(0, 2).equals(UTF16)) return Buffer.from(MARK + plain, "utf16le");
  if (isUtf8(disk)) return Buffer.from(disk.toString("utf8").startsWith(MARK) ? MARK + plain : text);
  return /[\u0100-\uFFFF]/.test(text) ? null : Buffer.from(text, "latin1");
}

/**
 * Returns the bytes of a text that an editor holds as they would be saved, or null if the file on the disk counts: it holds the same text, or
 * it is in an encoding that the editor read in another way. Line ends alone do not count: an editor makes them alike when it opens a file.
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
