import { randomUUID } from "node:crypto";
import { answer, conflict, type Json, type RealmAnswer, type RealmCall, refused, shown, unforeseen } from "./realm-call.ts";

/* Groups of a realm, and groups in them (realm.ts). */

/** Lists come in the order of the names. */
export const byName = (list: Json[], key: string): Json[] =>
  list.toSorted((a, b) => (a[key] < b[key] ? -1 : Number(a[key] > b[key])));

const NO_GROUP = "Could not find group by id";

/** Only blank is refused: a carriage return or a byte order mark becomes part of the name. */
const isBlank = ({ name }: Json): boolean => String(name ?? "").trim() === "";
const missing = (): RealmAnswer => answer(400, { errorMessage: "Group name is missing" });

const withAll = (groups: Json[]): Json[] => groups.flatMap((one) => [one, ...withAll(one.subGroups ?? [])]);

/** A group as it is shown; `inner`: the groups in it that a search is about. */
function documentOf({ may }: RealmCall, { subGroups = [], ...one }: Json, brief: boolean, inner: Json[] = []): Json {
  const manage = may("manage-users");
  return {
    ...one,
    subGroupCount: subGroups.length,
    subGroups: inner,
    ...(brief ? {} : { attributes: {}, realmRoles: [], clientRoles: {} }),
    access: { view: true, viewMembers: true, manageMembers: manage, manage, manageMembership: manage },
  };
}

function listed(call: RealmCall): RealmAnswer {
  const { realm, query, page } = call;
  const wanted = query.get("search");
  const exact = query.get("exact") === "true";
  const isWanted = ({ name }: Json) => wanted === null || (exact ? name === wanted : name.includes(wanted));
  const brief = query.get("briefRepresentation") !== "false";
  const found = realm.groups.filter((one: Json) => withAll([one]).some(isWanted));
  const inner = ({ subGroups = [] }: Json) =>
    wanted === null ? [] : subGroups.filter(isWanted).map((one: Json) => documentOf(call, one, brief));
  return shown(page(byName(found, "name")).map((one) => documentOf(call, one, brief, inner(one))));
}

/** Returns null where the request is about something else. */
export function groupAnswer(call: RealmCall): RealmAnswer | null {
  const { realm, method, path, parts, query, body, created, stored, page } = call;
  const all = withAll(realm.groups);
  switch (`${method} ${path}`) {
    case "GET groups":
      return listed(call);
    case "GET groups/count": {
      const search = query.get("search") ?? "";
      const counted = query.get("top") === "true" ? realm.groups : all;
      return shown({ count: counted.filter(({ name }: Json) => name.includes(search)).length });
    }
    case "POST groups": {
      if (isBlank(body)) return missing();
      if (body.name.length > 255) return unforeseen();
      if (body.id !== undefined) return refused(404, "Could not find child by id");
      if (realm.groups.some((one: Json) => one.name === body.name))
        return conflict(`Top level group named '${body.name}' already exists.`);
      const made = { id: randomUUID(), name: body.name, path: `/${body.name}`, subGroups: [] };
      realm.groups.push(made);
      stored("group", made);
      return created(made.id);
    }
    case "GET groups/:id/members":
      return shown(page(realm.users.filter((one: Json) => one.groups?.includes(parts[1]))));
  }
  if (!path.startsWith("groups/:id")) return null;
  const group = all.find((one) => one.id === parts[1]);
  return group ? oneGroupAnswer(call, group) : refused(404, NO_GROUP);
}

function oneGroupAnswer(call: RealmCall, group: Json): RealmAnswer | null {
  const { realm, method, path, body, created } = call;
  const { subGroups = [] } = group;
  switch (`${method} ${path}`) {
    case "GET groups/:id":
      return shown(documentOf(call, group, false));
    case "GET groups/:id/children":
      return shown(subGroups.map((one: Json) => documentOf(call, one, false)));
    case "POST groups/:id/children": {
      if (subGroups.some((one: Json) => one.name === body.name))
        return conflict(`Sibling group named '${body.name}' already exists.`);
      const made = { id: randomUUID(), name: body.name, path: `${group.path}/${body.name}`, parentId: group.id, subGroups: [] };
      group.subGroups = [...subGroups, made];
      const location = String(created("").headers.location).replace(/[^/]+\/children\/$/, made.id);
      return answer(201, { ...made, attributes: {}, realmRoles: [], clientRoles: {} }, { location });
    }
    case "PUT groups/:id":
      if (isBlank(body)) return missing();
      if (realm.groups.some((one: Json) => one !== group && one.name === body.name))
        return conflict(`Sibling group named '${body.name}' already exists.`);
      Object.assign(group, { name: body.name, path: `/${body.name}` });
      return answer(204);
    case "DELETE groups/:id":
      realm.groups = realm.groups.filter((one: Json) => one !== group);
      return answer(204);
  }
  return null;
}
