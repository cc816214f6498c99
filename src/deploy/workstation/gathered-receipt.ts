import { JsonFault, readStrictJson } from "../../kernel/index.ts";

/** The placeholder for the hash of a settings file, which `deploy.ps1 -Collect` leaves out, because a secret could be guessed from it. */
export const HIDDEN_HASH = "0".repeat(64);

/**
 * Converts a receipt from an archive of `deploy.ps1 -Collect` to the form of a receipt on a workstation: HIDDEN_HASH for hidden hashes, and
 * paths mapped by `pathOf`. Returns bytes that are not JSON unchanged, so that the record's reader reports the reason.
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
