import { type HostVerdict, type HostVerdictKind, type Place, type Scalar, placeOf } from "../../kernel/index.ts";
import { effectivePort, isLiteralAddress, isOfMachineItself, normalAddress, withoutCredentials } from "../model/address.ts";
import type { DeclaredMembers, Environment, Tier } from "../model/environment.ts";
import { type AddressSource, fileTransferOf, signInOf, tierAddresses } from "./addresses.ts";
import type { RunOptions } from "./compiled.ts";
import type { ProbedHosts } from "./probed.ts";

/** An address of an environment's tier, to be compared with those of other environments; plain data, because worker threads receive it. */
export interface AddressClaim {
  readonly role: "signIn" | "webClient" | "fileTransfer";
  readonly host: string;
  /** The port of the address as text; null if the address has none. */
  readonly port: string | null;
  readonly text: string;
  readonly place: Place;
  readonly pointer: string;
  /** The network addresses that the environment knows for the host. */
  readonly addresses: readonly KnownAddress[];
  /** True if the environment knows any network address of the host, even a loopback address, which `addresses` leaves out. */
  readonly isKnown: boolean;
}

/** A network address of a host, spelled as by `normalAddress`, with its source in words (`said`); never a loopback address or 0.0.0.0. */
export interface KnownAddress {
  readonly address: string;
  readonly said: string;
}

/** Returns HOST:PORT for the host of a claim and for each of the host's network addresses; an unknown port is '?'. */
export const serversOf = (
  { host, port }: Pick<AddressClaim, "host" | "port">,
  addresses: readonly KnownAddress[],
): readonly string[] => [...new Set([host, ...addresses.map(({ address }) => address)])].map((name) => `${name}:${port ?? "?"}`);

/** The network addresses that one source (such as DNS) knows for a host; `said` says in words which source that is. */
interface Evidence {
  readonly source: string;
  /** The network addresses as `normalAddress` spells them, for comparison. */
  readonly addresses: readonly string[];
  /** The network addresses as the source spells them, for messages. */
  readonly written: string;
  readonly measured: boolean;
  readonly said: string;
}

/** Returns those of the texts that are network addresses. Any other text proves nothing and is skipped; tier/declared-host reports it. */
function addressesOf(texts: readonly string[]): Pick<Evidence, "addresses" | "written"> {
  const addresses: string[] = [];
  const written: string[] = [];
  for (const text of texts) {
    const address = normalAddress(text);
    if (address === null) continue;
    addresses.push(address);
    written.push(
      text
        .trim()
        .toLowerCase()
        .replace(/^\[|\]$/g, ""),
    );
  }
  return { addresses, written: written.join(", ") };
}

/** The parts of an environment that declare hosts: tier.hosts and tier.members. */
export type Declared = Pick<Environment, "name"> & { readonly tier: Pick<Tier, "hosts" | "members"> };

/** Returns the evidence of all sources that know a host: the name itself (an address), tier.hosts, the hosts file, DNS, a probe. */
function evidenceOf(host: string, env: Declared, options: RunOptions): readonly Evidence[] {
  const found: Evidence[] = [];
  if (isLiteralAddress(host))
    found.push({ source: "literal", ...addressesOf([host]), measured: false, said: "written as an address" });
  const declared = env.tier.hosts.get(host);
  if (declared && declared.addresses.length > 0) {
    const place = placeOf(declared.keySpan);
    found.push({
      source: "declared",
      ...addressesOf(declared.addresses.map((address) => address.text)),
      measured: false,
      said: `declared in ${place.file}:${place.line}`,
    });
  }
  const listed = options.hostsFile?.get(host);
  if (listed) {
    const said = [...new Set(listed.map((entry) => entry.evidence))].join(", ");
    found.push({ source: "hosts file", ...addressesOf(listed.map((entry) => entry.address)), measured: false, said });
  }
  const resolved = options.resolved?.get(host);
  if (resolved && resolved.addresses.length > 0) {
    found.push({ source: "DNS", ...addressesOf(resolved.addresses), measured: true, said: resolved.evidence });
  }
  const probed = options.probed?.get(env.name);
  const addresses = probed?.hosts.get(host);
  if (probed && addresses) found.push({ source: "probe", ...addressesOf(addresses), measured: true, said: probed.evidence });
  return found.filter((evidence) => evidence.addresses.length > 0);
}

interface Judgement {
  readonly verdict: HostVerdictKind;
  readonly evidence: string;
  readonly measured: boolean;
}

/** The sign-in host and a file server's host, compared by the network addresses that one source knows for both. */
interface Pair {
  readonly same: boolean;
  /** The network addresses that only the file server's host has, in an address family (IPv4 or IPv6) that the sign-in host also has. */
  readonly elsewhere: readonly string[];
  readonly signIn: string;
  readonly host: string;
  readonly measured: boolean;
}

const isV6 = (address: string): boolean => address.includes(":");

