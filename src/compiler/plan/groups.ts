import { groupedBy } from "../../kernel/index.ts";
import { isTouched } from "./gate.ts";
import { type Change, type EnvironmentPlan, type PlanGroup, isNote } from "./plan.ts";

const RANK: Readonly<Record<EnvironmentPlan["status"], number>> = { broken: 0, removed: 1, added: 2, changed: 3, unchanged: 4 };

/**
 * Layers of the YAML that are treated as equal when environments with equal changes are grouped, because one environment can inherit a line
 * that another states itself.
 */
const SAID: readonly (string | undefined)[] = ["environment", "extends", "defaults"];

/**
 * Returns the changed lines of a unified diff without the unchanged lines around them and without line numbers, because these differ
 * between kits. Returns null if there is no diff.
 */
const changedLines = (diff: string | undefined): string | null =>
  diff === undefined
    ? null
    : diff
        .split("\n")
        .slice(2)
        .filter((line) => /^[+-]/.test(line))
        .join("\n");

/**
 * Returns a change without the parts that can differ between environments with an equal change: place of the cause, unchanged lines around
 * a change, lines of notes.
 */
const said = (change: Change, panel: EnvironmentPlan["panel"]) => ({
  ...change,
  cause: SAID.includes(change.cause?.layer) ? "said" : (change.cause?.layer ?? null),
  diff: isNote(change.file, panel) ? null : changedLines(change.diff),
});

/** Returns a text that is equal for equal changes of two environments. */
export const changeIdentity = (change: Change, panel: EnvironmentPlan["panel"]): string => JSON.stringify(said(change, panel));

/** Returns a text that is equal for two environments with equal changes: all parts of the change except the place in the YAML. */
function sameness({
  name,
  status,
  verdict,
  changes,
  panel,
  broken,
  tier,
  lost,
  connector,
  stays,
  machines,
  renamed,
}: EnvironmentPlan): string {
  const gate = (of: EnvironmentPlan["verdict"]["before"]) =>
    of && [of.tool, of.connector, of.tier, of.matrix, of.reason, of.tierRange, of.gate, of.exception];
  const [old, now] = [JSON.stringify(gate(verdict.before)), JSON.stringify(gate(verdict.after))];
  // an unchanged compatibility verdict can differ between environments with equal changes and must not split their group
  const judged = old === now && verdict.after?.gate !== "block" ? null : [old, now];
  const own = status === "added" || status === "removed" || machines.length > 0 || renamed !== null ? name : null;
  const kit = connector && [connector.before, connector.after, connector.carry?.carried, connector.carry?.dropped];
  return JSON.stringify([
    own,
    status,
    judged,
    changes.map((change) => said(change, panel)),
    panel.map((field) => ({ ...field, cause: null })),
    broken,
    // The evidence for the verdict on a host is left out, because it can be a line of each environment's own file.
    tier && { ...tier, hosts: tier.hosts.map(({ host, verdict }) => [host, verdict]) },
    lost.map((host) => [host.host, host.before, host.after]),
    kit,
    stays,
  ]);
}

/**
 * Returns the environments in groups of equal changes: the most severe status first, then by name. Environments that `isTouched` excludes
 * are left out.
 */
export function groupsOf(environments: readonly EnvironmentPlan[]): readonly PlanGroup[] {
  const groups = groupedBy(environments.filter(isTouched), sameness);
  const rank = (group: readonly EnvironmentPlan[]) => RANK[group[0]?.status ?? "unchanged"];
  return [...groups.values()].sort((a, b) => rank(a) - rank(b)).map((group) => ({ environments: group }));
}
