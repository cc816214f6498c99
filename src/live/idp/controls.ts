import type { Admin } from "./admin.ts";
import { NoAccess } from "./fault.ts";
import type { JsonObject } from "./json.ts";
import { IdpFault } from "./transport.ts";

/*
 * An empty list proves nothing by itself: an administrator who has the right to query, but not to view, gets status 200 with an empty list.
 * So each list has a control, an entry that every realm has.
 */

/**
 * Clients that the identity provider creates with every realm, as a control of the list of clients: an administrator without the right to
 * view gets an empty list with status 200. A site can have deleted some of them, but hardly all.
 */
const builtInClients = (realm: string): readonly string[] => [
  "account",
  "realm-management",
  "broker",
  "admin-cli",
  "security-admin-console",
  `${realm}-realm`,
];

/** Client scopes that the identity provider creates with every realm, as a control of the list of scopes. */
export const BUILT_IN_SCOPES: ReadonlySet<string> = new Set([
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

/** Returns the client of the realm with a given clientId, including its secret. Returns null if the realm does not list it. */
export async function clientOf(admin: Admin, clientId: string): Promise<JsonObject | null> {
  return (await admin.list(["clients"], { clientId })).find((one) => one.clientId === clientId) ?? null;
}

/**
 * Throws NoAccess unless the administrator can see at least one client that every realm has. Without the right, the identity provider
 * answers with an empty list.
 */
export async function proveClientsSeen(admin: Admin): Promise<void> {
  for (const id of builtInClients(admin.realm)) if (await clientOf(admin, id)) return;
  throw admin.lacking(
    "view-clients",
    `the clients of realm ${admin.realm} cannot be seen: the server answers 200 and an empty list even for account, which every realm has`,
  );
}

/**
 * Throws NoAccess unless `names` has a client scope that every realm has, or the administrator can see clients. The second case is for a
 * site that removed all those scopes.
 */
export async function proveScopesSeen(admin: Admin, names: Iterable<string>): Promise<void> {
  for (const name of names) if (BUILT_IN_SCOPES.has(name)) return;
  await proveClientsSeen(admin);
}

/** A user id that no user has. */
const NOBODY = "00000000-0000-4000-8000-000000000000";

/**
 * Throws NoAccess unless the administrator has the right to view users. The list of users is no proof: version 26.0 of the identity
 * provider returns an empty list to an administrator who has only the right to query users. Two requests are the proof: the count of groups
 * needs the right to view users or to query groups; the brute-force status of a user, even of one that does not exist, needs the right to
 * view users.
 */
export async function proveUsersSeen(admin: Admin): Promise<void> {
  await refusedAs(admin, () => admin.get(["groups", "count"], { top: "true" }));
  try {
    await refusedAs(admin, () => admin.get(["attack-detection", "brute-force", "users", NOBODY]));
  } catch (error) {
    // this request reveals an administrator who may query groups, but not view users; an error that names no missing role shows nothing
    if (!(error instanceof IdpFault) || isRefusedRight(error)) throw error;
  }
}

const isRefusedRight = (error: unknown): error is NoAccess => error instanceof NoAccess && error.role !== null;

async function refusedAs(admin: Admin, asks: () => Promise<unknown>): Promise<void> {
  try {
    await asks();
  } catch (error) {
    if (!isRefusedRight(error)) throw error;
    throw admin.lacking(
      "view-users",
      `the users of realm ${admin.realm} cannot be seen, whatever their list holds: ${error.says}`,
    );
  }
}
