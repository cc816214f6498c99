import { type Finding, affectedEnvironments, must } from "../../kernel/index.ts";
import { openTree } from "../../platform/index.ts";
import type { PlanBase } from "../plan/plan.ts";
import { planOf } from "../plan/plan-of.ts";
import type { CompiledSide } from "../plan/side.ts";
import { type Compared, type CompareRequest, NO_RUN } from "./compare.ts";
import { compiledSides, keyReader } from "./compiled-sides.ts";
import { withFound } from "./recordings.ts";
import type { RunWorld } from "./request.ts";
import { runRepository } from "./run.ts";

/**
 * Returns the findings about environment `name` and those about no environment. A finding about several environments is returned with
 * `name` alone.
 */
const of = (findings: readonly Finding[], name: string): readonly Finding[] =>
  findings.flatMap((finding) => {
    const names = affectedEnvironments(finding);
    if (names.length === 0) return [finding];
    const { environments: _, ...rest } = finding;
    return names.includes(name) ? [{ ...rest, environment: name }] : [];
  });

/** Compares two environments of one repository: the changes for a workstation that moves from one to the other. */
export async function compareEnvironments(request: CompareRequest, from: string, to: string, world: RunWorld): Promise<Compared> {
  const { asked: _asked, rules: _rules, found = [], ...common } = request;
  const outcome = withFound(await runRepository({ ...common, selected: [from, to], output: null }, world), found);
  const shard = await outcome.shard();
  const sides = await compiledSides(shard, [from, to], outcome.findings);
  const keyAt = keyReader(openTree(request.tree));
  const sideNamed = (name: string) => must(sides.get(name), `the side of ${name}`);
  const [before, after] = [sideNamed(from), sideNamed(to)];
  const side = (name: string, compiled: CompiledSide) => ({
    ...NO_RUN,
    findings: of(outcome.findings, name),
    sides: new Map([[to, { ...compiled, silenced: [], trust: null }]]),
    releases: shard.shared.model.releases,
    keyAt,
  });
  const base: PlanBase = { kind: "environment", name: from, says: `environment ${from}`, commit: null, compiler: null };
  const plan = planOf({
    base,
    before: side(from, before),
    after: side(to, after),
    same: [],
    names: new Map([[from, to]]),
  });
  return {
    plan,
    outcome: {
      ...outcome,
      findings: of(outcome.findings, to),
      environments: outcome.environments.filter(({ name }) => name === to),
    },
  };
}

/** Compares installed states, from a swap bundle or from receipts, with the files that the repository compiles now. */
export async function compareInstalled(
  request: CompareRequest,
  installed: readonly CompiledSide[],
  base: PlanBase,
  world: RunWorld,
): Promise<Compared> {
  const { asked, rules: _rules, found = [], ...common } = request;
  const states = installed.filter(({ name }) => asked === null || asked.has(name));
  const names = request.names.filter((name) => states.some((side) => side.name === name));
  const outcome = withFound(await runRepository({ ...common, selected: names, output: null }, world), found);
  const shard = await outcome.shard();
  const first = new Map<string, CompiledSide>();
  const further: CompiledSide[] = [];
  for (const side of states) {
    if (first.has(side.name)) further.push(side);
    else first.set(side.name, side);
  }
  const { releases } = shard.shared.model;
  const sides = new Map(
    [...(await compiledSides(shard, names, outcome.findings))].map(([name, side]) => [name, { ...side, silenced: [] }]),
  );
  const plan = planOf({
    base,
    before: { ...NO_RUN, findings: null, sides: first, releases },
    after: { ...NO_RUN, findings: outcome.findings, sides, releases, keyAt: keyReader(openTree(request.tree)) },
    same: [],
    further,
  });
  return { plan, outcome };
}
