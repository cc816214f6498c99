import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { describeError } from "./confined-tree.ts";

/** Largest size of a receipt file; the receipt of the largest bundle is smaller. */
const LARGEST = 1 << 26;

export type ReceiptFile = { readonly name: string } & ({ readonly bytes: Buffer } | { readonly why: string });

/** Returns the bytes of a possible receipt, or why it cannot be read. */
export function receiptFile(folder: string, name: string): ReceiptFile {
  try {
    const read = readOrdinaryFile(join(folder, name), LARGEST);
    if (read.kind === "file") return { name, bytes: read.bytes };
    return { name, why: read.kind === "too-large" ? `it has ${read.size} bytes; at most ${LARGEST} are read` : read.why };
  } catch (error) {
    return { name, why: describeError(error) };
  }
}

/** Returns every JSON file of a folder, sorted by name, without subfolders. Throws the file system's error. */
export const receiptFiles = (folder: string): readonly ReceiptFile[] =>
  readdirSync(folder)
    .filter((name) => /\.json$/i.test(name))
    .sort()
    .map((name) => receiptFile(folder, name));
