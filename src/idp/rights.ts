import { name, plain, say, words } from "../diagnostic/text.ts";
import type { IdpRequest } from "./transport.ts";

/** The role that the server asks for, by what is asked (docs/identity-provider.md, The administrator's rights). */
function roleFor(method: IdpRequest["method"], [first, second]: readonly string[]): string {
  const may = method === "GET" ? "view" : "manage";
  if (first === "clients" || first === "client-scopes") return `${may}-clients`;
  if (first === "groups" || (first === "users" && second !== "profile")) return `${may}-users`;
  return `${may}-realm`;
}

/** Which right an administrator of realm master lacks for a request that was answered 403, and where it is given; `parts`: the path below the realm. */
export function missingRight(user: string, realm: string, method: IdpRequest["method"], parts: readonly string[]): string {
  const where = say`in realm master, under Users, ${name(user)}, Role mapping`;
  const role =
    method === "POST" && parts.length === 0
      ? say`the realm role create-realm`
      : say`the role ${words(roleFor(method, parts))} of client ${name(`${realm}-realm`)}`;
  return plain(
    say`${name(user)} has no right to this: give it ${role} (${where}), or the realm role admin, which has all of them`,
  );
}
