import { type HostVerdict, type HostVerdictKind, type Place, type Scalar, placeOf } from "../../kernel/index.ts";
import { effectivePort, isLiteralAddress, isOfMachineItself, normalAddress, withoutCredentials } from "../model/address.ts";
import type { DeclaredMembers, Environment, Tier } from "../model/environment.ts";
import { type AddressSource, fileTransferOf, signInOf, tierAddresses } from "./addresses.ts";
import type { RunOptions } from "./compiled.ts";
import type { ProbedHosts } from "./probed.ts";

/** An address that an environment claims, reduced to what other environments are compared with. Plain data: it crosses threads and the cache. */
export interface AddressClaim {
  readonly role: "signIn" | "webClient" | "fileTransfer";
  readonly host: string;
  /** As written; null when the address has none. */
  readonly port: string | null;
  readonly text: string;
  readonly place: Place;
  readonly pointer: string;
  /** What this environment knows of the host. */
  readonly addresses: readonly KnownAddress[];
  /** True where it knows an address, also one that every machine has for itself and that is not in `addresses`. */
  readonly isKnown: boolean;
}

/** A network address of a host, in the spelling of `normalAddress`, and who says so. Never one that every machine has for itself. */
export interface KnownAddress {
  readonly address: string;
  readonly said: string;
}

/** Returns the servers that a claim may be of: its host and each of the host's addresses, with the port. */
export const serversOf = (
  { host, port }: Pick<AddressClaim, "host" | "port">,
  addresses: readonly KnownAddress[],
): readonly string[] => [...new Set([host, ...addresses.map(({ address }) => address)])].map((name) => `${name}:${port ?? "?"}`);

/** What one source of knowledge says about a host: its addresses and where that is said. */
interface Evidence {
  readonly source: string;
  /** In one spelling each, to be compared. */
  readonly addresses: readonly string[];
  /** As they were written, to be shown. */
  readonly written: string;
  readonly measured: boolean;
  readonly said: string;
}

/** What of these texts is an address; a word among them proves nothing (tier/declared-host says so). */
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

/** What an environment declares of hosts. */
export type Declared = Pick<Environment, "name"> & { readonly tier: Pick<Tier, "hosts" | "members"> };

/** All sources that know the host, in a fixed order: the name itself, declared hosts, the hosts file, DNS, saved results of a probe. */
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

/** Both hosts as one source knows them. */
interface Pair {
  readonly same: boolean;
  /** Addresses of the host that the sign-in host, known in that family of addresses, does not have. */
  readonly elsewhere: readonly string[];
  readonly signIn: string;
  readonly host: string;
  readonly measured: boolean;
}

const isV6 = (address: string): boolean => address.includes(":");

/** Addresses of `right` that `left` does not have; a family of addresses that `left` lacks altogether says nothing. */
function beyond(left: readonly string[], right: readonly string[]): readonly string[] {
  return right.filter((address) => !left.includes(address) && left.some((own) => isV6(own) === isV6(address)));
}

/** Returns the addresses that both have. */
const sharedAddresses = (left: Evidence, right: Evidence): readonly string[] =>
  left.addresses.filter((address) => right.addresses.includes(address));

/**
 * One source may speak for a pair when it knows both hosts; a literal address is known to every source. Two hosts that share only an address
 * of the machine itself (127.0.0.1, 0.0.0.0) are no pair: every machine has that address, and a tunnel behind it leads anywhere.
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

/** A source that knows one of the hosts only, and elsewhere than where the others have the pair together. */
function contradiction(a: readonly Evidence[], b: readonly Evidence[]): Pair | undefined {
  return comparePair(
    a.map((evidence) => ({ ...evidence, source: "any" })),
    b.map((evidence) => ({ ...evidence, source: "any" })),
  ).find((pair) => !pair.same);
}

/** Returns the entry of a host among those of a list. An IPv6 address has many spellings, and brackets only where a port may follow. */
function memberOf(host: string, hosts: DeclaredMembers["hosts"]): Scalar | undefined {
  const address = normalAddress(host);
  return hosts.find(({ text }) => (address === null ? text.toLowerCase() === host : normalAddress(text) === address));
}

/** Returns what is declared of a sign-in host's members. */
function membersOf(signInHost: string, { members }: Declared["tier"]): DeclaredMembers | undefined {
  const address = normalAddress(signInHost);
  return (
    members.get(signInHost) ??
    (address === null ? undefined : [...members.values()].find(({ name }) => normalAddress(name) === address))
  );
}

