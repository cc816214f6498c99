import { decide } from "../compile/decide.ts";
import { hostsToResolve } from "../compile/hosts.ts";
import { loadEnvironment } from "../load/environment.ts";
import { readDocument } from "../load/document.ts";
import type { RunOptions } from "../compile/compiled.ts";
import type { Host } from "../../platform/index.ts";
import { EnvironmentNames } from "../model/environment-names.ts";
import { environmentPath } from "../../kernel/index.ts";
import type { RunRequest } from "./request.ts";
import type { Shard } from "./shard.ts";

const AT_ONCE = 16;

/** Resolves every host of every environment with this machine's resolver, once each. A host that does not resolve is left out. */
export async function resolveHosts(
  shard: Shard,
  request: RunRequest,
  host: Pick<Host, "resolve" | "now">,
): Promise<NonNullable<RunOptions["resolved"]>> {
  const neighbours = {
    names: new EnvironmentNames(request.names),
    document: (name: string) => readDocument(shard.tree, environmentPath(name), "Environment"),
  };
  const wanted = new Set<string>();
  for (const name of request.names) {
    const { model } = shard.shared;
    const { environment, carryFrom } = loadEnvironment(shard.tree, name, model, neighbours);
    if (!environment || !model.site) continue;
    const release = model.releases.get(environment.connector.text) ?? null;
    const files = release ? decide(environment, model.site, release, carryFrom).files : {};
    for (const hostName of hostsToResolve({ environment, release, files })) wanted.add(hostName);
  }
  const evidence = `DNS from this machine, ${host.now().toISOString().slice(0, 16)}Z`;
  const resolved = new Map<string, { addresses: readonly string[]; evidence: string }>();
  const queue = [...wanted].sort();
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      try {
        resolved.set(name, { addresses: [...(await host.resolve(name))].sort(), evidence });
      } catch {
        // for a host whose address cannot be looked up, membership in the tier stays 'not-proven'
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return resolved;
}
