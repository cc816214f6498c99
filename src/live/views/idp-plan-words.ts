import { plural } from "../../kernel/index.ts";
import { broughtBy, isAlong, needsPrune } from "../idp/along.ts";
import type { Change } from "../idp/changes.ts";
import type { Planned } from "../idp/plan.ts";
import { byThing, isWhole } from "../idp/read-live.ts";
import { keyOf, type Resource, type Value } from "../idp/state.ts";

/** The report of `tierwright idp plan`. */
export interface RealmPlanReport {
  readonly planned: Planned;
  readonly base: string;
  /** The file to which the plan was saved; null if it was not saved. */
  readonly file: string | null;
  /** The issuer that the realm should have according to sso.yaml; null if sso.yaml names no realm. */
  readonly expected: string | null;
  /** Clients that other environments own, with their owners. */
  readonly owned: ReadonlyMap<string, string>;
}

/** The words for each kind of resource of a realm, for messages. */
export const RESOURCE_WORDS: Readonly<Record<Resource, string>> = {
  realm: "realm",
  userProfile: "user profile, attribute",
  scope: "client scope",
  client: "client",
  mapper: "mapper",
  group: "group",
  user: "user",
};

/** The changes of one resource of the realm. */
export interface Thing {
  readonly first: Change;
  readonly changes: readonly Change[];
  readonly title: string;
  readonly how: "new" | "changed" | "removed";
  /** True if only the creation or removal of the resource is shown, without its fields. */
  readonly plain: boolean;
}

export function thingsOf({ plan, live }: Planned): readonly Thing[] {
  const there = new Set(live.items.map(keyOf));
  return byThing(plan.changes).map(([first, changes]) => {
    const how = isWhole(first) ? "removed" : there.has(keyOf(first)) ? "changed" : "new";
    const plain = how === "removed" || (how === "new" && changes.length === 1);
    return { first, changes, title: RESOURCE_WORDS[first.resource], how, plain };
  });
}

/** Returns the counts of a plan's changes in words: "3 changes to 2 things". Changes that need --prune are counted separately. */
export function countWords({ plan }: Planned): string {
  const { changes } = plan;
  const removals = changes.filter(({ kind }) => kind === "remove").length;
  const free = changes.filter((change) => !needsPrune(change, changes));
  const causes = changes.length - free.length - removals;
  const [count, things] = [free.length, byThing(free).length];
  if (changes.length === 0) return "nothing would change";
  const brought = causes === 0 ? "" : ` and ${plural(causes, "change")} that ${causes === 1 ? "brings" : "bring"} some about`;
  const removed = removals === 0 ? "" : `${plural(removals, "removal")}${brought} with --prune alone`;
  return [count === 0 ? "" : `${plural(count, "change")} to ${plural(things, "thing")}`, removed]
    .filter((one) => one !== "")
    .join(", ");
}

/** Returns notes on a plan that are not changes, such as a wrong issuer or fields that were not compared. */
export function noteWords({ planned: { plan, live }, expected, base, owned }: RealmPlanReport): readonly string[] {
  const { issuer } = plan.against;
  const needed = (resource: string, id: string, field: string): boolean =>
    plan.changes.some((one) => one.resource === resource && one.id === id && one.field === field);
  const { groups, users } = live.others;
  return [
    ...(issuer === null ? [`there is no realm ${plan.realm} yet: it would be made`] : []),
    ...(issuer !== null && expected !== null && issuer !== expected
      ? [
          `the realm calls itself ${issuer}, and ${expected} is expected: give the server its host name (sso/idp.env), or write idp.base as it answers`,
        ]
      : []),
    ...plan.notCompared.map(
      ({ resource, id, field, why }) =>
        `the ${field} of ${RESOURCE_WORDS[resource]} ${id} was not compared: ${why}${needed(resource, id, field) ? "; idp apply needs it" : ""}`,
    ),
    ...[...owned].map(([client, owner]) => `client ${client} is ${owner}'s to change, and is left out`),
    ...(groups > 0 ? [`${plural(groups, "group")} of the realm ${groups === 1 ? "is" : "are"} not in sso.yaml, and stay`] : []),
    ...(users !== null && users > 0
      ? [`${plural(users, "user")} of the realm ${users === 1 ? "is" : "are"} no PLM user, and stay`]
      : []),
    ...(base.startsWith("http:") ? ["asked by plain http, on this machine"] : []),
  ];
}

/** Returns a resource's name for display, in quotation marks if white space at its ends would be invisible. */
export const shownId = (id: string): string => (/^\s|\s$/.test(id) ? `'${id}'` : id);

export const shownValue = (value: Value | null): string => (value === null ? "none" : value === "" ? "''" : String(value));

/** Describes the change of one field, with what the identity provider deletes along with it. */
export function changeWords(change: Change, changes: readonly Change[]): string {
  const { kind, field, before, after, secret } = change;
  if (secret) return kind === "add" ? "(a secret)" : "(another secret)";
  if (kind === "set") {
    const brings = broughtBy(change, changes).length > 0 ? " (with --prune alone: the server deletes more along with it)" : "";
    return `${shownValue(before)} → ${shownValue(after)}${brings}`;
  }
  if (kind === "add") return shownValue(after);
  return `${shownValue(before)} (${isAlong(field) ? "deleted along with it, " : ""}with --prune alone)`;
}
