import { name, plain, say, type Text, words } from "../diagnostic/text.ts";
import { MASTER, rolesPlace, type SignedIn } from "./administrator.ts";
import type { IdpRequest } from "./transport.ts";

/** The role that the server asks for, by what is asked (docs/identity-provider.md, The administrator's rights). */
function roleFor(method: IdpRequest["method"], [first, second]: readonly string[]): string {
  const may = method === "GET" ? "view" : "manage";
  if (first === "clients" || first === "client-scopes") return `${may}-clients`;
  if (first === "groups" || (first === "users" && second !== "profile")) return `${may}-users`;
  return `${may}-realm`;
}

/** Where an administrator is given a role: of which client, in which part of the console, and the role that has all of them. */
function whereGiven(who: SignedIn, realm: string): { readonly client: Text; readonly all: Text; readonly place: Text } {
  const ownRealm = who.realm !== MASTER;
  return {
    client: say`client ${name(ownRealm ? "realm-management" : `${realm}-realm`)}`,
    all: ownRealm ? say`its role realm-admin` : say`the realm role admin`,
    place: rolesPlace(who),
  };
}

/** Which right an administrator lacks for a request that was answered 403, and where it is given; `parts`: the path below the realm. */
export function missingRight(who: SignedIn, realm: string, method: IdpRequest["method"], parts: readonly string[]): string {
  const begins = say`${name(who.name)} has no right to this:`;
  const creates = method === "POST" && parts.length === 0;
  if (who.realm !== MASTER && (creates || who.realm !== realm))
    return plain(
      say`${begins} an administrator of realm ${name(who.realm)} can do nothing outside of it; name one of realm master${creates ? [] : say` or of realm ${name(realm)}`} in the profile (idp.realm)`,
    );
  const { client, all, place } = whereGiven(who, realm);
  const role = creates ? say`the realm role create-realm` : say`the role ${words(roleFor(method, parts))} of ${client}`;
  return plain(say`${begins} give it ${role} (${place}), or ${all}, which has all of them`);
}
