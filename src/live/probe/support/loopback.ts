import { type Text, listTexts, name, say } from "../../../kernel/index.ts";
import { bareHost } from "../../../platform/index.ts";
import type { Probing } from "../probe.ts";

/** Returns whether an address is a loopback address, with or without brackets. */
export const isOwnAddress = (address: string): boolean =>
  /^(?:127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3})$/i.test(bareHost(address));

/** A host name that resolves to this machine's loopback. */
export interface OwnLoopback {
  readonly addresses: readonly string[];
  /** The evidence that this machine is a container; null if there is none. */
  readonly container: string | null;
  /** The sentence "NAME leads to 127.0.0.1 here, which is this container's own loopback (...)". */
  readonly says: Text;
}

/**
 * Returns a host name's loopback addresses on this machine. In a container, that is the container's own loopback, where no identity
 * provider runs, so a name that resolves proves nothing (docs/sso.md). Returns null if the name leads elsewhere, does not resolve, or is
 * localhost.
 */
export async function ownLoopback(probing: Pick<Probing, "resolve" | "container">, host: string): Promise<OwnLoopback | null> {
  if (isOwnAddress(host) || /(?:^|\.)localhost$/i.test(host)) return null;
  let addresses: readonly string[];
  try {
    addresses = await probing.resolve(bareHost(host));
  } catch {
    return null;
  }
  const own = addresses.filter(isOwnAddress);
  if (own.length === 0) return null;
  const container = probing.container();
  const whose =
    container === null ? say`this machine itself` : say`this container's own loopback and not its host's (${name(container)})`;
  return { addresses: own, container, says: say`${name(host)} leads to ${listTexts(own.map(name))} here, which is ${whose}` };
}

/** Returns the help line for a host name that leads to this machine's loopback address. */
export const loopbackHelp = (host: string, port: string, { container }: OwnLoopback): Text =>
  container === null
    ? say`--connect ${name(host)}:${name(port)}:ADDRESS proves whether it answers at another address`
    : say`--connect ${name(host)}:${name(port)}:ADDRESS with the address of the container's host proves whether it answers there; then give the containers that name with --add-host or a hostAliases entry`;
