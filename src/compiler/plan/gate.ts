import { type Severity, affectedEnvironments, atLeast } from "../../kernel/index.ts";
import type { EnvironmentPlan, Plan } from "./plan.ts";

/**
 * The findings that decide the exit code of `plan`: all of them, or only those that the base (the state before the change) does not have.
 */
export type GateMode = "new" | "all";

export interface GateResult {
  readonly mode: GateMode;
  /** Number of findings that block the merge. */
  readonly findings: number;
  /** Names of the environments whose gate is `block` and blocks the merge. */
  readonly blocked: readonly string[];
  /** File servers that were proven to be in the sign-in tier and no longer are. They block the merge whatever --fail-on says. */
  readonly lost: readonly { readonly environment: string; readonly host: string }[];
  /** True if nothing blocks the merge. */
  readonly open: boolean;
}

const isClosed = ({ verdict }: EnvironmentPlan): boolean => verdict.after?.gate === "block";

/**
 * Returns the findings that block a change. In mode `new`, findings that the base (the state before the change) already has do not block.
 */
export const countedFindings = ({ findings }: Plan, mode: GateMode, failOn: Severity): Plan["findings"] =>
  findings.filter(
    ({ state, finding }) =>
      (mode === "all" ? state !== "gone" : state === "new") &&
      (finding.severity === "error" || atLeast(finding.severity, failOn)),
  );

/**
 * Returns everything that blocks the merge of a change: its findings, closed gates and lost file servers. In mode `new`, findings and
 * closed gates that the base (the state before the change) already has do not block.
 */
export function gateOf(plan: Plan, mode: GateMode, failOn: Severity): GateResult {
  const counted = countedFindings(plan, mode, failOn);
  const blocked = plan.environments.filter(
    (environment) => isClosed(environment) && (mode === "all" || environment.verdict.before?.gate !== "block"),
  );
  const lost = plan.environments.flatMap(({ name, lost: hosts }) => hosts.map(({ host }) => ({ environment: name, host })));
  return {
    mode,
    findings: counted.length,
    blocked: blocked.map(({ name }) => name),
    lost,
    open: counted.length === 0 && blocked.length === 0 && lost.length === 0,
  };
}

/** Returns true if the plan changes an environment. A change of spelling does not count. */
export const hasChanges = ({ environments }: Plan): boolean =>
  environments.some(({ status }) => status === "added" || status === "removed" || status === "changed");

/** Returns true for an environment that a plan shows: its status, a compiled file or a finding changes. */
export const isTouched = ({ status, findings, changes }: EnvironmentPlan): boolean =>
  status !== "unchanged" || findings.new > 0 || findings.gone > 0 || changes.length > 0;

/**
 * Returns the findings that a plan shows: those of touched environments, those without an environment, every one that blocks the merge, and
 * every one that is new or resolved.
 */
export function findingsToShow(plan: Plan, { mode }: GateResult, failOn: Severity): Plan["findings"] {
  const counted = new Set(countedFindings(plan, mode, failOn));
  const touched = new Set(plan.environments.filter(isTouched).map(({ name }) => name));
  return plan.findings.filter((item) => {
    const names = affectedEnvironments(item.finding);
    return item.state !== "unchanged" || counted.has(item) || names.length === 0 || names.some((name) => touched.has(name));
  });
}
