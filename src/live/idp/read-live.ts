import { type Admin, TWO_SERVERS } from "./admin.ts";
import type { Change } from "./changes.ts";
import { BUILT_IN_SCOPES } from "./controls.ts";
import { NO_REALM } from "./evidence.ts";
import { NoAccess } from "./fault.ts";
import { KINDS } from "./kinds/all.ts";
import type { Found } from "./kinds/kind.ts";
import { missingRight } from "./rights.ts";
import { type Item, type LiveRealm, type Resource, RESOURCES, type Wanted } from "./state.ts";

/**
 * Returns the state of a realm that does not exist. Its only resources are the wanted scopes that the identity provider creates with every
 * realm.
 */
function noRealm(wanted: readonly Wanted[]): LiveRealm {
  const items = wanted.filter(({ resource, id }) => resource === "scope" && BUILT_IN_SCOPES.has(id));
  return {
    issuer: null,
    items: items as readonly Item[],
    strays: [],
    evidence: [NO_REALM],
    others: { groups: 0, users: null },
  };
}

/** The rights that turned out to be missing, collected so that one message names all of them and they can be requested at once. */
class Lacking {
  readonly #faults = new Map<string, NoAccess>();

  /** Runs a function that reads from the realm. Returns null if the administrator lacks a role for it; throws any other error. */
  async reading<T>(read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof NoAccess) || error.role === null) throw error;
      if (!this.#faults.has(error.role)) this.#faults.set(error.role, error);
      return null;
    }
  }

  /** Throws NoAccess, with all missing roles, if the administrator lacked a role for any of the functions that ran. */
  refuse({ session, realm }: Admin): void {
    const [first, ...more] = this.#faults.values();
    if (!first) return;
    if (more.length === 0) throw first;
    const says = [first, ...more].map((fault) => fault.says).join("; ");
    throw new NoAccess(first.status, says, missingRight(session.who, realm, [...this.#faults.keys()]), first.role);
  }
}

/**
 * Reads everything that the wanted resources are compared with from the live realm, and changes nothing. Throws NoAccess if the
 * administrator may not view a part of the realm.
 */
export async function readLive(admin: Admin, wanted: readonly Wanted[]): Promise<LiveRealm> {
  const lacking = new Lacking();
  const found = new Map<Resource, Found>();
  for (const resource of RESOURCES) {
    const own = wanted.filter((one) => one.resource === resource);
    const read = await lacking.reading(() => KINDS[resource].read(admin, own));
    if (resource === "realm" && read?.items.length === 0) return noRealm(wanted);
    if (read) found.set(resource, read);
  }
  lacking.refuse(admin);
  const all = [...found.values()];
  return {
    issuer: await issuerOf(admin),
    items: all.flatMap(({ items }) => items),
    strays: all.flatMap(({ strays }) => strays ?? []),
    evidence: all.flatMap(({ evidence }) => evidence),
    others: { groups: found.get("group")?.others ?? 0, users: found.get("user")?.others ?? null },
  };
}

async function issuerOf(admin: Admin): Promise<string> {
  const issuer = await admin.issuer();
  if (issuer !== null) return issuer;
  throw new NoAccess(404, `the admin API has a realm ${admin.realm}, and its discovery says that there is none`, TWO_SERVERS);
}

/** Groups changes by the resource that they change, in the order of each resource's first change. */
export function byThing(changes: readonly Change[]): readonly (readonly [first: Change, all: readonly Change[]])[] {
  const things = new Map<string, [Change, Change[]]>();
  for (const change of changes) {
    // the removal of a whole resource is a group of its own: sso.yaml does not want the resource, so it is deleted, not written
    const key = `${change.resource} ${change.id} ${isWhole(change) ? "gone" : ""}`;
    const known = things.get(key);
    if (known) known[1].push(change);
    else things.set(key, [change, [change]]);
  }
  return [...things.values()];
}

/** Returns whether a change removes a whole resource, not a value of one of its lists. */
export const isWhole = ({ kind, resource, field }: Change): boolean =>
  kind === "remove" && field === "name" && (resource === "group" || resource === "mapper");
