import { type Severity, affected, atLeast } from "../../kernel/index.ts";
import type { EnvironmentPlan, Plan } from "./plan.ts";

/** What counts for the exit code: everything, or what the base does not have. */
export type GateMode = "new" | "all";

export interface GateResult {
  readonly mode: GateMode;
  /** Findings that count. */
  readonly findings: number;
  /** Environments whose closed gate counts. */
  readonly blocked: readonly string[];
  /** File servers that were proven to be of the sign-in tier and no longer are: they count whatever --fail-on says. */
  readonly lost: readonly { readonly environment: string; readonly host: string }[];
  /** Nothing counts: it may be merged. */
  readonly open: boolean;
}

const isClosed = ({ verdict }: EnvironmentPlan): boolean => verdict.after?.gate === "block";

/** The findings that count against a change. With `new`, what the base has already does not. */
export const countedFindings = ({ findings }: Plan, mode: GateMode, failOn: Severity): Plan["findings"] =>
  findings.filter(
    ({ state, finding }) =>
      (mode === "all" ? state !== "gone" : state === "new") &&
      (finding.severity === "error" || atLeast(finding.severity, failOn)),
  );

/** Whether a change may be merged. With `new`, what the base has already does not count. */
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

/** Does the plan change anything? A spelling does not count. */
export const hasChanges = ({ environments }: Plan): boolean =>
  environments.some(({ status }) => status === "added" || status === "removed" || status === "changed");

/** Environments that a reader is told of: what changes, and what only gets or loses a finding. */
export const isTouched = ({ status, findings, changes }: EnvironmentPlan): boolean =>
  status !== "unchanged" || findings.new > 0 || findings.gone > 0 || changes.length > 0;

/** Returns the findings that a reader needs: those of touched environments, of what all share, and each that counts. */
export function findingsToShow(plan: Plan, { mode }: GateResult, failOn: Severity): Plan["findings"] {
  const counted = new Set(countedFindings(plan, mode, failOn));
  const touched = new Set(plan.environments.filter(isTouched).map(({ name }) => name));
  return plan.findings.filter((item) => {
    const names = affected(item.finding);
    return item.state !== "unchanged" || counted.has(item) || names.length === 0 || names.some((name) => touched.has(name));
  });
}
