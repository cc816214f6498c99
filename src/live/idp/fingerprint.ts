import { createHash } from "node:crypto";
import { evidenceLines } from "./evidence.ts";
import { canonical, type Json } from "./json.ts";
import { isList, isSecretValue, isUnknown, type LiveRealm, type Wanted } from "./state.ts";

const sha256 = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;

/**
 * Returns the fingerprint of the realm that a plan was compared with. Equal realms give equal texts. No secret of the realm is part of it,
 * not even as a digest.
 */
export const fingerprintOf = ({ issuer, evidence }: LiveRealm): string =>
  sha256(JSON.stringify([issuer, ...evidenceLines(evidence)]));

/**
 * Returns the digest of the resources that sso.yaml requests. Equal requests give equal texts. A secret contributes only the name of its
 * field.
 */
export function wantedDigest(wanted: readonly Wanted[]): string {
  const told = wanted.map(({ resource, id, fields }): Json => {
    const own = [...fields].map(([field, held]): [string, Json] => [
      field,
      isSecretValue(held) || isUnknown(held) ? "(secret)" : isList(held) ? [...held] : held,
    ]);
    return [resource, id, ...own.map(([field, held]) => canonical([field, canonical(held)]))];
  });
  return sha256(JSON.stringify(told));
}

/** Returns the digest of a document's JSON, with the fields in the order of the object. */
export const documentDigest = (document: object): string => sha256(JSON.stringify(document));
