import { type Json, type RealmAnswer, type RealmCall, refused, shown } from "./realm-call.ts";

/* A client's authorization services, and what shows whether somebody may view users (realm.ts). From the server's sources: no recording has them. */

/** Turned off by every document that does not say that they are on; a client that is public or bearer-only has none. */
export function withAuthorization(client: Json, sent: Json): void {
  const on = sent.authorizationServicesEnabled === true && !client.publicClient && !client.bearerOnly;
  if (on) {
    client.authorization ??= { resource: [], policy: [], permission: [] };
    return;
  }
  delete client.authorizationServicesEnabled;
  delete client.authorization;
}

/** Returns null where the request is about something else. */
export function authorizationAnswer({ realm, method, path, parts, page }: RealmCall): RealmAnswer | null {
  if (method !== "GET") return null;
  if (path === "attack-detection/brute-force/users/:id") return shown({ numFailures: 0, disabled: false, lastIPFailure: "n/a" });
  if (path === "users/:id/groups") {
    const user = realm.users.find((one: Json) => one.id === parts[1]);
    return user ? shown(realm.groups.filter(({ id }: Json) => user.groups?.includes(id))) : refused(404, "User not found");
  }
  if (!path.startsWith("clients/:id/authz/resource-server/")) return null;
  const { authorization } = realm.clients.find((one: Json) => one.id === parts[1]) ?? {};
  const list = authorization?.[parts[4] ?? ""];
  return list ? shown(page(list)) : refused(404, "HTTP 404 Not Found");
}
