import { type Address, effectivePort, normalAddress, parseAddress } from "../model/address.ts";
import type { Fact } from "./fact.ts";
import type { SignInFacts } from "./facts.ts";

/** The id of a component of the federated sign-in (`PART_TITLES`), each of which runs on a machine. */
export type PartId = "idp" | "ssc" | "web" | "tier" | "files";

/** The addresses of the tier that a federated sign-in needs and that environment.yaml, not sso.yaml, states. */
export interface TierPlaces {
  readonly signIn: Address | null;
  readonly fileTransfer: readonly Address[];
  /** The network addresses that tier.hosts declares, by host name in lower case. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
}

/** One component of the sign-in (such as the login service) at one host name. */
export interface Part {
  readonly id: PartId;
  readonly host: string;
  readonly port: string;
}

/** One machine with components of the sign-in, or several nodes behind one host name. */
export interface Machine {
  readonly hosts: readonly string[];
  /** The network addresses that tier.hosts declares for the machine; several are the nodes behind one host name. */
  readonly nodes: readonly string[];
  readonly parts: readonly Part[];
}

export const PART_TITLES: Readonly<Record<PartId, string>> = {
  idp: "identity provider",
  ssc: "security services (login service, identity service, vault)",
  web: "web client",
  tier: "PLM tier",
  files: "file transfer",
};

const addressOf = (fact: Fact | null): Address | null => fact && parseAddress(fact.value);

/** Returns the components of a sign-in whose address is known, with host and port alone, because an address can hold a password. */
function partsOf(facts: SignInFacts, tier: TierPlaces): readonly Part[] {
  const known: readonly (readonly [PartId, Address | null])[] = [
    ["idp", addressOf(facts.federationUrl)],
    ["ssc", addressOf(facts.loginServiceUrl)],
    ["web", addressOf(facts.webApplication.root)],
    ["tier", tier.signIn],
    ...tier.fileTransfer.map((address) => ["files", address] as const),
  ];
  return known.flatMap(([id, address]) => (address ? [{ id, host: address.host, port: effectivePort(address) }] : []));
}

/**
 * Returns the machines of a sign-in, that of the identity provider first. Two host names count as one machine only if tier.hosts declares
 * one network address for each of them, and both are equal.
 */
export function machinesOf(facts: SignInFacts, tier: TierPlaces): readonly Machine[] {
  const machines = new Map<string, { hosts: string[]; nodes: readonly string[]; parts: Part[] }>();
  for (const part of partsOf(facts, tier)) {
    const literal = normalAddress(part.host);
    const nodes = literal
      ? [literal]
      : [...new Set((tier.hosts.get(part.host) ?? []).map((text) => normalAddress(text) ?? text))];
    const key = nodes.length === 1 ? `address ${nodes[0]}` : `name ${part.host}`;
    const machine = machines.get(key) ?? { hosts: [], nodes, parts: [] };
    if (!machine.hosts.includes(part.host)) machine.hosts.push(part.host);
    machine.parts.push(part);
    machines.set(key, machine);
  }
  return [...machines.values()];
}

/** Returns the machine on which a component of the sign-in runs; null if the component's address is unknown. */
export const machineOf = (machines: readonly Machine[], id: PartId): Machine | null =>
  machines.find(({ parts }) => parts.some((part) => part.id === id)) ?? null;
