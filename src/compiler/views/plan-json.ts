import type { GateResult } from "../plan/gate.ts";
import type { ConnectorChange, EnvironmentPlan, Plan, PlanFinding } from "../plan/plan.ts";
import { findingJson, jsonDocument, verdictJson } from "../../report/index.ts";
import { summaryOfPlan } from "./plan-words.ts";

export const PLAN_SCHEMA = "tierwright/plan/v1" as const;

function connectorJson({ before, after, kit, carry, mapping }: ConnectorChange) {
  const facts = kit && {
    java: { before: kit.before.java.version, after: kit.after.java.version },
    profile: { before: kit.before.profile, after: kit.after.profile },
    mapping: { before: kit.before.mapping, after: kit.after.mapping, changed: mapping, judged: false as const },
    jars: kit.jars,
    files: kit.files,
  };
  return { before, after, carried: carry, kit: facts };
}

function environmentJson({ machines, ...environment }: EnvironmentPlan) {
  const { verdict, connector } = environment;
  return {
    ...environment,
    verdict: { before: verdict.before && verdictJson(verdict.before), after: verdict.after && verdictJson(verdict.after) },
    connector: connector && connectorJson(connector),
    ...(machines.length > 0 ? { machines } : {}),
  };
}

const stateJson = ({ state, finding }: PlanFinding) => ({ state, ...findingJson(finding) });

/** Returns the plan document, schema tierwright/plan/v1 (docs/plan.md). */
export function planDocument(plan: Plan, gate: GateResult) {
  const { base, environments, groups, ownRules, matrix, findings } = plan;
  return {
    schema: PLAN_SCHEMA,
    base: base.name,
    compared: { kind: base.kind, says: base.says, commit: base.commit, compiler: base.compiler },
    summary: summaryOfPlan(plan),
    gate,
    ownRules,
    matrix,
    environments: environments.map(environmentJson),
    groups: groups.map((group) => group.environments.map(({ name }) => name)),
    findings: findings.filter(({ state }) => state !== "gone").map(stateJson),
    gone: findings.filter(({ state }) => state === "gone").map(stateJson),
  };
}

export const planJson = (plan: Plan, gate: GateResult): string => jsonDocument(planDocument(plan, gate));
