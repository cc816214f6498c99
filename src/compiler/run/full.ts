import { type Finding, append } from "../../kernel/index.ts";
import type { EnvironmentSummary, RepositoryView } from "../compile/summary.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import { redact } from "./redact.ts";
import { rangeProblem, requireVersion } from "./requires.ts";
import { resolveHosts } from "./resolve.ts";
import {
  ENVIRONMENT_RULES,
  REPOSITORY_RULES,
  RULE_IDS,
  baseFindings,
  deletionFindings,
  readFindings,
  toFinding,
} from "./rules.ts";
import { Shard, type ShardResult } from "./shard.ts";
import { commentsOf, type Suppression } from "./suppress.ts";
import { type Helper, type Queue, queueOf, take } from "./threads.ts";
import { unusedFindings } from "./unused-suppressions.ts";

/*
 * Computes the results of a `check` or `compile`: reads YAML, runs rules, judges verdicts, makes artifacts. This code is loaded only if the
 * cache has no valid result.
 */

export { RULE_IDS, redact, type Shard, unusedFindings };

/**
 * Reads the files that all environments share, and resolves hosts if --resolve requests it. Throws a Refusal if the repository requires
 * another version of Tierwright.
 * @param onDemand True if the findings on the releases are cached, so that a release is loaded only when an environment needs it.
 */
export async function openShard(request: RunRequest, world: RunWorld, onDemand: boolean): Promise<Shard> {
  const shard = new Shard(request, world, { onDemand });
  await requireVersion(shard.shared.model.site, request.version, { told: true });
  if (!request.resolve) return shard;
  return shard.withRequest({ ...request, options: { ...request.options, resolved: await resolveHosts(shard, request, world) } });
}

/** Returns the findings on the shared files (site.yaml, releases/, templates/), suppressed ones included. */
export async function sharedFindings(shard: Shard): Promise<readonly Finding[]> {
  const { model, problems } = shard.shared;
  const findings: Finding[] = readFindings(
    [...problems, ...[(await rangeProblem(model.site)) ?? []].flat(), ...(await shard.templates()).problems],
    null,
  );
  for (const release of model.releases.values()) append(findings, baseFindings(release, false));
  return findings;
}

/** Returns the suppression comments in the shared files. */
export function sharedComments({ shared }: Shard): readonly Suppression[] {
  return shared.sources.flatMap(commentsOf);
}

/** Returns the findings of the rules that compare environments. */
export function repositoryFindings({ shared, request }: Shard, environments: readonly EnvironmentSummary[]): readonly Finding[] {
  const view: RepositoryView = { ...shared.model, environments, environmentNames: request.names, today: request.options.today };
  const found = REPOSITORY_RULES.flatMap((rule) =>
    [...rule.check(view)].map((problem) => toFinding(rule, problem, problem.environment ?? null)),
  );
  append(found, deletionFindings(view));
  for (const rule of ENVIRONMENT_RULES) {
    if (rule.checkShared) for (const problem of rule.checkShared(view)) found.push(toFinding(rule, problem, null));
  }
  return found;
}

/** Checks, and compiles if requested, environments from the queue that all threads share until it is empty. */
export async function runQueue(shard: Shard, queue: Queue): Promise<readonly ShardResult[]> {
  const results: ShardResult[] = [];
  for (const name of take(queue)) results.push(await shard.run(name));
  return results;
}

/** Returns true if every file that both records list has an equal state (digest or absence) in both. */
export function agree(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return Object.entries(a).every(([path, state]) => b[path] === undefined || b[path] === state);
}

/** Distributes the environments over this thread and its worker threads. `consistent` is true if all threads read equal shared files. */
export async function distribute(
  shard: Shard,
  names: readonly string[],
  helpers: readonly Helper[],
): Promise<{ results: readonly ShardResult[]; consistent: boolean }> {
  const queue = queueOf(names);
  const others = helpers.map((helper) => helper.work(queue));
  const own = await runQueue(shard, queue);
  const answers = await Promise.all(others);
  // Stops the worker threads, because they hold memory, without waiting for them, because waiting takes time.
  for (const helper of helpers) void helper.stop();
  const seen = shard.sharedInputs;
  return {
    results: [own, ...answers.map((answer) => answer.results)].flat(),
    consistent: answers.every((answer) => agree(answer.sharedInputs, seen)),
  };
}
