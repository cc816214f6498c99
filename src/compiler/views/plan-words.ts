import { type Severity, affectedEnvironments, plural } from "../../kernel/index.ts";
import { countedFindings, findingsToShow, type GateResult, hasChanges } from "../plan/gate.ts";
import { unencryptedKeys } from "../plan/tier-move.ts";
import type { CellChange, CodeChange, EnvironmentPlan, OwnRule, Plan, PlanStatus, TierMove } from "../plan/plan.ts";
import type { RenderContext } from "../../report/index.ts";

const STATUSES: readonly PlanStatus[] = ["broken", "removed", "added", "changed", "unchanged"];

/** Returns the number of environments by status and of findings by state. */
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

/** Returns the number of environments by status, like '2 changed, 1 added, 997 unchanged'. */
export function countWords(plan: Plan): string {
  const summary = summaryOfPlan(plan);
  return STATUSES.flatMap((status) => (summary[status] > 0 ? [`${summary[status]} ${status}`] : [])).join(", ");
}

/** States of a workstation in words, the most severe first; each workstation counts once, by the most severe of its installations. */
const OF_MACHINES: readonly (readonly [PlanStatus, one: string, many: string])[] = [
  ["broken", "cannot be compared", "cannot be compared"],
  ["removed", "has an environment that is removed", "have an environment that is removed"],
  ["changed", "changes", "change"],
  ["unchanged", "stays", "stay"],
];

/**
 * Returns the number of workstations by the effect of the plan on them, like '3 workstations: 1 changes, 2 stay'; null if the plan compares
 * no receipts.
 */
