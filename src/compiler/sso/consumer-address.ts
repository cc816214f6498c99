import { isLoopback, normalAddress } from "../model/address.ts";
import type { Consumer } from "../model/federated-sign-in.ts";

/**
 * Why the issuer's name cannot lead to the address of a consumer. `name`: a hosts line, a hostAliases entry and `curl --resolve` take an
 * address alone. `loopback`: in a guest or a container that is the guest or container itself. `nowhere`: no machine has it.
 */
export type ConsumerFault = "blank" | "name" | "loopback" | "nowhere";

/**
 * Addresses of no machine that can be called: "this network" (0.0.0.0/8 and ::), many machines at once (224.0.0.0/4 and ff00::/8), reserved
 * ones with the broadcast (240.0.0.0/4), and IPv4 addresses in the form that IPv6 gave up (::127.0.0.1).
 */
const NOWHERE = /^(?:0\.|(?:22[4-9]|2[345]\d)\.|ff[0-9a-f]{2}:|0:0:0:0:0:0:)/;

/** Returns null where no address is written, or one that may be right. */
export function consumerFault({ kind, address }: Pick<Consumer, "kind" | "address">): ConsumerFault | null {
  if (!address) return null;
  if (address.text.trim() === "") return "blank";
  const elsewhere = kind.text !== "host";
  if (elsewhere && isLoopback(address.text)) return "loopback";
  const normal = normalAddress(address.text);
  if (normal === null) return "name";
  return NOWHERE.test(normal) && !isLoopback(normal) ? "nowhere" : null;
}
