import { append } from "../diagnostic/lists.ts";
import type { Admin } from "./admin.ts";
import type { Change } from "./changes.ts";
import { type Evidence, NO_REALM } from "./evidence.ts";
import { KINDS } from "./kinds/all.ts";
import { type Item, type LiveRealm, RESOURCES, type Wanted } from "./state.ts";

/** Client scopes that the server makes with every realm. */
const MADE_WITH_REALM = new Set([
  "acr",
  "address",
  "basic",
  "email",
  "microprofile-jwt",
  "offline_access",
  "organization",
  "phone",
  "profile",
  "role_list",
  "roles",
  "web-origins",
]);

/** A realm that is not there: nothing of it is, and what the server makes with every realm will be. */
function noRealm(wanted: readonly Wanted[]): LiveRealm {
  const items = wanted.filter(({ resource, id }) => resource === "scope" && MADE_WITH_REALM.has(id));
  return {
    issuer: null,
    items: items as readonly Item[],
    strays: [],
    evidence: [NO_REALM],
    others: { groups: 0, users: null },
  };
}

/** Everything of the live realm that what is wanted is compared with; read only. */
export async function readLive(admin: Admin, wanted: readonly Wanted[]): Promise<LiveRealm> {
  const items: Item[] = [];
  const strays: Item[] = [];
  const evidence: Evidence[] = [];
  const others = { groups: 0, users: null as number | null };
  for (const resource of RESOURCES) {
    const own = wanted.filter((one) => one.resource === resource);
    const found = await KINDS[resource].read(admin, own);
    if (resource === "realm" && found.items.length === 0) return noRealm(wanted);
    append(items, found.items);
    append(strays, found.strays ?? []);
    append(evidence, found.evidence);
    if (resource === "group") others.groups = found.others ?? 0;
    if (resource === "user") others.users = found.others ?? null;
  }
  return { issuer: await admin.issuer(), items, strays, evidence, others };
}

/** The changes of one thing each, in the order in which they are written. */
export function byThing(changes: readonly Change[]): readonly (readonly [first: Change, all: readonly Change[]])[] {
  const things = new Map<string, [Change, Change[]]>();
  for (const change of changes) {
    // what goes as a whole is a thing of its own, after those that come
    const key = `${change.resource} ${change.id} ${isWhole(change) ? "gone" : ""}`;
    const known = things.get(key);
    if (known) known[1].push(change);
    else things.set(key, [change, [change]]);
  }
  return [...things.values()];
}

/** A change that removes the thing itself, and no value of one of its lists. */
export const isWhole = ({ kind, resource, field }: Change): boolean =>
  kind === "remove" && field === "name" && (resource === "group" || resource === "mapper");