export function machineWords({ environments }: Plan): string | null {
  const left = new Set(environments.flatMap(({ machines }) => machines));
  if (left.size === 0) return null;
  const total = plural(left.size, "workstation");
  const parts = OF_MACHINES.flatMap(([status, one, many]) => {
    const own = environments.filter((environment) => environment.status === status).flatMap(({ machines }) => machines);
    const count = [...new Set(own)].filter((machine) => left.delete(machine)).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return `${total}: ${parts.join(", ")}`;
}

/** Returns the number of findings that the plan shows, by state, like '1 new, 2 resolved, 3 unchanged'; 'none' if there are none. */
export function findingWords(plan: Plan, gate: GateResult, { failOn }: RenderContext): string {
  const told = findingsToShow(plan, gate, failOn ?? "error");
  const of = (state: string) => told.filter((item) => item.state === state).length;
  const words = [`${of("new")} new`, `${of("gone")} resolved`, `${of("unchanged")} unchanged`];
  return words.filter((word) => !word.startsWith("0 ")).join(", ") || "none";
}

/** Returns true for the entry of a renamed environment under its old name, which has the new name in `renamed.to`. */
const isRenamed = ({ renamed }: EnvironmentPlan): boolean => renamed !== null && "to" in renamed;

const isHalf = ({ tier }: EnvironmentPlan): boolean => tier !== null && tier.moves !== "together";

/** Returns the environments whose gate the change of the matrix opens. */
const openedBy = ({ matrix }: Plan): readonly string[] => [
  ...new Set([...(matrix?.cells ?? []), ...(matrix?.codes ?? [])].flatMap(({ opens }) => opens)),
];

/** Returns in words which addresses change from https to http, and the consequence; empty if none does. */
function unencryptedWords(environments: readonly EnvironmentPlan[]): readonly string[] {
  const found = environments
    .map(({ name, changes }) => ({ name, keys: unencryptedKeys(changes) }))
    .filter(({ keys }) => keys.length > 0);
  const keys = [...new Set(found.flatMap((one) => one.keys))];
  if (keys.length === 0) return [];
  const names = namesWords([...new Set(found.map(({ name }) => name))]);
  return [
    `${namesWords(keys, 4)} ${keys.length === 1 ? "changes" : "change"} from https to http in ${names}: passwords and files would cross the network unencrypted`,
  ];
}

/** Returns in words the points that do not block a merge but that a reviewer should check; empty if there are none. */
function doubts(plan: Plan): readonly string[] {
  const broken = plan.environments.filter(({ status }) => status === "broken").length;
  const gone = plan.environments.filter(({ status, renamed }) => status === "removed" && renamed === null);
  const renamed = plan.environments.filter(isRenamed);
  const halves = plan.environments.filter(isHalf);
  const opened = openedBy(plan);
  const declared = [...new Set(plan.ownRules.flatMap(({ host }) => host ?? []))];
  const warnings = plan.findings.filter(({ state, finding }) => state === "new" && finding.severity !== "info").length;
  return [
    ...(broken > 0 ? [`${plural(broken, "environment")} cannot be compared`] : []),
    ...(gone.length > 0 ? [`${namesWords(gone.map(({ name }) => name))} ${gone.length === 1 ? "is" : "are"} removed`] : []),
    ...(renamed.length > 0
      ? [`${plural(renamed.length, "environment")} ${renamed.length === 1 ? "is" : "are"} renamed (workstations need ${SWITCH})`]
      : []),
    ...(halves.length > 0 ? [`only half of the tier moves in ${namesWords(halves.map(({ name }) => name))}`] : []),
    ...unencryptedWords(plan.environments),
    ...(warnings > 0 ? [plural(warnings, "new warning")] : []),
    ...(opened.length > 0 ? [`the matrix now lets ${namesWords(opened)} pass`] : []),
    ...(declared.length > 0 ? [`it changes which hosts are declared as the tier's: ${namesWords(declared, 4)}`] : []),
    ...(plan.ownRules.some(({ host }) => host === null) ? ["it modifies the rules it is checked against"] : []),
  ];
}

/** A removal, a rename or another point to check first, for output forms that show findings only. */
export interface Remark {
  readonly title: string;
  readonly lines: readonly string[];
  readonly place: { readonly file: string; readonly line: number } | null;
}

const OF_REPOSITORY: ReadonlySet<OwnRule["what"]> = new Set(["matrix", "exceptions", "ignore", "suppression", "tier"]);

/** Number of changed rule files and suppressions that one remark lists. */
const MOST_RULES = 30;

function ownRulesRemark({ ownRules, matrix }: Plan): readonly Remark[] {
  if (ownRules.length === 0) return [];
  const shown = ownRules
    .slice(0, MOST_RULES)
    .flatMap((rule) => [
      `${ownRulePlace(rule)}: ${ownRuleWords(rule)}`,
      ...(rule.what === "matrix" ? matrixLines(matrix).slice(0, MOST_RULES) : []),
    ]);
  const more = ownRules.length - MOST_RULES;
  // A file of another kind, such as CODEOWNERS, gets no place: it is at the top of the Git checkout, which can be above the config
  // repository.
  const first = ownRules.find(({ what, change }) => OF_REPOSITORY.has(what) && change !== "removed");
  const place = first ? { file: first.file, line: first.line ?? 1 } : null;
  return [{ title: OWN_RULES, lines: more > 0 ? [...shown, `and ${more} more`] : shown, place }];
}

/** Returns one remark for each removal, rename and other point to check first; none for new findings, which are reported as findings. */
export function remarksOf(plan: Plan): readonly Remark[] {
  const each = plan.environments.flatMap((environment): readonly Remark[] => {
    const { name, status, tier } = environment;
    const remark = (title: string, line: string): Remark => ({ title: `${name} ${title}`, lines: [line], place: null });
    if (isRenamed(environment)) return [remark("is renamed", `${statusWords(environment)}; ${switchWords(environment)}`)];
    if (status === "removed") return [remark("is removed", "it is no longer compiled; workstations keep what is installed")];
    if (status === "broken") return [remark("cannot be compared", statusWords(environment))];
    return [
      ...(tier && isHalf(environment) ? [remark("moves only half of the tier", TIER_WORDS[tier.moves])] : []),
      ...unencryptedWords([environment]).map((line) => remark("is no longer encrypted", line)),
    ];
  });
  return [...ownRulesRemark(plan), ...each];
}

/** Returns true if nothing blocks the merge but a reviewer should check something first. */
export const isDoubtful = (plan: Plan, gate: GateResult): boolean => gate.open && doubts(plan).length > 0;

/** Returns the number of environments that the counted findings concern, in words; empty if they concern none in particular. */
function whereWords(plan: Plan, { mode }: GateResult, failOn: Severity): string {
  const names = countedFindings(plan, mode, failOn).flatMap(({ finding }) => affectedEnvironments(finding));
  const count = new Set(names).size;
  return count === 0 ? "" : ` in ${plural(count, "environment")}`;
}

/** Returns in words whether the change can be merged, with the reasons against it, or with the points to check first. */
export function gateWords(plan: Plan, gate: GateResult, failOn: Severity): string {
  if (gate.open) {
    const first = doubts(plan);
    if (first.length > 0) return `Mergeable, review needed: ${first.join("; ")}`;
    return `OK to merge: ${hasChanges(plan) ? "" : "no environment changes, "}no blocking findings`;
  }
  const which = gate.mode === "new" ? "new " : "";
  const why = [
    ...(gate.findings > 0 ? [`${plural(gate.findings, `${which}blocking finding`)}${whereWords(plan, gate, failOn)}`] : []),
    ...lostWords(gate),
    ...(gate.blocked.length > 0 ? [`${namesWords(gate.blocked, 4)} ${gate.blocked.length === 1 ? "is" : "are"} blocked`] : []),
    ...unencryptedWords(plan.environments),
  ];
  return `Do not merge: ${why.join("; ")}`;
}

/** Returns the file servers that are no longer proven to be in the sign-in tier, in words; empty if there are none. */
function lostWords({ lost }: GateResult): readonly string[] {
  if (lost.length === 0) return [];
  const [hosts, names] = [[...new Set(lost.map(({ host }) => host))], [...new Set(lost.map(({ environment }) => environment))]];
  return [
    `${namesWords(hosts, 3)} ${hosts.length === 1 ? "is" : "are"} no longer proven to belong to the sign-in tier of ${namesWords(names, 3)}`,
  ];
}

/** Returns up to `most` names in words, and the number of the other names. */
export function namesWords(names: readonly string[], most = 12): string {
  return names.length <= most ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}

/** Returns the status of an environment in a few words, for the head of its group. */
export function statusWords({ status, renamed, broken }: EnvironmentPlan): string {
  if (renamed && "from" in renamed) return `added: ${renamed.from} renamed, with the same compiled files`;
  if (renamed) return `removed: renamed to ${renamed.to}, with the same compiled files`;
  if (broken) return `cannot be compared: ${broken.side === "before" ? "at the base " : ""}${broken.why}`;
  return status === "unchanged" ? "compiles to the same files" : status;
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
  tier: "a declaration of the tier",
  workflow: "a workflow",
  action: "an action used by workflows",
  codeowners: "the code owners",
  tool: "the tierwright version",
  installation: "the installation of packages",
};

export const OWN_RULES = "This change modifies the rules it is checked against";

/** Returns in words the change of one rule file, suppression or tier declaration, to follow its place. */
export function ownRuleWords({ what, change, rule, host }: OwnRule): string {
  const many = what === "exceptions" || what === "codeowners";
  const of = rule ?? host;
  return `${WHAT[what]}${of === null ? "" : ` for ${of}`} ${many ? "are" : "is"} ${change}`;
}

export const ownRulePlace = ({ file, line }: OwnRule): string => (line === null ? file : `${file}:${line}`);

const passWords = ({ opens, closes }: CellChange | CodeChange): string =>
  [
    ...(opens.length > 0 ? [`; now passes: ${namesWords(opens)}`] : []),
    ...(closes.length > 0 ? [`; no longer passes: ${namesWords(closes)}`] : []),
  ].join("");

const legendWords = (meaning: CodeChange["before"]): string =>
  meaning === null ? "not in the legend" : `${meaning.gate}${meaning.acceptable ? ", acceptable" : ""}`;

/** Returns one line for each changed cell and code of the matrix, with the environments whose gate opens or closes. */
export function matrixLines(matrix: Plan["matrix"]): readonly string[] {
  if (matrix === null) return ["its cells are not compared: the matrix cannot be read on one side"];
  const lines = [
    ...matrix.cells.map(
      (cell) => `${cell.row} × ${cell.connector}: ${cell.before ?? "none"} → ${cell.after ?? "none"}${passWords(cell)}`,
    ),
    ...matrix.codes.map(
      (code) => `code ${code.code}: ${legendWords(code.before)} → ${legendWords(code.after)}${passWords(code)}`,
    ),
  ];
  return lines.length > 0 ? lines : ["no cell and no code's gate changes"];
}

const SWITCH = "--switch-environment";

/** Returns a rename in words; the status of an environment that was not renamed. */
export function renameWords(environment: EnvironmentPlan): string {
  const { name, renamed } = environment;
  if (renamed === null) return statusWords(environment);
  const [old, now] = "from" in renamed ? [renamed.from, name] : [name, renamed.to];
  return `${old} renamed to ${now}, with the same compiled files`;
}

/** Returns the consequence of a rename for workstations; null if the environment was not renamed. */
export function switchWords({ name, renamed }: EnvironmentPlan): string | null {
  if (renamed === null) return null;
  const [old, now] = "from" in renamed ? [renamed.from, name] : [name, renamed.to];
  return `workstations with ${old} refuse ${now} without ${SWITCH} (deploy.ps1: -SwitchEnvironment)`;
}

export const RESTART = "build the bundle, deploy it, restart the tool; settings are read only at startup";

/** Returns the environments that a finding concerns, in words. */
export const describeAffected = (finding: Parameters<typeof affectedEnvironments>[0]): string => {
  const names = affectedEnvironments(finding);
  return names.length === 0 ? "all environments" : namesWords(names, 4);
};
