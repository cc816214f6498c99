import { parseAddress } from "../model/address.ts";
import type { ProbeResults, SavedProbe } from "../model/probe-results.ts";

/** The measurements of probes for one environment. Plain data, because it crosses threads. */
export interface ProbedHosts {
  /** The sign-in address that was probed. The measurements apply to this address only. */
  readonly signIn: string;
  /** The measured addresses by host name. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /** The file-server hosts that the tier itself named to a signed-in user. */
  readonly named: ReadonlySet<string>;
  /** The source of the measurement, for messages: 'probed on ws-0417, 2026-11-21T19:00Z' */
  readonly evidence: string;
  /** The time at which the probes measured the addresses, in words. */
  readonly when: string;
}

const list = (facts: SavedProbe["facts"], key: string): readonly string[] => {
  const value = facts[key];
  return Array.isArray(value) ? value : [];
};

/**
 * Returns the looked-up addresses by host name. Returns an empty map if the control failed, because a resolver that answers every name has measured
 * nothing.
 */
function measuredBy(probe: SavedProbe | undefined): ReadonlyMap<string, readonly string[]> {
  const rows = probe && probe.control.outcome !== "failed" ? list(probe.facts, "hosts") : [];
  return new Map(
    rows.map((row) => row.split(" ")).flatMap(([host = "", ...addresses]) => (addresses.length > 0 ? [[host, addresses]] : [])),
  );
}

/**
 * Returns the file-server hosts in the tier's own preference, as the tier answered a signed-in user; none if the probe did not prove them.
 */
function namedBy(probe: SavedProbe | undefined): ReadonlySet<string> {
  const texts = probe?.outcome === "proven" ? list(probe.facts, "installed") : [];
  return new Set(texts.flatMap((text) => parseAddress(text)?.host ?? []));
}

/** Returns the measurements in the results of one probe run; null if its probes tier/same-address and tier/bootstrap-preference name no target. */
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
