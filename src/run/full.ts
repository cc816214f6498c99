import type { Finding } from "../diagnostic/finding.ts";
import { inThread, workerPath } from "../io/threads.ts";
import type { EnvironmentSummary, RepositoryView } from "../model/repository.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import { requireVersion } from "./requires.ts";
import { resolveHosts } from "./resolve.ts";
import {
  ENVIRONMENT_RULES,
  REPOSITORY_RULES,
  RULE_IDS,
  log4j2Findings,
  propertiesFindings,
  readFindings,
  toFinding,
} from "./rules.ts";
import { Shard, type ShardResult } from "./shard.ts";
import { type Suppression, commentsOf } from "./suppress.ts";

/*
 * The part of a run that computes: YAML, rules, verdicts, artifacts. It is loaded only when the cache does not know the answer.
 */

export { RULE_IDS, type Shard };

/** Reads what all environments share; refuses a repository that asks for another version of the tool. */
export async function openShard(request: RunRequest, world: RunWorld, onDemand: boolean): Promise<Shard> {
  const shard = new Shard(request, world, { onDemand });
  requireVersion(shard.shared.model.site, request.version);
  if (!request.resolve) return shard;
  return shard.withRequest({ ...request, options: { ...request.options, resolved: await resolveHosts(shard, request, world) } });
}

/** Findings in what all environments share, before suppression. */
export function sharedFindings({ shared }: Shard): readonly Finding[] {
  const { model, problems } = shared;
  const findings: Finding[] = readFindings(problems, null);
  for (const { base } of model.releases.values()) {
    const files = [base.connector, base.client, base.logger].filter((file) => file !== null);
    findings.push(...files.flatMap((file) => propertiesFindings(file, null)));
    if (base.log4j2) findings.push(...log4j2Findings(base.log4j2, null));
  }
  return findings;
}

/** Suppression comments in what all environments share. */
export function sharedComments({ shared }: Shard): readonly Suppression[] {
  return shared.sources.flatMap(commentsOf);
}

/** Findings of the rules that look across environments. */
export function repositoryFindings({ shared, request }: Shard, environments: readonly EnvironmentSummary[]): readonly Finding[] {
  const view: RepositoryView = { ...shared.model, environments, environmentNames: request.names, today: request.options.today };
  const found = REPOSITORY_RULES.flatMap((rule) =>
    [...rule.check(view)].map((problem) => toFinding(rule, problem, problem.environment ?? null)),
  );
  for (const rule of ENVIRONMENT_RULES) {
    if (rule.checkShared) for (const problem of rule.checkShared(view)) found.push(toFinding(rule, problem, null));
  }
  return found;
}

/** Below this many environments a second thread costs more than it saves. */
const WORTH_A_THREAD = 120;

/** What a worker thread gives back: its results, and what it read as shared, so that both threads are known to have seen the same. */
export interface ThreadAnswer {
  readonly sharedInputs: Readonly<Record<string, string>>;
  readonly results: readonly ShardResult[];
}

export async function runAll(shard: Shard, names: readonly string[]): Promise<readonly ShardResult[]> {
  const results: ShardResult[] = [];
  for (const name of names) results.push(await shard.run(name));
  return results;
}

/** True when no file was seen in two states. */
export function agree(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return Object.entries(a).every(([path, state]) => b[path] === undefined || b[path] === state);
}

/** The environments over the processors; this thread takes a part itself. `consistent`: all threads read the same shared files. */
export async function distribute(
  shard: Shard,
  names: readonly string[],
): Promise<{ results: readonly ShardResult[]; consistent: boolean }> {
  const worker = workerPath();
  const { request } = shard;
  const threads = Math.min(shard.world.processors, Math.floor(names.length / WORTH_A_THREAD) + 1, 8);
  if (threads < 2 || worker === null) return { results: await runAll(shard, names), consistent: true };
  const size = Math.ceil(names.length / threads);
  const parts = Array.from({ length: threads }, (_, i) => names.slice(i * size, (i + 1) * size));
  const others = parts
    .slice(1)
    .map((part) => inThread<{ request: RunRequest; names: readonly string[] }, ThreadAnswer>(worker, { request, names: part }));
  const own = await runAll(shard, parts[0] ?? []);
  const answers = await Promise.all(others);
  const seen = shard.sharedInputs;
  return {
    results: [own, ...answers.map((answer) => answer.results)].flat(),
    consistent: answers.every((answer) => agree(answer.sharedInputs, seen)),
  };
}
