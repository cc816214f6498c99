import { hash } from "node:crypto";

/** SHA-256 of bytes that are at hand, as locks, manifests, sums and receipts write it: in hex. */
export const sha256 = (bytes: string | Uint8Array): string => hash("sha256", bytes, "hex");
