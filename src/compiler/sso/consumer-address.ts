import { isLoopback, normalAddress } from "../model/address.ts";
import type { Consumer } from "../model/federated-sign-in.ts";

/**
 * The reason why a consumer cannot reach the identity provider at the address that sso.yaml states for it. `blank`: the address is empty.
 * `name`: it is not an IP address, which a hosts line, a hostAliases entry and `curl --resolve` require. `loopback`: in a guest or a
 * container it is that guest or container itself. `nowhere`: no machine has it.
 */
export type ConsumerFault = "blank" | "name" | "loopback" | "nowhere";

/**
 * Matches addresses that no single machine has: "this network" (0.0.0.0/8 and ::), multicast (224.0.0.0/4 and ff00::/8), reserved addresses
 * with the broadcast address (240.0.0.0/4), and IPv4 addresses in the deprecated IPv6 form (::127.0.0.1).
 */
const NOWHERE = /^(?:0\.|(?:22[4-9]|2[345]\d)\.|ff[0-9a-f]{2}:|0:0:0:0:0:0:)/;

/** Returns why `address` of a consumer in sso.yaml (a machine or container) is wrong; null if it is not stated, or can be right. */
export function consumerFault({ kind, address }: Pick<Consumer, "kind" | "address">): ConsumerFault | null {
  if (!address) return null;
  if (address.text.trim() === "") return "blank";
  const elsewhere = kind.text !== "host";
  if (elsewhere && isLoopback(address.text)) return "loopback";
  const normal = normalAddress(address.text);
  if (normal === null) return "name";
  return NOWHERE.test(normal) && !isLoopback(normal) ? "nowhere" : null;
}
