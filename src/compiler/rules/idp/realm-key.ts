import type { RealmClaim } from "../../compile/summary.ts";
import { effectivePort, parseAddress } from "../../model/address.ts";

/** Returns a text that is equal for all spellings of a realm's address: case of the host and a scheme's default port make no difference. */
export function realmKey({ url }: Pick<RealmClaim, "url">): string {
  const address = parseAddress(url);
  return address ? `${address.scheme}://${address.host}:${effectivePort(address)}${address.path}` : url;
}