/** Returns which other sign-in host's tier the host is declared a member of, in words; null if of none. */
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
 * The verdict on one host against the sign-in host (B4): same name, declared member, same or different addresses.
 * Sources that contradict each other give the worse verdict; nothing known gives not-proven, never a good one. A declared member of another
 * sign-in host's tier is of this one only where an address says so.
 */
export function judgeHost(host: string, signInHost: string, env: Declared, options: RunOptions): Judgement {
  if (host === signInHost) return { verdict: "same", evidence: "same name as sign-in", measured: true };
  const probed = options.probed?.get(env.name);
  // the tier's own word outweighs addresses: a tier of several hosts has several
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
      evidence: `only some addresses are those of sign-in (${partly.host}; sign-in has ${partly.signIn}): files may also go to ${partly.elsewhere.join(", ")}`,
      measured: false,
    };
  const best = same.find((pair) => pair.measured) ?? same[0];
  if (best) return { verdict: "same", evidence: `same address: ${best.host}; sign-in ${best.signIn}`, measured: best.measured };
  return { verdict: "not-proven", evidence: unknownPair(signInHost, ofSignIn, host, ofHost), measured: false };
}

/** Returns why nothing is known of two hosts. */
function unknownPair(signInHost: string, ofSignIn: readonly Evidence[], host: string, ofHost: readonly Evidence[]): string {
  const own = ofSignIn.flatMap((left) => ofHost.flatMap((right) => sharedAddresses(left, right))).find(isOfMachineItself);
  return own === undefined
    ? `no source knows the addresses of both ${signInHost} and ${host}`
    : `${signInHost} and ${host} share only ${own}, an address that every machine has for itself`;
}

/** Results of a probe count for the sign-in address that was probed; of another one they say nothing, which is said. */
function probedFor(
  name: string,
  signIn: string,
  options: RunOptions,
): { readonly usable: RunOptions; readonly other: string | null } {
  const probed = options.probed?.get(name);
  if (!probed || probed.signIn === signIn) return { usable: options, other: null };
  const other = `${probed.evidence}, was another sign-in address (${withoutCredentials(probed.signIn)}), which says nothing of this one`;
  return { usable: { ...options, probed: new Map<string, ProbedHosts>() }, other };
}

/** Verdict and evidence for every file-transfer host as compiled; entries that are not addresses are reported by tier/address-form. */
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

/** Host names whose addresses a run with --resolve asks for. */
export function hostsToResolve(source: AddressSource): readonly string[] {
  const hosts = tierAddresses(source).flatMap(({ address }) => address?.host ?? []);
  return [...new Set(hosts.filter((host) => !isLiteralAddress(host)))];
}

/** Returns the addresses of a source that tell one machine from another. */
const ownAddresses = (evidence: readonly Evidence[]): readonly KnownAddress[] =>
  evidence.flatMap(({ addresses, said }) =>
    addresses.flatMap((address) => (isOfMachineItself(address) ? [] : [{ address, said }])),
  );

/** Returns what an environment knows of a host's addresses, by any source. */
export const knownAddresses = (host: string, env: Declared, options: RunOptions): readonly KnownAddress[] =>
  ownAddresses(evidenceOf(host, env, options));

/** What this environment claims as its own tier, for comparison with the others (tier/shared-address). */
export function claimsOf(source: AddressSource, options: RunOptions): readonly AddressClaim[] {
  const known = new Map<string, Pick<AddressClaim, "addresses" | "isKnown">>();
  const knownOf = (host: string): Pick<AddressClaim, "addresses" | "isKnown"> => {
    const evidence = known.has(host) ? [] : evidenceOf(host, source.environment, options);
    const found = known.get(host) ?? { addresses: ownAddresses(evidence), isKnown: evidence.length > 0 };
    known.set(host, found);
    return found;
  };
  return tierAddresses(source).flatMap(({ role, text, address, place, pointer, layer }) => {
    // the vendor's own address that a faulty table leaves in place is nobody's claim
    if (!address || layer === "kit") return [];
    const port = effectivePort(address) || null;
    const shared = { ...knownOf(address.host), place, pointer: pointer ?? "" };
    return [{ role, host: address.host, port, text: withoutCredentials(text), ...shared }];
  });
}
