import type { Admin } from "./admin.ts";
import { NoAccess } from "./fault.ts";
import type { JsonObject } from "./json.ts";
import { IdpFault } from "./transport.ts";

/*
 * A list that is empty says nothing as long as nobody knows what it would hold: to an administrator who may only query, the server answers 200
 * and nothing in it. So each list has a control, something that every realm has.
 */

/** Clients that the server makes with every realm; a site may have taken one of them away, hardly all. */
const builtInClients = (realm: string): readonly string[] => [
  "account",
  "realm-management",
  "broker",
  "admin-cli",
  "security-admin-console",
  `${realm}-realm`,
];

/** Client scopes that the server makes with every realm. */
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

/** Returns a client as the server has it, by the id that applications know it by, with its secret. */
export async function clientOf(admin: Admin, clientId: string): Promise<JsonObject | null> {
  return (await admin.list(["clients"], { clientId })).find((one) => one.clientId === clientId) ?? null;
}

/** Throws NoAccess unless one of the clients that every realm has is seen. */
export async function proveClientsSeen(admin: Admin): Promise<void> {
  for (const id of builtInClients(admin.realm)) if (await clientOf(admin, id)) return;
  throw admin.lacking(
    "view-clients",
    `the clients of realm ${admin.realm} cannot be seen: the server answers 200 and an empty list even for account, which every realm has`,
  );
}

/** Throws NoAccess unless the list has a scope that every realm has; where a site removed all of those, the clients are the control. */
export async function proveScopesSeen(admin: Admin, names: Iterable<string>): Promise<void> {
  for (const name of names) if (BUILT_IN_SCOPES.has(name)) return;
  await proveClientsSeen(admin);
}

/** An id that no user has. */
const NOBODY = "00000000-0000-4000-8000-000000000000";

/**
 * Throws NoAccess unless the administrator has the right to view users. Their list does not give it away: to one who may only query, version
 * 26.0 counts 0 users as well. Two other requests need that right: the count of groups, and the lock of a user, also of one that is not there.
 */
export async function proveUsersSeen(admin: Admin): Promise<void> {
  await refusedAs(admin, () => admin.get(["groups", "count"], { top: "true" }));
  try {
    await refusedAs(admin, () => admin.get(["attack-detection", "brute-force", "users", NOBODY]));
  } catch (error) {
    // who may query groups, too, is found by this one alone; an answer that is no refusal says nothing of the right
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
