import { JsonFault, readStrictJson } from "../../kernel/index.ts";

/** What stands for the hash of a settings file, which no archive says: it could let a secret be guessed. */
export const HIDDEN_HASH = "0".repeat(64);

/**
 * Returns a receipt from a `-Collect` archive as it was on its workstation: with hashes where they were hidden, and paths as `pathOf` names them. What is
 * no JSON is returned as it is: whoever judges the record says why it is none.
 */
export function receiptBytes(bytes: Buffer, pathOf: (text: string) => string): Buffer {
  const change = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => change(item, key));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));
    if (value === "(hidden)" && key === "sha256") return HIDDEN_HASH;
    return typeof value === "string" ? pathOf(value) : value;
  };
  try {
    return Buffer.from(JSON.stringify(change(readStrictJson(bytes), "")));
  } catch (error) {
    if (error instanceof JsonFault) return bytes;
    throw error;
  }
}
