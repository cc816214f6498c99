import { randomUUID } from "node:crypto";
import {
  answer,
  clone,
  conflict,
  type Json,
  type RealmAnswer,
  type RealmCall,
  refused,
  shown,
  unforeseen,
} from "./realm-call.ts";
import { userProblems } from "./realm-names.ts";
import { roleMappings } from "./realm-service-account.ts";

/* Users and groups of a realm (realm.ts). */

/** Returns null where the request is about something else. */
export const peopleAnswer = (call: RealmCall): RealmAnswer | null => groupAnswer(call) ?? userAnswer(call);

const NO_GROUP = "Could not find group by id";
const NO_USER = "User not found";

function groupAnswer(call: RealmCall): RealmAnswer | null {
  const { realm, method, path, parts, query, body, created, stored, page, may } = call;
  const group = realm.groups.find((one: Json) => one.id === parts[1]);
  const manage = may("manage-users");
  const access = { view: true, viewMembers: true, manageMembers: manage, manage, manageMembership: manage };
  const document = ({ subGroups = [], ...one }: Json, brief: boolean) => ({
    ...one,
    subGroupCount: subGroups.length,
    subGroups: [],
    ...(brief ? {} : { attributes: {}, realmRoles: [], clientRoles: {} }),
    access,
  });
  switch (`${method} ${path}`) {
    case "GET groups": {
      const wanted = query.get("search");
      const matches = ({ name, subGroups = [] }: Json) =>
        wanted === null ||
        (query.get("exact") === "true"
          ? name === wanted
          : [name, ...subGroups.map((sub: Json) => sub.name)].some((one) => one.includes(wanted)));
      const brief = query.get("briefRepresentation") !== "false";
      const found = byName(realm.groups.filter(matches), "name");
      return shown(page(found).map((one: Json) => document(one, brief)));
    }
    case "GET groups/count":
      return shown({ count: realm.groups.length });
    case "POST groups": {
      // only blank is refused: a carriage return or a byte order mark becomes part of the name
      if (String(body.name ?? "").trim() === "") return answer(400, { errorMessage: "Group name is missing" });
      if (body.name.length > 255) return unforeseen();
      if (body.id !== undefined) return refused(404, "Could not find child by id");
      if (realm.groups.some((one: Json) => one.name === body.name))
        return conflict(`Top level group named '${body.name}' already exists.`);
      const made = { id: randomUUID(), name: body.name, path: `/${body.name}`, subGroups: [] };
      realm.groups.push(made);
      stored("group", made);
      return created(made.id);
    }
    case "GET groups/:id":
      return group ? shown(document(group, false)) : refused(404, NO_GROUP);
    case "GET groups/:id/members":
      return shown(page(realm.users.filter((one: Json) => one.groups?.includes(parts[1]))));
    case "PUT groups/:id":
      if (!group) return refused(404, NO_GROUP);
      if (String(body.name ?? "").trim() === "") return answer(400, { errorMessage: "Group name is missing" });
      if (realm.groups.some((one: Json) => one !== group && one.name === body.name))
        return conflict(`Sibling group named '${body.name}' already exists.`);
      Object.assign(group, { name: body.name, path: `/${body.name}` });
      return answer(204);
    case "DELETE groups/:id":
      if (!group) return refused(404, NO_GROUP);
      realm.groups = realm.groups.filter((one: Json) => one !== group);
      return answer(204);
  }
  return null;
}

/** Lists come in the order of the names. */
const byName = (list: Json[], key: string): Json[] => list.toSorted((a, b) => (a[key] < b[key] ? -1 : Number(a[key] > b[key])));

/** A user as it is shown; in a list that is brief without what only one of them is asked for. */
function userDocument({ may }: RealmCall, user: Json, brief: boolean): Json {
  const { serviceAccountClientId, roles, groups, credentials, ...rest } = user;
  const manage = may("manage-users");
  const more = { totp: false, disableableCredentialTypes: [], requiredActions: [], notBefore: 0 };
  return { ...(brief ? {} : more), ...rest, access: { manage } };
}

/** Users that a query is about; the user of a client is in no list, and is found by its whole name. */
function usersOf({ realm, query }: RealmCall, counts = false): Json[] {
  const exact = query.get("exact") === "true" && !counts;
  const username = query.get("username")?.toLowerCase() ?? null;
  const pattern = username?.replace(/%$/, "");
  const search = query.get("search")?.replaceAll('"', "").toLowerCase() ?? null;
  const words = ({ username: name, firstName = "", lastName = "", email = "" }: Json) => [name, firstName, lastName, email];
  return byName(
    realm.users.filter(
      (one: Json) =>
        (username === null || (exact ? one.username === username : one.username.includes(pattern))) &&
        (one.serviceAccountClientId === undefined || (exact && username !== null)) &&
        (query.get("email") === null || one.email === query.get("email")) &&
        (query.get("enabled") === null || String(one.enabled) === query.get("enabled")) &&
        (search === null || words(one).some((word) => word.toLowerCase().startsWith(search))),
    ),
    "username",
  );
}

function userAnswer(call: RealmCall): RealmAnswer | null {
  const { realm, version, method, path, parts, query, body, created, stored, page } = call;
  const user = realm.users.find((one: Json) => one.id === parts[1]);
  switch (`${method} ${path}`) {
    case "GET users": {
      const brief = query.get("briefRepresentation") === "true";
      return shown(page(usersOf(call)).map((one) => userDocument(call, one, brief)));
    }
    case "GET users/count":
      return shown(usersOf(call, version === "26.0.7").length);
    case "POST users": {
      const problem = userProblems(call, body, null);
      if (problem) return problem;
      const made = { id: randomUUID(), emailVerified: false, createdTimestamp: 1, ...clone(body) };
      made.username = String(body.username).toLowerCase();
      realm.users.push(made);
      stored("user", made);
      return created(made.id);
    }
  }
  if (!/^users\/:id/.test(path)) return null;
  if (!user) return refused(404, NO_USER);
  switch (`${method} ${path}`) {
    case "GET users/:id":
      return shown(userDocument(call, user, false));
    case "GET users/:id/role-mappings":
      return roleMappings(call, user);
    case "PUT users/:id": {
      const problem = userProblems(call, { ...user, ...body }, user);
      if (problem) return problem;
      const { access, id, ...fields } = clone(body);
      Object.assign(user, fields, { username: String(body.username ?? user.username).toLowerCase() });
      return answer(204);
    }
    case "PUT users/:id/reset-password":
      return userProblems(call, { ...user, credentials: [body] }, user) ?? answer(204);
    case "DELETE users/:id":
      realm.users = realm.users.filter((one: Json) => one !== user);
      return answer(204);
  }
  return null;
}