/** Returns the network addresses of `right` that `left` does not have, in the address families (IPv4, IPv6) that `left` has. */
function beyond(left: readonly string[], right: readonly string[]): readonly string[] {
  return right.filter((address) => !left.includes(address) && left.some((own) => isV6(own) === isV6(address)));
}

/** Returns the network addresses that the evidence for one host and the evidence for another have in common. */
const sharedAddresses = (left: Evidence, right: Evidence): readonly string[] =>
  left.addresses.filter((address) => right.addresses.includes(address));

/**
 * Compares the network addresses of two hosts: those that one source (such as DNS) knows for one host with those that it knows for the
 * other. A host that is itself written as an address is compared within every source. Two hosts that share only an address of the machine
 * itself (127.0.0.1, 0.0.0.0) are not compared: every machine has that address, and a tunnel behind it can lead anywhere.
 */
function comparePair(a: readonly Evidence[], b: readonly Evidence[]): readonly Pair[] {
  return a.flatMap((left) =>
    b
      .filter((right) => right.source === left.source || left.source === "literal" || right.source === "literal")
      .filter((right) => {
        const shared = sharedAddresses(left, right);
        return shared.length === 0 || !shared.every(isOfMachineItself);
      })
      .map((right) => ({
        same: sharedAddresses(left, right).length > 0,
        elsewhere: beyond(left.addresses, right.addresses),
        signIn: `${left.written}, ${left.said}`,
        host: `${right.written}, ${right.said}`,
        measured: (left.measured || left.source === "literal") && (right.measured || right.source === "literal"),
      })),
  );
}

/** Compares each source of one host with each of the other; returns the first pair without a common address, undefined if there is none. */
function contradiction(a: readonly Evidence[], b: readonly Evidence[]): Pair | undefined {
  return comparePair(
    a.map((evidence) => ({ ...evidence, source: "any" })),
    b.map((evidence) => ({ ...evidence, source: "any" })),
  ).find((pair) => !pair.same);
}

/** Returns the YAML entry for a host in a list of `tier.members`, or undefined. All spellings of an IPv6 address are equal. */
function memberOf(host: string, hosts: DeclaredMembers["hosts"]): Scalar | undefined {
  const address = normalAddress(host);
  return hosts.find(({ text }) => (address === null ? text.toLowerCase() === host : normalAddress(text) === address));
}

/** Returns the hosts that `tier.members` declares to belong to the tier of a sign-in host; undefined if it has no entry for that host. */
function membersOf(signInHost: string, { members }: Declared["tier"]): DeclaredMembers | undefined {
  const address = normalAddress(signInHost);
  return (
    members.get(signInHost) ??
    (address === null ? undefined : [...members.values()].find(({ name }) => normalAddress(name) === address))
  );
}

/** Returns a clause that names the sign-in host, other than the environment's, to whose tier `tier.members` assigns a host; or null. */
function boundElsewhere(host: string, { tier }: Declared): string | null {
  for (const { name, hosts } of tier.members.values()) {
    const member = memberOf(host, hosts);
    if (!member) continue;
    const place = placeOf(member.span);
    return `declared a member of the tier of ${name}, which is not the sign-in host, in ${place.file}:${place.line}`;
  }
  return null;
}

/**
 * Judges whether a host belongs to the tier of the sign-in host, by name, `tier.members` and network addresses. If sources contradict each
 * other, the worse verdict applies; without evidence it is not-proven. A host that `tier.members` assigns to another tier needs proof.
 */
export function judgeHost(host: string, signInHost: string, env: Declared, options: RunOptions): Judgement {
  if (host === signInHost) return { verdict: "same", evidence: "same name as sign-in", measured: true };
  const probed = options.probed?.get(env.name);
  // that the tier itself names the host outweighs different network addresses, because a tier can have several hosts
  if (probed?.named.has(host))
    return { verdict: "member", evidence: `the tier itself names it (Fms_BootStrap_Urls), ${probed.evidence}`, measured: true };
  const ofSignIn = evidenceOf(signInHost, env, options);
  const ofHost = evidenceOf(host, env, options);
  const pairs = comparePair(ofSignIn, ofHost);
  const same = pairs.filter((pair) => pair.same);
  const different = pairs.find((pair) => !pair.same) ?? (same.length > 0 ? contradiction(ofSignIn, ofHost) : undefined);
  const member = memberOf(host, membersOf(signInHost, env.tier)?.hosts ?? []);
  const partly = same.find((pair) => pair.elsewhere.length > 0);
  if (member && (different || partly || same.length === 0)) {
    const place = placeOf(member.span);
    return {
      verdict: "member",
      evidence: `declared a member of the tier of ${signInHost} in ${place.file}:${place.line}`,
      measured: false,
    };
  }
  const bound = boundElsewhere(host, env);
  if (different) {
    const against = same[0] ? `; another source contradicts it: ${same[0].host}` : "";
    return {
      verdict: "half-switch",
      evidence: `${different.host}; sign-in has ${different.signIn}${against}${bound === null ? "" : `; it is ${bound}`}`,
      measured: different.measured,
    };
  }
  if (bound !== null && (partly || same.length === 0)) return { verdict: "half-switch", evidence: bound, measured: false };
  if (partly)
    return {
      verdict: "not-proven",
      evidence: `only some addresses are those of sign-in (${partly.host}; sign-in has ${partly.signIn}): files can also go to ${partly.elsewhere.join(", ")}`,
      measured: false,
    };
  const best = same.find((pair) => pair.measured) ?? same[0];
  if (best) return { verdict: "same", evidence: `same address: ${best.host}; sign-in ${best.signIn}`, measured: best.measured };
  return { verdict: "not-proven", evidence: unknownPair(signInHost, ofSignIn, host, ofHost), measured: false };
}

