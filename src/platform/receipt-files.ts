import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { describeError } from "./confined-tree.ts";

/** More than the receipt of the largest bundle needs. */
const LARGEST = 1 << 26;

export type ReceiptFile = { readonly name: string } & ({ readonly bytes: Buffer } | { readonly why: string });

/** A file that may be a receipt: its bytes, or why it cannot be read. */
export function receiptFile(folder: string, name: string): ReceiptFile {
  try {
    const read = readOrdinaryFile(join(folder, name), LARGEST);
    if (read.kind === "file") return { name, bytes: read.bytes };
    return { name, why: read.kind === "too-large" ? `it has ${read.size} bytes; at most ${LARGEST} are read` : read.why };
  } catch (error) {
    return { name, why: describeError(error) };
  }
}

/** Every JSON file of a folder, by name; folders below it are not looked into. Throws the file system's error. */
export const receiptFiles = (folder: string): readonly ReceiptFile[] =>
  readdirSync(folder)
    .filter((name) => /\.json$/i.test(name))
    .sort()
    .map((name) => receiptFile(folder, name));
