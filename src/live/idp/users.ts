import type { IdpUser, NameLimits } from "../../compiler/index.ts";
import type { Admin } from "./admin.ts";
import { proveUsersSeen } from "./controls.ts";
import { textOf } from "./json.ts";
import { userProfile } from "./kinds/user-profile.ts";
import { IdpFault } from "./transport.ts";

/** The users of the live realm, and the length limits that the realm sets for usernames. */
export interface LiveUsers {
  readonly users: readonly IdpUser[];
  /** The length limits for usernames; null if the user profile sets none. */
  readonly limits: NameLimits | null;
}

export async function liveUsers(admin: Admin): Promise<LiveUsers> {
  if ((await admin.issuer()) === null)
    throw new IdpFault(
      404,
      `there is no realm ${admin.realm}, and so no user of it`,
      "compare idp.realm and idp.base in sso.yaml",
    );
  const [profile] = (await userProfile.read(admin, [])).items;
  const bound = (name: string) => profile?.fields.get(`validations.length.${name}`);
  const [min, max] = [bound("min") ?? 0, bound("max") ?? Number.MAX_SAFE_INTEGER];
  const users = (await admin.all("users")).flatMap(({ username, enabled }) => {
    const name = textOf(username);
    return name === null ? [] : [{ username: name, enabled: enabled !== false }];
  });
  await proveUsersSeen(admin);
  const known = profile !== undefined && profile.fields.size > 0 && typeof min === "number" && typeof max === "number";
  return { users, limits: known ? { min, max } : null };
}
