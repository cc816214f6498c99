import { randomUUID } from "node:crypto";
import { answer, clone, type Json, type RealmAnswer, type RealmCall } from "./realm-call.ts";

const FORBIDDEN = /[\s\p{Cc}<>&"'$%!#?§,;:*~/\\|^=[\]{}()`]/u;

/** Groups and users of a realm, and what a username may be; null: the request is about something else. */
export function peopleAnswer(call: RealmCall): RealmAnswer | null {
  const { realm, method, path, parts, query, body, created, stored, page } = call;
  const [, id = ""] = parts;
  switch (`${method} ${path}`) {
    case "GET users/profile":
      return answer(200, realm.profile);
    case "PUT users/profile":
      return putProfile(call);
    case "GET groups":
      return answer(200, page(realm.groups));
    case "GET groups/count":
      return answer(200, { count: realm.groups.length });
    case "POST groups": {
      // only blank is refused: a carriage return or a byte order mark becomes part of the name
      if (String(body.name ?? "").trim() === "") return answer(400, { errorMessage: "Group name is missing" });
      if (realm.groups.some((one: Json) => one.name === body.name))
        return answer(409, { errorMessage: `Top level group named '${body.name}' already exists.` });
      const group = { id: randomUUID(), name: body.name, path: `/${body.name}`, subGroups: [] };
      realm.groups.push(group);
      stored("group", group);
      return created(group.id);
    }
    case "GET groups/:id": {
      const group = realm.groups.find((one: Json) => one.id === id);
      return group ? answer(200, { ...group, access: { view: true } }) : answer(404, { error: "Could not find group by id" });
    }
    case "GET groups/:id/members":
      return answer(200, page(realm.users.filter((one: Json) => one.groups?.includes(id))));
    case "DELETE groups/:id":
      realm.groups = realm.groups.filter((one: Json) => one.id !== id);
      return answer(204);
    case "GET users": {
      const wanted = query.get("username");
      const exact = query.get("exact") === "true";
      const matches = (one: Json) =>
        wanted === null || (exact ? one.username === wanted.toLowerCase() : one.username.includes(wanted.toLowerCase()));
      return answer(200, page(realm.users.filter(matches)));
    }
    case "GET users/count":
      return answer(200, realm.users.length);
    case "POST users":
      return postUser(call);
    case "GET users/:id": {
      const user = realm.users.find((one: Json) => one.id === id);
      return user ? answer(200, { ...user, access: {} }) : answer(404, { error: "User not found" });
    }
    case "PUT users/:id": {
      // the name that was is put back without a word where it may not be edited
      const at = realm.users.findIndex((one: Json) => one.id === id);
      const { username } = realm.users[at];
      realm.users[at] = { ...clone(body), id };
      realm.users[at].username = realm.settings.editUsernameAllowed ? String(body.username).toLowerCase() : username;
      return answer(204);
    }
  }
  return null;
}

function putProfile({ realm, body, stored }: RealmCall): RealmAnswer {
  const names = (body.attributes ?? []).map((one: Json) => one.name);
  const problems = ["username", "email"].filter((name) => !names.includes(name));
  if (problems.length > 0)
    return answer(400, { errorMessage: problems.map((name) => `The attribute '${name}' can not be removed`).join(", ") });
  realm.profile = clone(body);
  stored("userProfile", realm.profile);
  return answer(200, realm.profile);
}

function postUser({ realm, body, created, stored }: RealmCall): RealmAnswer {
  const username = String(body.username ?? "").toLowerCase();
  const { min, max } = realm.profile.attributes.find((one: Json) => one.name === "username").validations.length;
  const length = username.trim().length;
  const problems: Json[] = [];
  if (length < Number(min ?? 0) || length > Number(max ?? 255))
    problems.push({ field: "username", errorMessage: "error-invalid-length", params: ["username", min, max] });
  if (FORBIDDEN.test(username))
    problems.push({ field: "username", errorMessage: "error-username-invalid-character", params: ["username", body.username] });
  if (problems.length > 0) return answer(400, problems.length === 1 ? problems[0] : { errors: problems });
  if (realm.users.some((one: Json) => one.username === username))
    return answer(409, { errorMessage: "User exists with same username" });
  const user = { id: randomUUID(), createdTimestamp: 1, emailVerified: false, ...clone(body), username };
  realm.users.push(user);
  stored("user", user);
  return created(user.id);
}
