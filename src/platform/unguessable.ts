import { randomBytes } from "node:crypto";

/** Returns a random text of 22 characters, for the state and nonce of an OpenID sign-in request, which nobody can predict. */
export const unguessable = (): string => randomBytes(16).toString("base64url");
