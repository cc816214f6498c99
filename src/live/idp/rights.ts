import { type Text, listTexts, name, plain, say, words } from "../../kernel/index.ts";
import { MASTER, rolesPlace, type SignedIn } from "./administrator.ts";
import type { IdpRequest } from "./transport.ts";

/** The role of realm master that allows creating realms. */
const CREATE_REALM = "create-realm";

/**
 * Returns the role that a request needs (docs/identity-provider.md, The administrator's rights).
 * @param parts the path below the realm.
 */
export function roleFor(method: IdpRequest["method"], parts: readonly string[]): string {
  const [first, second, third] = parts;
  if (method === "POST" && parts.length === 0) return CREATE_REALM;
  const may = method === "GET" ? "view" : "manage";
  if (third === "authz") return `${may}-authorization`;
  if (first === "clients" || first === "client-scopes") return `${may}-clients`;
  if (first === "groups" || first === "attack-detection" || (first === "users" && second !== "profile")) return `${may}-users`;
  return `${may}-realm`;
}

/**
 * Returns where a role is assigned to an administrator: the client that has the role, the page of the administration console, and the role
 * that includes all others.
 */
function whereGiven(who: SignedIn, realm: string): { readonly client: Text; readonly all: Text; readonly place: Text } {
  const ownRealm = who.realm !== MASTER;
  return {
    client: say`client ${name(ownRealm ? "realm-management" : `${realm}-realm`)}`,
    all: ownRealm ? say`its role realm-admin` : say`the realm role admin`,
    place: rolesPlace(who),
  };
}

/**
 * Returns the part of a realm, such as `users`, that a role gives access to: the identity provider refuses requests to it without the role.
 */
export const partOf = (role: string): string => role.replace(/^(?:view|manage)-/, "");

/** Returns the help line for missing roles: which ones, and where to assign them. */
export function missingRight(who: SignedIn, realm: string, roles: readonly string[]): string {
  const begins = say`${name(who.name)} has no right to this:`;
  const creates = roles.includes(CREATE_REALM);
  if (who.realm !== MASTER && (creates || who.realm !== realm))
    return plain(
      say`${begins} an administrator of realm ${name(who.realm)} can do nothing outside of it; name one of realm master${creates ? [] : say` or of realm ${name(realm)}`} in the profile (idp.realm)`,
    );
  const { client, all, place } = whereGiven(who, realm);
  const named = say`the ${words(roles.length === 1 ? "role" : "roles")} ${listTexts(roles.map((role) => words(role)))} of ${client}`;
  const role = creates ? say`the realm role create-realm` : named;
  return plain(say`${begins} give it ${role} (${place}), or ${all}, which has all of them`);
}
