import { type Text, listed, name, say } from "../../../kernel/index.ts";
import { bareHost } from "../../../platform/index.ts";
import type { Probing } from "../probe.ts";

/** True for an address of the machine itself, with brackets or without. */
export const isOwnAddress = (address: string): boolean =>
  /^(?:127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3})$/i.test(bareHost(address));

/** Where a name leads on this machine, where that is the machine itself. */
export interface OwnLoopback {
  readonly addresses: readonly string[];
  /** What shows that this is a container; null: nothing does. */
  readonly container: string | null;
  /** "NAME leads to 127.0.0.1 here, which is this container's own loopback (...)". */
  readonly says: Text;
}

/**
 * A name that leads to this machine itself. In a container that is the container's own loopback, where no identity provider is: that the
 * name resolves proves nothing (docs/sso.md). null: it leads elsewhere, does not resolve, or is localhost by its own words.
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
  return { addresses: own, container, says: say`${name(host)} leads to ${listed(own.map(name))} here, which is ${whose}` };
}

/** What to do about it. */
export const loopbackHelp = (host: string, port: string, { container }: OwnLoopback): Text =>
  container === null
    ? say`--connect ${name(host)}:${name(port)}:ADDRESS proves whether it answers at another address`
    : say`--connect ${name(host)}:${name(port)}:ADDRESS with the address of the container's host proves whether it answers there; then give the containers that name with --add-host or a hostAliases entry`;
