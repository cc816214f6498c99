import type { Verdict } from "../../kernel/index.ts";
import { ConnectorChanges } from "./connector-change.ts";
import { allFiles, changesBetween } from "./file-changes.ts";
import { compareFindings, type Names } from "./findings.ts";
import { groupsOf } from "./groups.ts";
import { matrixChange } from "./matrix-change.ts";
import { ownRules } from "./own-rules.ts";
import { panelChanges } from "./panel-changes.ts";
import type { Change, EnvironmentPlan, Plan, PlanBase } from "./plan.ts";
import { renames } from "./renames.ts";
import type { CompiledRepository, CompiledSide } from "./side.ts";
import { staysOf } from "./stays.ts";
import { leadsOf, lostHosts, tierMove } from "./tier-move.ts";

/** Two compiled repositories to compare, environment by environment: environments of equal name, or of the names that `names` pairs. */
export interface Comparison {
  readonly base: PlanBase;
  readonly before: CompiledRepository;
  readonly after: CompiledRepository;
  /** Environments that are not compared, because all their inputs are equal before and after the change. */
  readonly same: readonly { readonly name: string; readonly verdict: Verdict | null }[];
  /** Further installed states of environments that are installed in more than one state; each is compared separately. */
  readonly further?: readonly CompiledSide[];
  /** Names of environments before the change that are compared with an environment of another name, mapped to that name. */
  readonly names?: Names;
}

type Part = Omit<EnvironmentPlan, "name">;

/** An environment without changes. The fields are in the order of the document (schema tierwright/plan/v1). */
const EMPTY: Part = {
  status: "unchanged",
  verdict: { before: null, after: null },
  restartTool: false,
  changes: [],
  panel: [],
  broken: null,
  renamed: null,
  tier: null,
  lost: [],
  leads: null,
  connector: null,
  stays: [],
  findings: { new: 0, gone: 0, unchanged: 0 },
  machines: [],
};

/**
 * Returns the fields of a verdict that a plan compares, as one text: not the tool's name as the matrix row spells it, and not the claims of
 * an environment, which do not affect the gate.
 */
function verdictText(verdict: Verdict | null): string {
  if (!verdict) return "";
  const { tool, connector, tier, matrix, reason, tierRange, gate, exception } = verdict;
  return JSON.stringify([tool, connector, tier, matrix, reason, tierRange, gate, exception]);
}

/** Returns true if a workstation reads the changed file as settings. Notes, and files for the security services (sso/), are none. */
const isSetting = (side: CompiledSide, { file, kind }: Change): boolean =>
  kind !== "spelling" && !file.startsWith("sso/") && side.files.find(({ path }) => path === file)?.purpose !== "note";

function changedPart(before: CompiledSide, after: CompiledSide, connectors: ConnectorChanges): Part {
  const verdict = { before: before.verdict, after: after.verdict };
  const machines = before.machines;
  if (after.broken !== null)
    return { ...EMPTY, verdict, machines, status: "broken", broken: { side: "after", why: after.broken } };
  if (before.broken !== null)
    return { ...EMPTY, verdict, machines, status: "broken", broken: { side: "before", why: before.broken } };
  const changes = changesBetween(before, after);
  const real = changes.some(({ kind }) => kind !== "spelling");
  const judged = before.verdict !== null && verdictText(before.verdict) !== verdictText(after.verdict);
  const tier = tierMove(before, after);
  const connector = connectors.of(before, after);
  return {
    ...EMPTY,
    verdict,
    machines,
    status: real || judged || connector !== null ? "changed" : "unchanged",
    restartTool:
      connector !== null || changes.some((change) => isSetting(change.kind === "file-removed" ? before : after, change)),
    changes,
    panel: panelChanges(before, after),
    broken: null,
    tier,
    connector,
    stays: staysOf(before, after, changes, { tier, connector }),
  };
}

function partOfOne(before: CompiledSide | undefined, after: CompiledSide | undefined): Part {
  const side = after ?? before;
  if (!side) return EMPTY;
  const verdict = { before: before?.verdict ?? null, after: after?.verdict ?? null };
  if (after && after.broken !== null)
    return { ...EMPTY, verdict, status: "broken", broken: { side: "after", why: after.broken } };
  const kind = after ? "file-added" : "file-removed";
  const changes = allFiles(kind, side);
  return {
    ...EMPTY,
    verdict,
    status: after ? "added" : "removed",
    changes,
    panel: panelChanges(before, after),
    leads: after ? leadsOf(after) : null,
    machines: side.machines,
  };
}

/**
 * Returns the effect of a change, environment by environment, as a pure function of two compiled repositories. The result contains no value
 * of a secret.
 */
export function planOf({ base, before, after, same, further = [], names = new Map() }: Comparison): Plan {
  const connectors = new ConnectorChanges(before.releases, after.releases);
  const removed = [...before.sides.values()].filter(({ name }) => !after.sides.has(names.get(name) ?? name));
  const added = [...after.sides].flatMap(([name, side]) => (before.sides.has(name) ? [] : [side]));
  const renamed = renames(removed, added);
  const to = new Map(renamed);
  const from = new Map(renamed.map(([old, now]) => [now, old]));
  const compared = compareFindings(before, after, new Map([...names, ...to]));
  const parts = new Map<string, Part>(
    same.map(({ name, verdict }) => [name, { ...EMPTY, verdict: { before: verdict, after: verdict } }]),
  );
  for (const name of new Set([...before.sides.keys(), ...after.sides.keys()])) {
    const [old, now] = [before.sides.get(name), after.sides.get(name)];
    parts.set(name, old && now ? changedPart(old, now, connectors) : partOfOne(old, now));
  }
  const more = further.map((side): [string, Part] => {
    const now = after.sides.get(side.name);
    return [side.name, now ? changedPart(side, now, connectors) : partOfOne(side, undefined)];
  });
  const environments = [...parts, ...more]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]): EnvironmentPlan => {
      const [old, now] = [from.get(name), to.get(name)];
      const rename = old !== undefined ? { from: old } : now !== undefined ? { to: now } : null;
      const lost = lostHosts(before.sides.get(old ?? name), after.sides.get(name));
      return { name, ...part, lost, renamed: rename, findings: compared.counts.get(name) ?? EMPTY.findings };
    });
  const oldName = (name: string) => from.get(name) ?? name;
  const rules = ownRules(before, after, oldName);
  const matrix = matrixChange(before, after, rules, ({ name }) => before.sides.get(oldName(name))?.verdict ?? null);
  return { base, environments, groups: groupsOf(environments), ownRules: rules, matrix, findings: compared.findings };
}