/** Returns, as a sentence, why the network addresses of the sign-in host and another host prove nothing. */
function unknownPair(signInHost: string, ofSignIn: readonly Evidence[], host: string, ofHost: readonly Evidence[]): string {
  const own = ofSignIn.flatMap((left) => ofHost.flatMap((right) => sharedAddresses(left, right))).find(isOfMachineItself);
  return own === undefined
    ? `no IP address is known for both ${signInHost} and ${host}`
    : `${signInHost} and ${host} share only ${own}, a local address that every machine has`;
}

/**
 * Returns the options without probe results if those of this environment are for another sign-in address than `signIn`; `other` then says
 * in words that they do not apply.
 */
function probedFor(
  name: string,
  signIn: string,
  options: RunOptions,
): { readonly usable: RunOptions; readonly other: string | null } {
  const probed = options.probed?.get(name);
  if (!probed || probed.signIn === signIn) return { usable: options, other: null };
  const other = `${probed.evidence}, used another sign-in address (${withoutCredentials(probed.signIn)}) and does not apply to this one`;
  return { usable: { ...options, probed: new Map<string, ProbedHosts>() }, other };
}

/**
 * Returns the verdict and evidence for the host of every compiled file-transfer address; none without a sign-in address. A text that is not
 * an address is skipped, because tier/address-form reports it.
 */
export function judgeHosts(source: AddressSource, options: RunOptions): readonly HostVerdict[] {
  const { text = "", address: signIn = null } = signInOf(source) ?? {};
  if (!signIn) return [];
  const { usable, other } = probedFor(source.environment.name, text, options);
  return fileTransferOf(source).flatMap(({ address, place, pointer }) => {
    if (!address) return [];
    const judged = judgeHost(address.host, signIn.host, source.environment, usable);
    const evidence = other === null || judged.measured ? judged.evidence : `${judged.evidence}; ${other}`;
    return [{ host: address.host, role: "fileTransfer" as const, place, pointer: pointer ?? "", ...judged, evidence }];
  });
}

/** Returns the host names in the tier's addresses, whose network addresses the option --resolve looks up. */
export function hostsToResolve(source: AddressSource): readonly string[] {
  const hosts = tierAddresses(source).flatMap(({ address }) => address?.host ?? []);
  return [...new Set(hosts.filter((host) => !isLiteralAddress(host)))];
}

/** Returns the network addresses in the evidence for a host, without loopback and other addresses that every machine has for itself. */
const ownAddresses = (evidence: readonly Evidence[]): readonly KnownAddress[] =>
  evidence.flatMap(({ addresses, said }) =>
    addresses.flatMap((address) => (isOfMachineItself(address) ? [] : [{ address, said }])),
  );

/** Returns the network addresses that the sources of an environment (such as tier.hosts and DNS) know for a host. */
export const knownAddresses = (host: string, env: Declared, options: RunOptions): readonly KnownAddress[] =>
  ownAddresses(evidenceOf(host, env, options));

/** Returns the addresses of an environment's own tier, which rules such as tier/shared-address compare with other environments. */
export function claimsOf(source: AddressSource, options: RunOptions): readonly AddressClaim[] {
  const known = new Map<string, Pick<AddressClaim, "addresses" | "isKnown">>();
  const knownOf = (host: string): Pick<AddressClaim, "addresses" | "isKnown"> => {
    const evidence = known.has(host) ? [] : evidenceOf(host, source.environment, options);
    const found = known.get(host) ?? { addresses: ownAddresses(evidence), isKnown: evidence.length > 0 };
    known.set(host, found);
    return found;
  };
  return tierAddresses(source).flatMap(({ role, text, address, place, pointer, layer }) => {
    // an address that is still the kit's, because of a fault in the table of writes, is no claim of the environment
    if (!address || layer === "kit") return [];
    const port = effectivePort(address) || null;
    const shared = { ...knownOf(address.host), place, pointer: pointer ?? "" };
    return [{ role, host: address.host, port, text: withoutCredentials(text), ...shared }];
  });
}
