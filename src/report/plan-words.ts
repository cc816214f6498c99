import { plural } from "../diagnostic/plural.ts";
import { affected } from "../diagnostic/finding.ts";
import { findingsOfTouched, type GateResult, hasChanges } from "../plan/gate.ts";
import type { EnvironmentPlan, OwnRule, Plan, PlanStatus, TierMove } from "../plan/plan.ts";

const STATUSES: readonly PlanStatus[] = ["broken", "removed", "added", "changed", "unchanged"];

/** How many environments there are of each status, and findings of each state. */
export function summaryOfPlan({ environments, findings }: Plan) {
  const of = (status: PlanStatus) => environments.filter((environment) => environment.status === status).length;
  const states = (state: string) => findings.filter((item) => item.state === state).length;
  return {
    environments: environments.length,
    added: of("added"),
    removed: of("removed"),
    changed: of("changed"),
    unchanged: of("unchanged"),
    broken: of("broken"),
    findings: { new: states("new"), gone: states("gone"), unchanged: states("unchanged") },
    restartTool: environments.some(({ restartTool }) => restartTool),
  };
}

/** '2 changed, 1 added, 997 unchanged' */
export function countWords(plan: Plan): string {
  const summary = summaryOfPlan(plan);
  return STATUSES.flatMap((status) => (summary[status] > 0 ? [`${summary[status]} ${status}`] : [])).join(", ");
}

/** '1 new, 2 gone, 3 as before' of the findings that a reader is told of. */
export function findingWords(plan: Plan): string {
  const told = findingsOfTouched(plan);
  const of = (state: string) => told.filter((item) => item.state === state).length;
  const words = [`${of("new")} new`, `${of("gone")} gone`, `${of("unchanged")} as before`];
  return words.filter((word) => !word.startsWith("0 ")).join(", ") || "none";
}

/** What nothing forbids and a reviewer should look at all the same; [] for a change that goes by itself. */
function doubts(plan: Plan): readonly string[] {
  const broken = plan.environments.filter(({ status }) => status === "broken").length;
  const gone = plan.environments.filter(({ status, renamed }) => status === "removed" && renamed === null);
  const renamed = plan.environments.filter(({ renamed: other }) => other !== null && "to" in other);
  const halves = plan.environments.filter(({ tier }) => tier !== null && tier.moves !== "together");
  const warnings = plan.findings.filter(({ state, finding }) => state === "new" && finding.severity !== "info").length;
  return [
    ...(broken > 0 ? [`${plural(broken, "environment")} cannot be compared`] : []),
    ...(gone.length > 0 ? [`${namesWords(gone.map(({ name }) => name))} ${gone.length === 1 ? "is" : "are"} removed`] : []),
    ...(renamed.length > 0
      ? [`${plural(renamed.length, "environment")} ${renamed.length === 1 ? "has" : "have"} another name`]
      : []),
    ...(halves.length > 0 ? [`one half of the tier moves alone in ${namesWords(halves.map(({ name }) => name))}`] : []),
    ...(warnings > 0 ? [plural(warnings, "new warning")] : []),
    ...(plan.ownRules.length > 0 ? [OWN_RULES] : []),
  ];
}

/** May be merged, and there is something to look at first. */
export const isDoubtful = (plan: Plan, gate: GateResult): boolean => gate.open && doubts(plan).length > 0;

/** Whether it may be merged, and why not, or what to look at first. */
export function gateWords(plan: Plan, gate: GateResult): string {
  if (gate.open) {
    const first = doubts(plan);
    if (first.length > 0) return `may be merged, but look first: ${first.join("; ")}`;
    return `may be merged, ${hasChanges(plan) ? "" : "no environment changes and "}nothing counts against it`;
  }
  const which = gate.mode === "new" ? "new " : "";
  const why = [
    ...(gate.findings > 0 ? [`${plural(gate.findings, `${which}finding`)} ${gate.findings === 1 ? "counts" : "count"}`] : []),
    ...lostWords(gate),
    ...(gate.blocked.length > 0 ? [`the gate is closed for ${namesWords(gate.blocked)}`] : []),
  ];
  return `may not be merged: ${why.join(", and ")}`;
}

/** Returns which file servers are no longer proven to be of the sign-in tier, in words; [] for none. */
function lostWords({ lost }: GateResult): readonly string[] {
  if (lost.length === 0) return [];
  const [hosts, names] = [[...new Set(lost.map(({ host }) => host))], [...new Set(lost.map(({ environment }) => environment))]];
  return [
    `${namesWords(hosts, 3)} ${hosts.length === 1 ? "is" : "are"} no longer proven to be of the sign-in tier of ${namesWords(names, 3)}`,
  ];
}

/** A few names, or the first of many and how many more. */
export function namesWords(names: readonly string[], most = 12): string {
  return names.length <= most ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}

/** What a group does, in a few words for its head. */
export function statusWords({ status, renamed, broken }: EnvironmentPlan): string {
  if (renamed && "from" in renamed) return `added: ${renamed.from} under another name, what is compiled is the same`;
  if (renamed) return `removed: it is ${renamed.to} now, what is compiled is the same`;
  if (broken) return `cannot be compared: ${broken.side === "before" ? "at the base " : ""}${broken.why}`;
  return status === "unchanged" ? "compiles to the same" : status;
}

export const TIER_WORDS: Readonly<Record<TierMove["moves"], string>> = {
  together: "sign-in and file transfer move together",
  "sign-in": "only the sign-in moves, file transfer does not",
  "file-transfer": "only file transfer moves, the sign-in does not",
};

const WHAT: Readonly<Record<OwnRule["what"], string>> = {
  matrix: "the compatibility matrix",
  exceptions: "the exceptions",
  ignore: "an ignore entry",
  suppression: "a suppression comment",
  workflow: "a workflow",
  action: "an action that workflows use",
  codeowners: "the owners of files",
  tool: "the tierwright that compiles",
  installation: "how packages are installed",
};

export const OWN_RULES = "this change alters its own rules";

/** One altered rule in words, after its place. */
export function ownRuleWords({ what, change, rule }: OwnRule): string {
  const many = what === "exceptions" || what === "codeowners";
  return `${WHAT[what]}${rule === null ? "" : ` for ${rule}`} ${many ? "are" : "is"} ${change}`;
}

export const ownRulePlace = ({ file, line }: OwnRule): string => (line === null ? file : `${file}:${line}`);

export const RESTART = "restart the tool: settings are read at its start only";

/** Whom a finding that is only named concerns. */
export const whose = (finding: Parameters<typeof affected>[0]): string => {
  const names = affected(finding);
  return names.length === 0 ? "all environments" : namesWords(names, 4);
};
