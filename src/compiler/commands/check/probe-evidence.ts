import { type ProbedHosts, probedHosts } from "../../compile/probed.ts";
import { readProbeResults } from "../../load/probe-results.ts";
import { type ProbeResults, staleness } from "../../model/probe-results.ts";
import { type Invocation, NL, valuesOf } from "../../../report/index.ts";

/** Returns the probe results in the files that --probe names, in the given order. Throws a Refusal for a file without such results. */
export const probeResultsOf = (invocation: Invocation): readonly ProbeResults[] =>
  valuesOf(invocation, "probe").map((file) => readProbeResults(invocation.host.cwd, file));

/**
 * Returns the hosts that the probe results of --probe measured, by environment; of several results of an environment the newest counts.
 * Results that are no evidence (too old, or of an unknown environment) are reported on standard error.
 */
export function probedBy(invocation: Invocation, names: readonly string[]): ReadonlyMap<string, ProbedHosts> {
  const all = probeResultsOf(invocation);
  const { host, today } = invocation;
  const usable = all.filter((results) => {
    const { environment } = results;
    const why = names.includes(environment) ? staleness(results, today) : "that environment is not in this repository";
    if (why !== null) host.stderr.write(`the probe of ${environment} is not used as evidence: ${why}${NL}`);
    return why === null;
  });
  const newest = [...usable].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return new Map(
    newest.flatMap((results) => {
      const hosts = probedHosts(results);
      return hosts ? [[results.environment, hosts] as const] : [];
    }),
  );
}
