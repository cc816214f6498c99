import { type Finding, isRefusal } from "../../kernel/index.ts";
import { type SourceTree, type TreeDescription, openTree } from "../../platform/index.ts";
import type { Release } from "../model/release.ts";
import type { Plan, PlanBase } from "../plan/plan.ts";
import { planOf } from "../plan/plan-of.ts";
import type { CompiledRepository, CompiledSide, RuleFile } from "../plan/side.ts";
import { NOTHING } from "../plan/side-of.ts";
import type { EnvironmentResult } from "./check-environment.ts";
import { compiledSides, keyReader, silencedOf } from "./compiled-sides.ts";
import { sharedComments } from "./full.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import { withFound } from "./recordings.ts";
import { sameInputs } from "./run-cache.ts";
import { type RunOutcome, runRepository } from "./run.ts";

/** A config repository before or after a change. */
export interface RepositorySide {
  readonly tree: TreeDescription;
  /** All environments of the repository, sorted. */
  readonly names: readonly string[];
  readonly rules: readonly RuleFile[];
  /** Findings on recordings in git, which `runRepository` does not report. */
  readonly found?: readonly Finding[];
}

export interface Compared {
  readonly plan: Plan;
  /** Result of the check of the repository after the change. */
  readonly outcome: RunOutcome;
}

/** Input of a comparison with another repository or an installed state. */
export interface CompareRequest extends Omit<RunRequest, "output" | "keep" | "selected"> {
  /** Environments selected on the command line, which can be missing before or after the change; null means all. */
  readonly asked: ReadonlySet<string> | null;
  readonly rules: readonly RuleFile[];
  /** Findings on recordings in git, which `runRepository` does not report. */
  readonly found?: readonly Finding[];
}

/**
 * Keys of `RunOutcome.sharedInputs` that are lists of the names in a folder. A new environment changes these lists, but not the result of
 * any other environment.
 */
const LISTS = new Set(["environments/", "*.yaml/", "./"]);

/**
 * Returns true if every shared file that the check of one repository read is the same in the other repository. Lists of environments can
 * differ.
 */
function sharesAll(inputs: Readonly<Record<string, string>>, other: SourceTree): boolean {
  return Object.entries(inputs).every(([path, state]) => LISTS.has(path) || other.state(path) === state);
}

/**
 * Returns the results of the environments whose input files are equal in the other repository, so that they are valid for both
 * repositories; none if a shared file differs.
 */
function heldBy(outcome: RunOutcome, names: readonly string[], other: SourceTree): ReadonlyMap<string, EnvironmentResult> {
  const held = new Map<string, EnvironmentResult>();
  if (!sharesAll(outcome.sharedInputs, other)) return held;
  const there = new Set(names);
  const sameNames = names.length === outcome.results.length && outcome.results.every(({ name }) => there.has(name));
  for (const result of outcome.results) {
    const ofNames = result.findings.some((finding) => finding.ofNames) || result.summary?.sharedWith.length;
    if (!there.has(result.name) || (!sameNames && ofNames)) continue;
    const inputs = outcome.inputsOf(result.name);
    if (inputs && sameInputs(inputs, other)) held.set(result.name, result);
  }
  return held;
}

const asFound = (outcome: RunOutcome, files: SourceTree) => ({
  findings: outcome.findings,
  keyAt: keyReader(files),
  stateOf: (file: string) => files.state(file),
});

/**
 * Returns one side of a comparison (the repository before or after the change) from the result of its check, with the compiled files of
 * only the environments in `names`.
 */
async function sideOfRun(
  outcome: RunOutcome,
  files: SourceTree,
  names: readonly string[],
  rules: readonly RuleFile[],
  alike: boolean,
): Promise<CompiledRepository> {
  // If no shared file differs and no environment is compiled, nothing more needs to be read.
  if (alike && names.length === 0) return { ...NO_RUN, ...asFound(outcome, files), rules };
  const shard = await outcome.shard();
  return {
    ...asFound(outcome, files),
    sides: await compiledSides(shard, names, outcome.findings),
    releases: shard.shared.model.releases,
    rules,
    matrix: shard.shared.model.matrix,
    silenced: alike ? [] : silencedOf(sharedComments(shard), "comment"),
  };
}

/** A repository before or after a change about which nothing is known. */
export const NO_RUN: CompiledRepository = {
  sides: new Map(),
  findings: [],
  releases: new Map<string, Release>(),
  rules: [],
  matrix: null,
  silenced: [],
  stateOf: () => null,
  keyAt: () => null,
};

/**
 * Returns the state of a repository that this version of Tierwright must not compile: each of its environments is broken, with the reason.
 */
function unusable(names: readonly string[], why: string, rules: readonly RuleFile[]): CompiledRepository {
  const sides = new Map(names.map((name): [string, CompiledSide] => [name, { ...NOTHING, name, broken: why }]));
  return { ...NO_RUN, sides, rules };
}

/**
 * Checks a repository before and after a change and returns the plan. An environment with equal inputs before and after the change is
 * checked once.
 */
export async function compareRepositories(
  request: CompareRequest,
  before: RepositorySide,
  base: PlanBase,
  world: RunWorld,
): Promise<Compared> {
  const { asked, rules, found = [], ...common } = request;
  const isAsked = (name: string) => asked === null || asked.has(name);
  const outcome = withFound(
    await runRepository({ ...common, selected: request.names.filter(isAsked), output: null }, world),
    found,
  );
  const here = openTree(request.tree);
  const there = openTree(before.tree);
  const held = heldBy(outcome, before.names, there);
  const differs = (name: string) => isAsked(name) && !held.has(name);
  const alike = held.size > 0;
  const after = await sideOfRun(outcome, here, request.names.filter(differs), rules, alike);
  const names = before.names.filter(differs);
  const earlier: RunRequest = {
    ...common,
    tree: before.tree,
    root: null,
    names: before.names,
    selected: before.names.filter(isAsked),
    output: null,
  };
  let was: CompiledRepository;
  try {
    const old = withFound(await runRepository(earlier, world, held), before.found ?? []);
    was = await sideOfRun(old, there, names, before.rules, alike);
  } catch (error) {
    if (!isRefusal(error, 2)) throw error;
    was = unusable(before.names.filter(isAsked), error.message, before.rules);
  }
  const same = outcome.results.flatMap(({ name, summary }) =>
    isAsked(name) && held.has(name) ? [{ name, verdict: summary?.verdict ?? null }] : [],
  );
  return { plan: planOf({ base, before: was, after, same }), outcome };
}
