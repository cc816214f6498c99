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

/** A config repository as a side of a comparison. */
export interface RepositorySide {
  readonly tree: TreeDescription;
  /** Environments of it, sorted. */
  readonly names: readonly string[];
  readonly rules: readonly RuleFile[];
  /** What was found beside a run: recordings in git. */
  readonly found?: readonly Finding[];
}

export interface Compared {
  readonly plan: Plan;
  /** The check of the repository after the change. */
  readonly outcome: RunOutcome;
}

/** What a comparison with another repository needs of a run. */
export interface CompareRequest extends Omit<RunRequest, "output" | "keep" | "selected"> {
  /** Environments that were asked for; null: all. They may be gone on one side. */
  readonly asked: ReadonlySet<string> | null;
  readonly rules: readonly RuleFile[];
  /** What was found beside a run: recordings in git. */
  readonly found?: readonly Finding[];
}

/** Where what all environments share is listed, but decides nothing of one of them: which others there are. */
const LISTS = new Set(["environments/", "*.yaml/", "./"]);

/** True when both repositories say the same to every environment. */
function sharesAll(inputs: Readonly<Record<string, string>>, other: SourceTree): boolean {
  return Object.entries(inputs).every(([path, state]) => LISTS.has(path) || other.state(path) === state);
}

/** Results that hold in the other repository, too: everything that they were computed from is the same there. */
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

/** The repository of a run, with the environments that are to be compared. */
async function sideOfRun(
  outcome: RunOutcome,
  files: SourceTree,
  names: readonly string[],
  rules: readonly RuleFile[],
  alike: boolean,
): Promise<CompiledRepository> {
  // where nothing that all share differs, and nothing is compiled, no more of it has to be read
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

/** Nothing is known. */
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

/** A repository that this version may not compile: nothing of it can be compared, and that is told of each environment. */
function unusable(names: readonly string[], why: string, rules: readonly RuleFile[]): CompiledRepository {
  const sides = new Map(names.map((name): [string, CompiledSide] => [name, { ...NOTHING, name, broken: why }]));
  return { ...NO_RUN, sides, rules };
}

/** Checks two repositories and compares them. What is the same in both is computed once. */
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
