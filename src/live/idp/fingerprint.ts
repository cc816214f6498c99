import { createHash } from "node:crypto";
import { evidenceLines } from "./evidence.ts";
import { canonical, type Json } from "./json.ts";
import { isList, isSecretValue, isUnknown, type LiveRealm, type Wanted } from "./state.ts";

const sha256 = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;

/** What a plan was judged against: the same realm, the same text. No secret is in it, not even in a hash. */
export const fingerprintOf = ({ issuer, evidence }: LiveRealm): string =>
  sha256(JSON.stringify([issuer, ...evidenceLines(evidence)]));

/** What a plan is for: the same sso.yaml, the same text. Of secrets it knows the fields alone. */
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

/** Of a document's own fields, as it is written. */
export const documentDigest = (document: object): string => sha256(JSON.stringify(document));
