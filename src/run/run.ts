import type { Finding } from "../diagnostic/finding.ts";
import { compareFindings } from "../diagnostic/finding.ts";
import { UsageError } from "../diagnostic/refusal.ts";
import { inThread, workerPath } from "../io/threads.ts";
import { EXCEPTIONS_PATH, MATRIX_PATH } from "../model/paths.ts";
import type { RepositoryView } from "../model/repository.ts";
import type { EnvironmentResult } from "./check-environment.ts";
import { type Committed, commitOutputs } from "./commit.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import { requireVersion } from "./requires.ts";
import { resolveHosts } from "./resolve.ts";
import { REPOSITORY_RULES, RULE_IDS, log4j2Findings, propertiesFindings, readFindings, toFinding } from "./rules.ts";
import { Shard, type ShardResult, outputFolder } from "./shard.ts";
import { type Suppression, commentsOf, suppress, unusedFindings } from "./suppress.ts";

/** Everything a run found out and did. */
export interface RunOutcome {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  /** The selected environments, sorted by name. */
  readonly environments: readonly EnvironmentResult[];
  /** By environment; empty when nothing was to be compiled. */
  readonly outputs: ReadonlyMap<string, Committed>;
  /** Folders of environments that are gone, removed on a full run. */
  readonly removed: readonly string[];
}

/** Below this many environments a second thread costs more than it saves. */
const WORTH_A_THREAD = 120;

async function runAll(shard: Shard, names: readonly string[]): Promise<readonly ShardResult[]> {
  const results: ShardResult[] = [];
  for (const name of names) results.push(await shard.run(name));
  return results;
}

/** The environments over the processors; this thread takes a part itself. */
async function distribute(shard: Shard, request: RunRequest, world: RunWorld, names: readonly string[]): Promise<readonly ShardResult[]> {
  const worker = workerPath();
  const threads = Math.min(world.processors, Math.floor(names.length / WORTH_A_THREAD) + 1, 8);
  if (threads < 2 || worker === null) return runAll(shard, names);
  const size = Math.ceil(names.length / threads);
  const parts = Array.from({ length: threads }, (_, i) => names.slice(i * size, (i + 1) * size));
  const others = parts.slice(1).map((part) => inThread<{ request: RunRequest; names: readonly string[] }, readonly ShardResult[]>(worker, { request, names: part }));
  const own = await runAll(shard, parts[0] ?? []);
  return [own, ...(await Promise.all(others))].flat();
}

/** Findings about what all environments share: reading, base files, and the rules that look across environments. */
function sharedFindings(shard: Shard, results: readonly EnvironmentResult[], request: RunRequest): readonly Finding[] {
  const { model, problems } = shard.shared;
  const findings: Finding[] = readFindings(problems, null);
  for (const release of model.releases.values()) {
    const files = [release.base.connector, release.base.client, release.base.logger].filter((file) => file !== null);
    findings.push(...files.flatMap((file) => propertiesFindings(file, null)));
    if (release.base.log4j2) findings.push(...log4j2Findings(release.base.log4j2, null));
  }
  const view: RepositoryView = {
    ...model,
    environments: results.flatMap((result) => result.summary ?? []),
    environmentNames: request.names,
    today: request.options.today,
  };
  for (const rule of REPOSITORY_RULES) {
    for (const problem of rule.check(view)) findings.push(toFinding(rule, problem, problem.environment ?? null));
  }
  return findings;
}

/** True when an error stands in a file of this release, or in one that every environment needs. */
function blocks(finding: Finding, connector: string): boolean {
  if (finding.severity !== "error" || finding.environment !== null) return false;
  const file = finding.at?.file ?? "";
  if (file === EXCEPTIONS_PATH) return false; // what an exception fails to accept is blocked by its own gate
  return !file.startsWith("releases/") || file === MATRIX_PATH || file.startsWith(`releases/${connector}/`);
}

/** Environments that an error keeps from being written; each with one word why. */
function blockedBy(findings: readonly Finding[], results: readonly EnvironmentResult[]): ReadonlySet<string> {
  const own = new Set(findings.flatMap((finding) => (finding.severity === "error" && finding.environment ? [finding.environment] : [])));
  const general = findings.filter((finding) => finding.severity === "error" && finding.environment === null);
  for (const result of results) {
    if (general.some((finding) => blocks(finding, result.summary?.connector ?? ""))) own.add(result.name);
  }
  return own;
}

/** Checks a repository and, when asked, compiles it. All faults of all files are reported in one run, in one stable order. */
export async function runRepository(given: RunRequest, world: RunWorld): Promise<RunOutcome> {
  const first = new Shard(given, world);
  requireVersion(first.shared.model.site, given.version);
  const request = given.resolve ? { ...given, options: { ...given.options, resolved: await resolveHosts(first, given, world) } } : given;
  const shard = given.resolve ? first.withRequest(request) : first;
  const folder = outputFolder(request);
  folder?.open();
  try {
    const obstacle = folder && request.selected.map((name) => folder.obstacle(name)).find((found) => found !== null);
    if (obstacle) throw new UsageError(obstacle, "move it away, or choose another folder with --out");
    const all = await distribute(shard, request, world, request.names);
    const results = all.map((item) => item.result);
    const shared = sharedFindings(shard, results, request);
    const comments = shard.shared.sources.flatMap(commentsOf);
    const suppressions: Suppression[] = [...comments, ...results.flatMap((result) => result.open)];
    const sources = new Map(shard.shared.sources.map((source) => [source.path, source]));
    const after = suppress(shared, suppressions, (place) => sources.get(place.file)?.line(place.line) ?? "");
    const everything = [...after.findings, ...results.flatMap((result) => result.findings)];
    everything.push(...unusedFindings(suppressions.filter((item) => !after.used.has(item)), everything, RULE_IDS));
    const selected = new Set(request.selected);
    const findings = everything.filter((finding) => finding.environment === null || selected.has(finding.environment)).sort(compareFindings);
    const committed = folder ? commitOutputs(folder, request, all, blockedBy(everything, results)) : { outputs: new Map(), removed: [] };
    return {
      findings,
      suppressed: after.suppressed + results.reduce((sum, result) => sum + result.suppressed, 0),
      environments: results.filter((result) => selected.has(result.name)),
      ...committed,
    };
  } finally {
    folder?.close();
  }
}
