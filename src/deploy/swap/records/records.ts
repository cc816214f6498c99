import { type Kind, type Read, readForDisplay, readRecord } from "../../../kernel/index.ts";
import type { SwapFiles } from "../../../platform/index.ts";

type Bytes = { readonly bytes: Buffer } | { readonly problem: string };

function bytesAt<T, C>(files: SwapFiles, path: string, { largest }: Kind<T, C>): Bytes | null {
  const stat = files.stat(path);
  if (!stat) return null;
  if (stat.kind !== "file") return { problem: `it is a ${stat.kind === "other" ? "special file" : stat.kind}, not a file` };
  if (stat.size > largest) return { problem: `it has ${stat.size} bytes; at most ${largest} are read` };
  return { bytes: files.read(path) };
}

/** Reads and validates the record (receipt, plan or journal) at a path. Returns it or its problem; null if the file is missing. */
export function recordAt<T, C>(files: SwapFiles, path: string, kind: Kind<T, C>, context: C): Read<T> | null {
  const read = bytesAt(files, path, kind);
  return read && "bytes" in read ? readRecord(kind, read.bytes, context) : read;
}

/**
 * Returns the content of a record for display only, never as a reason to open, move or delete files; null if it is missing or malformed.
 */
export function recordForDisplay<T, C>(files: SwapFiles, path: string, kind: Kind<T, C>): T | null {
  const read = bytesAt(files, path, kind);
  const told = read && "bytes" in read ? readForDisplay(kind, read.bytes) : null;
  return told && "record" in told ? told.record : null;
}
