import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { describeError } from "./confined-tree.ts";

/** The largest receipt file, in bytes; the receipt of the largest bundle is smaller. */
const LARGEST = 1 << 26;

export type ReceiptFile = { readonly name: string } & ({ readonly bytes: Buffer } | { readonly why: string });

/** Returns the bytes of a file that can be a receipt, or why it cannot be read. */
export function receiptFile(folder: string, name: string): ReceiptFile {
  try {
    const read = readOrdinaryFile(join(folder, name), LARGEST);
    if (read.kind === "file") return { name, bytes: read.bytes };
    return { name, why: read.kind === "too-large" ? `it has ${read.size} bytes; at most ${LARGEST} are read` : read.why };
  } catch (error) {
    return { name, why: describeError(error) };
  }
}

/** Returns the names of the JSON files of a folder, sorted, without subfolders. Throws the file system's error. */
export const receiptNames = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /\.json$/i.test(name))
    .sort();

/** Yields the named files of a folder one after the other, so that only one of them is in memory at a time. */
export function* receiptFiles(folder: string, names: readonly string[]): Generator<ReceiptFile> {
  for (const name of names) yield receiptFile(folder, name);
}
