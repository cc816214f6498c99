import type { RealmClaim } from "../../compile/summary.ts";
import { effectivePort, parseAddress } from "../../model/address.ts";

/** Returns one spelling for each realm: the host's case and a scheme's default port make no difference. */
export function realmKey({ url }: Pick<RealmClaim, "url">): string {
  const address = parseAddress(url);
  return address ? `${address.scheme}://${address.host}:${effectivePort(address)}${address.path}` : url;
}
