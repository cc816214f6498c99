import type { RealmClaim } from "../../compile/summary.ts";
import { effectivePort, parseAddress } from "../../model/address.ts";

/** Returns a key that is equal for all spellings of a realm's address: the host's case and a stated default port make no difference. */
export function realmKey({ url }: Pick<RealmClaim, "url">): string {
  const address = parseAddress(url);
  return address ? `${address.scheme}://${address.host}:${effectivePort(address)}${address.path}` : url;
}
