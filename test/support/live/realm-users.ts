import { randomUUID } from "node:crypto";
import { answer, clone, type Json, type RealmAnswer, type RealmCall, refused, shown } from "./realm-call.ts";
import { byName } from "./realm-groups.ts";
import { userProblems } from "./realm-names.ts";
import { roleMappings } from "./realm-service-account.ts";

/* Users of a realm (realm.ts). */

const NO_USER = "User not found";

/** A user as it is shown; in a list that is brief without what only one of them is asked for. */
function userDocument({ may }: RealmCall, user: Json, brief: boolean): Json {
  const { serviceAccountClientId, roles, groups, credentials, requiredActions = [], ...rest } = user;
  const more = { totp: false, disableableCredentialTypes: [], requiredActions, notBefore: 0 };
  return { ...rest, ...(brief ? {} : more), access: { manage: may("manage-users") } };
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

/** Returns null where the request is about something else. */
export function userAnswer(call: RealmCall): RealmAnswer | null {
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
