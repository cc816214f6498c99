import { hash } from "node:crypto";

/** Returns the SHA-256 of bytes in memory as hex, as in locks, manifests, sums and receipts. */
export const sha256 = (bytes: string | Uint8Array): string => hash("sha256", bytes, "hex");
