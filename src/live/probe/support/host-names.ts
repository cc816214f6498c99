import { type Environment, isLiteralAddress, judgeHost, parseAddress } from "../../../compiler/index.ts";
import { type HostVerdictKind, listTexts, name, say } from "../../../kernel/index.ts";
import type { Control, Probing } from "../probe.ts";

/** A host name that can never exist (RFC 6761, 6.4): a resolver that resolves it resolves every name. */
export const NOBODY = "tierwright-control.invalid";

export const hostOf = (text: string): string => parseAddress(text)?.host ?? "";

export type Measured = ReadonlyMap<string, { readonly addresses: readonly string[]; readonly evidence: string }>;

/** Returns the addresses of host names from this machine's resolver. Names that do not resolve are left out. */
export async function measureHosts(hosts: readonly string[], { resolve, now }: Probing): Promise<Measured> {
  const evidence = `measured from this machine, ${now().toISOString().slice(0, 16)}Z`;
  const found = new Map<string, { addresses: readonly string[]; evidence: string }>();
  for (const host of hosts) {
    if (isLiteralAddress(host)) continue;
    const addresses = await resolve(host).catch(() => []);
    if (addresses.length > 0) found.set(host, { addresses: [...addresses].sort(), evidence });
  }
  return found;
}

/** Returns the environment without the IP addresses that tier.hosts declares, so that only resolved ones are compared. */
const undeclared = (environment: Environment): Environment => ({
  ...environment,
  tier: { ...environment.tier, hosts: new Map() },
});

export interface JudgedHost {
  readonly host: string;
  readonly verdict: HostVerdictKind;
  readonly evidence: string;
}

/**
 * Returns whether a host belongs to the tier of the sign-in host, with the evidence. Only resolved IP addresses are compared, not those
 * that tier.hosts declares.
 */
export function judgeByAddress(host: string, signIn: string, { environment }: Probing, resolved: Measured): JudgedHost {
  if (host === signIn) return { host, verdict: "same", evidence: `${host} is the name of both` };
  const options = { ...environment.options, hostsFile: null, resolved };
  const { verdict, evidence } = judgeHost(host, signIn, undeclared(environment.environment), options);
  return { host, verdict, evidence };
}

/**
 * Runs the control of probes that compare addresses: a made-up host name must not resolve. If it does, the resolver answers every name, and
 * two names with one address prove nothing.
 */
export async function resolverControl(resolved: Measured, { resolve }: Probing): Promise<Control> {
  const did = say`${name(NOBODY)}, which is nobody's name, was looked up`;
  if (resolved.size === 0) return { did: say`nothing was looked up`, outcome: "none", says: say`no name had to be looked up` };
  try {
    const addresses = await resolve(NOBODY);
    const says = say`this machine's resolver answers every name (${listTexts(addresses.map(name))}), so that two names with one address prove nothing`;
    return { did, outcome: "failed", says };
  } catch {
    return { did, outcome: "held", says: say`it does not resolve` };
  }
}
