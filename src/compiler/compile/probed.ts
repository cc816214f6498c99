import { parseAddress } from "../model/address.ts";
import type { ProbeResults, SavedProbe } from "../model/probe-results.ts";

/** The measurements of probes for one environment. Plain data, because worker threads receive it. */
export interface ProbedHosts {
  /** The sign-in address that was probed. The measurements apply only while the environment has this address. */
  readonly signIn: string;
  /** The network addresses that the probing machine looked up, by host name. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /** The hosts of file servers that the tier itself named in its answer to a signed-in user. */
  readonly named: ReadonlySet<string>;
  /** The machine and time of the measurement, for messages: 'probed on ws-0417, 2026-11-21T19:00Z'. */
  readonly evidence: string;
  /** The time of the measurement, for messages: '2026-11-21T19:00Z'. */
  readonly when: string;
}

const list = (facts: SavedProbe["facts"], key: string): readonly string[] => {
  const value = facts[key];
  return Array.isArray(value) ? value : [];
};

/**
 * Returns the network addresses that the probe tier/same-address looked up, by host name. Returns an empty map if the probe's control
 * failed: a resolver that has an address even for a name that does not exist measures nothing.
 */
function measuredBy(probe: SavedProbe | undefined): ReadonlyMap<string, readonly string[]> {
  const rows = probe && probe.control.outcome !== "failed" ? list(probe.facts, "hosts") : [];
  return new Map(
    rows.map((row) => row.split(" ")).flatMap(([host = "", ...addresses]) => (addresses.length > 0 ? [[host, addresses]] : [])),
  );
}

/**
 * Returns the hosts of file servers in the preference (Fms_BootStrap_Urls) that the tier gave a signed-in user; none if the probe
 * tier/bootstrap-preference is not proven.
 */
function namedBy(probe: SavedProbe | undefined): ReadonlySet<string> {
  const texts = probe?.outcome === "proven" ? list(probe.facts, "installed") : [];
  return new Set(texts.flatMap((text) => parseAddress(text)?.host ?? []));
}

/** Returns the measurements in saved probe results; null if neither tier/same-address nor tier/bootstrap-preference names a target. */
export function probedHosts({ machine, at, probes }: ProbeResults): ProbedHosts | null {
  const of = (id: string) => probes.find((probe) => probe.id === id);
  const [addresses, preference] = [of("tier/same-address"), of("tier/bootstrap-preference")];
  const signIn = addresses?.target ?? preference?.target ?? null;
  if (signIn === null) return null;
  const when = `${at.slice(0, 16)}Z`;
  const hosts = measuredBy(addresses);
  const named = preference?.target === signIn || addresses === undefined ? namedBy(preference) : new Set<string>();
  return { signIn, hosts, named, evidence: `probed on ${machine}, ${when}`, when };
}
