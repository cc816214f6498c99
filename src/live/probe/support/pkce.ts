import { createHash } from "node:crypto";
import type { Probing } from "../probe.ts";

/**
 * Returns the parameters of a PKCE challenge (RFC 7636, 4.3). The verifier that belongs to the challenge is discarded, because a probe
 * never redeems an authorization code.
 */
export function pkceOf({ unguessable }: Pick<Probing, "unguessable">): Readonly<Record<string, string>> {
  const verifier = `${unguessable()}${unguessable()}`;
  return { code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "S256" };
}
