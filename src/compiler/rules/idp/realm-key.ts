import type { RealmClaim } from "../../compile/summary.ts";
import { effectivePort, parseAddress } from "../../model/address.ts";

/** One spelling for one realm: the case of the host and a port that the scheme has anyway do not make another. */
export function realmKey({ url }: Pick<RealmClaim, "url">): string {
  const address = parseAddress(url);
  return address ? `${address.scheme}://${address.host}:${effectivePort(address)}${address.path}` : url;
}
