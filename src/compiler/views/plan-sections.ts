import { groupedBy } from "../../kernel/index.ts";
import { changeIdentity, groupsOf } from "../plan/groups.ts";
import type { Change, EnvironmentPlan, Plan } from "../plan/plan.ts";
import { verdictLine } from "../../report/index.ts";
import { connectorRows } from "./plan-connector.ts";

/** A fact of an environment beside its files, such as its verdict or sign-in address; equal values mean that it does not change. */
export interface Fact {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Environments with one change, and the parts of the change that they share. */
export interface Section {
  readonly environments: readonly EnvironmentPlan[];
  /** The change that is shown: that of the first environment, without what `parts` show. */
  readonly shown: EnvironmentPlan;
  readonly facts: readonly Fact[];
  /** Effects of the change to another connector release, each with a name and a description. */
  readonly rows: readonly (readonly [string, string])[];
  /** Groups of the section's environments, by the changes that not all of them share; empty if they share all changes. */
  readonly parts: readonly Section[];
}

/** The environments of a plan in the order of its page. */
export interface Sections {
  readonly broken: readonly EnvironmentPlan[];
  readonly removed: readonly EnvironmentPlan[];
  /** Renamed environments under their new names. */
  readonly renamed: readonly EnvironmentPlan[];
  readonly added: readonly EnvironmentPlan[];
  readonly changed: readonly Section[];
  /** Environments whose files stay the same, although a finding or a spelling changes. */
  readonly same: readonly Section[];
}

function factsOf({ verdict, connector, tier }: EnvironmentPlan, today: string): readonly Fact[] {
  const [old, now] = [verdict.before, verdict.after].map((side) => side && verdictLine(side, { today }));
  const kit = connector?.kit;
  const java = (version: number | null) => (version === null ? "unknown" : String(version));
  const facts: Fact[] = [
    ...(verdict.before && old !== now ? [{ name: "compatibility", before: old ?? null, after: now ?? null }] : []),
    ...(connector && connector.before !== connector.after
      ? [{ name: "connector", before: connector.before, after: connector.after }]
      : []),
    ...(kit && kit.before.java.version !== kit.after.java.version
      ? [{ name: "Java", before: java(kit.before.java.version), after: java(kit.after.java.version) }]
      : []),
  ];
  if (!tier) return facts;
  const files = [tier.fileTransfer.before, tier.fileTransfer.after].map((list) => list.join(", "));
  return [
    ...facts,
    { name: "sign-in", ...tier.signIn },
    { name: "file transfer", before: files[0] ?? "", after: files[1] ?? "" },
  ];
}

/** Returns the items that all lists have, in the order of `lists[0]`; items are equal if `identity` returns the same text for them. */
function shared<T>(lists: readonly (readonly T[])[], identity: (item: T) => string): readonly T[] {
  const [first = [], ...others] = lists.map((list) => new Map(list.map((item) => [identity(item), item])));
  const sets = others.map((map) => new Set(map.keys()));
  return [...(first as Map<string, T>)].flatMap(([id, item]) => (sets.every((set) => set.has(id)) ? [item] : []));
}

function sectionOf(environments: readonly EnvironmentPlan[], today: string, many = environments.length > 1): Section {
  const shown = environments[0] as EnvironmentPlan;
  const rows = shown.connector ? connectorRows(shown.connector, many) : [];
  return { environments, shown, facts: factsOf(shown, today), rows, parts: [] };
}

const isSpelling = ({ kind }: Change): boolean => kind === "spelling";
const identity = (change: Change): string => changeIdentity(change, []);
const text = (item: unknown): string => JSON.stringify(item);

/**
 * Returns the section for a swap between two connector releases in many environments: the changes that all environments share, then the
 * environments grouped by their other changes.
 */
function swapOf(environments: readonly EnvironmentPlan[], today: string): Section {
  const first = environments[0] as EnvironmentPlan;
  const real = ({ changes }: EnvironmentPlan) => changes.filter((change) => !isSpelling(change));
  const changes = shared(environments.map(real), identity);
  const stays = shared(
    environments.map((environment) => environment.stays),
    text,
  );
  const facts = shared(
    environments.map((environment) => factsOf(environment, today)),
    text,
  );
  const [known, same, told] = [new Set(changes.map(identity)), new Set(stays.map(text)), new Set(facts.map(text))];
  const rest = environments.map((environment) => ({
    ...environment,
    changes: real(environment).filter((change) => !known.has(identity(change))),
    stays: environment.stays.filter((item) => !same.has(text(item))),
  }));
  const groups = groupsOf(rest);
  if (groups.length === 1) return sectionOf(environments, today);
  const parts = groups.map(({ environments: own }): Section => {
    const part = sectionOf(own, today, true);
    return { ...part, facts: part.facts.filter((fact) => !told.has(text(fact))) };
  });
  const rows = shared(
    parts.map((part) => part.rows),
    text,
  );
  const said = new Set(rows.map(text));
  const shown = { ...first, changes: [...changes, ...first.changes.filter(isSpelling)], stays, panel: [], tier: null };
  const own = (part: Section) => part.rows.filter((row) => !said.has(text(row)));
  return { environments, shown, facts, rows, parts: parts.map((part) => ({ ...part, rows: own(part) })) };
}

/**
 * Returns the two releases between which an environment changes; null if the environment keeps its release or is compared with an installed
 * state.
 */
const swapped = ({ connector, machines }: EnvironmentPlan): string | null =>
  connector && connector.before !== connector.after && machines.length === 0
    ? text([connector.before, connector.after, connector.kit === null])
    : null;

/** Returns the sections of changed environments. Those that swap the same two releases are one section. */
function changedSections(groups: Plan["groups"], today: string): readonly Section[] {
  const together = groupedBy(groups, (group) => swapped(group.environments[0] as EnvironmentPlan) ?? group);
  return [...together].flatMap(([key, own]) => {
    const all = own.flatMap(({ environments }) => environments).sort((a, b) => (a.name < b.name ? -1 : 1));
    return typeof key === "string" && own.length > 1 ? swapOf(all, today) : sectionOf(all, today);
  });
}

const isNamed =
  (name: string) =>
  ({ environments: [first] }: Plan["groups"][number]): boolean =>
    first?.name === name;

/** Returns the environments of a plan in the order of its page, made from the groups of the plan. */
export function sectionsOf({ groups }: Plan, today: string): Sections {
  const of = (status: EnvironmentPlan["status"]) => groups.filter(({ environments: [first] }) => first?.status === status);
  const each = (status: EnvironmentPlan["status"]) => of(status).flatMap(({ environments }) => environments);
  const closed = ({ environments: [first] }: Section) => first?.verdict.after?.gate === "block";
  const changed = changedSections(of("changed"), today);
  return {
    broken: each("broken"),
    removed: each("removed").filter(({ renamed }) => renamed === null),
    renamed: [...each("added"), ...each("removed")].filter(
      ({ renamed }) => renamed !== null && ("from" in renamed || !groups.some(isNamed(renamed.to))),
    ),
    added: each("added").filter(({ renamed }) => renamed === null),
    changed: [...changed.filter(closed), ...changed.filter((section) => !closed(section))],
    same: of("unchanged").map(({ environments }) => sectionOf(environments, today)),
  };
}
