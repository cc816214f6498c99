import { parseAddress } from "../model/address.ts";
import type { ProbeResults, SavedProbe } from "../model/probe-results.ts";

/** What probes have measured for one environment. Plain data: it crosses threads. */
export interface ProbedHosts {
  /** The sign-in address that was probed: of another one nothing of this is true. */
  readonly signIn: string;
  /** Measured addresses by host name. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /** Hosts of file servers that the tier itself named. */
  readonly named: ReadonlySet<string>;
  /** 'probed on ws-0417, 2026-11-21T19:00Z' */
  readonly evidence: string;
  /** When, in words. */
  readonly when: string;
}

const list = (facts: SavedProbe["facts"], key: string): readonly string[] => {
  const value = facts[key];
  return Array.isArray(value) ? value : [];
};

/** Addresses that were looked up; a resolver that answers every name has measured nothing. */
function measuredBy(probe: SavedProbe | undefined): ReadonlyMap<string, readonly string[]> {
  const rows = probe && probe.control.outcome !== "failed" ? list(probe.facts, "hosts") : [];
  return new Map(
    rows.map((row) => row.split(" ")).flatMap(([host = "", ...addresses]) => (addresses.length > 0 ? [[host, addresses]] : [])),
  );
}

/** Hosts that the tier's own preference names, as it answered somebody who was signed in. */
function namedBy(probe: SavedProbe | undefined): ReadonlySet<string> {
  const texts = probe?.outcome === "proven" ? list(probe.facts, "installed") : [];
  return new Set(texts.flatMap((text) => parseAddress(text)?.host ?? []));
}

/** What the results of one run measure; null: nothing of where names lead. */
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
