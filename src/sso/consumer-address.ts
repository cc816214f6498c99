import { isLoopback, normalAddress } from "../model/address.ts";
import type { Consumer } from "../model/federated-sign-in.ts";

/**
 * Why the issuer's name cannot lead to the address of a consumer. `name`: a hosts line, a hostAliases entry and `curl --resolve` take an
 * address alone. `loopback`: in a guest or a container that is the guest or container itself. `nowhere`: no machine has it.
 */
export type ConsumerFault = "blank" | "name" | "loopback" | "nowhere";

/** Addresses that stand for "any" where something listens, and for nobody where something is called. */
const NOWHERE: ReadonlySet<string> = new Set(["0.0.0.0", "0:0:0:0:0:0:0:0"]);

/** Returns null where no address is written, or one that may be right. */
export function consumerFault({ kind, address }: Pick<Consumer, "kind" | "address">): ConsumerFault | null {
  if (!address) return null;
  if (address.text.trim() === "") return "blank";
  const elsewhere = kind.text !== "host";
  if (elsewhere && isLoopback(address.text)) return "loopback";
  const normal = normalAddress(address.text);
  if (normal === null) return "name";
  return NOWHERE.has(normal) ? "nowhere" : null;
}
