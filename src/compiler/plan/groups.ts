import { groupedBy } from "../../kernel/index.ts";
import { isTouched } from "./gate.ts";
import { isNote } from "./notes.ts";
import type { Change, EnvironmentPlan, PlanGroup } from "./plan.ts";

const RANK: Readonly<Record<EnvironmentPlan["status"], number>> = { broken: 0, removed: 1, added: 2, changed: 3, unchanged: 4 };

/** Layers of the YAML: one line may be the own of one environment, and inherited by another. */
const SAID: readonly (string | undefined)[] = ["environment", "extends", "defaults"];

/** Returns the changed lines of a diff, without those around them: another kit has other lines there, and at another place. */
const changedLines = (diff: string | undefined): string | null =>
  diff === undefined
    ? null
    : diff
        .split("\n")
        .slice(2)
        .filter((line) => /^[+-]/.test(line))
        .join("\n");

/** What makes the changes of two environments the same: everything but where the YAML says it. */
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
  const said = (change: Change) => ({
    ...change,
    cause: SAID.includes(change.cause?.layer) ? "said" : (change.cause?.layer ?? null),
    diff: isNote(change.file, panel) ? null : changedLines(change.diff),
  });
  const gate = (of: EnvironmentPlan["verdict"]["before"]) =>
    of && [of.tool, of.connector, of.tier, of.matrix, of.reason, of.tierRange, of.gate, of.exception];
  const [old, now] = [JSON.stringify(gate(verdict.before)), JSON.stringify(gate(verdict.after))];
  // a verdict that stays is each environment's own
  const judged = old === now && verdict.after?.gate !== "block" ? null : [old, now];
  const own = status === "added" || status === "removed" || machines.length > 0 || renamed !== null ? name : null;
  const kit = connector && [connector.before, connector.after, connector.carry?.carried, connector.carry?.dropped];
  return JSON.stringify([
    own,
    status,
    judged,
    changes.map(said),
    panel.map((field) => ({ ...field, cause: null })),
    broken,
    // what a verdict rests on may be a line of each environment's own
    tier && { ...tier, hosts: tier.hosts.map(({ host, verdict }) => [host, verdict]) },
    lost.map((host) => [host.host, host.before, host.after]),
    kit,
    stays,
  ]);
}

/** Environments that change in the same way, together: the gravest first, then by name. Those that nothing touches are left out. */
export function groupsOf(environments: readonly EnvironmentPlan[]): readonly PlanGroup[] {
  const groups = groupedBy(environments.filter(isTouched), sameness);
  const rank = (group: readonly EnvironmentPlan[]) => RANK[group[0]?.status ?? "unchanged"];
  return [...groups.values()].sort((a, b) => rank(a) - rank(b)).map((group) => ({ environments: group }));
}
