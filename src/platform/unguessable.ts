import { randomBytes } from "node:crypto";

/** Returns a text of 22 characters that nobody can know beforehand, for the state and the nonce of a request. */
export const unguessable = (): string => randomBytes(16).toString("base64url");
