import { wrongUse } from "../../diagnostic/refusal.ts";
import type { Administrator } from "../../idp/session.ts";
import { profilesFolder } from "../../io/profiles-folder.ts";
import { lookUpOwnSecret } from "../../io/secrets.ts";
import { profileRoot, readAdministrator } from "../../load/profile.ts";
import type { Invocation } from "../command.ts";

/** The administrator of --profile; the password is looked up now, and is in no output. */
export async function administratorOf({ options, host }: Invocation): Promise<Administrator> {
  const named = options.get("profile");
  if (named === undefined)
    throw wrongUse(
      "nobody is named who may look at the realm",
      "--profile NAME|FILE names a profile with idp: { user, password }, the administrator of the identity provider",
    );
  const profile = readAdministrator(named, host.cwd, profilesFolder(host.env));
  if (!profile.idp)
    throw wrongUse(
      `the profile ${profile.name} names no administrator of the identity provider`,
      "write idp: { user: ..., password: { env: NAME } } in it; docs/identity-provider.md shows one",
    );
  const found = await lookUpOwnSecret(profile.idp.password, profileRoot(profile), host);
  if ("fault" in found)
    throw wrongUse(
      `the administrator's password cannot be looked up: ${found.fault}`,
      found.help ?? `set what idp.password of ${profile.path} names, or name another place there`,
    );
  return { user: profile.idp.user, password: found.value };
}
