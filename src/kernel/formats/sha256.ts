import { hash } from "node:crypto";

/** Returns the SHA-256 of a text's UTF-8 or of bytes as lower-case hex, as kit locks, manifests, checksum files and receipts contain it. */
export const sha256 = (bytes: string | Uint8Array): string => hash("sha256", bytes, "hex");
