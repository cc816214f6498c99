import { wrongUse } from "../../../kernel/index.ts";
import { type Administrator, MASTER } from "../../idp/administrator.ts";
import { lookUpOwnSecret, profilesFolder } from "../../../platform/index.ts";
import { profileRoot, readAdministrator } from "../../../compiler/index.ts";
import type { Invocation } from "../../../report/index.ts";
import { askable } from "../realm-address.ts";

/**
 * The administrator of the identity provider from --profile. `base` is idp.base of the profile, the address of the admin API; null if the
 * profile does not set it.
 */
export interface NamedAdministrator {
  readonly administrator: Administrator;
  readonly base: string | null;
}

const IN_CLEAR =
  "idp.base of the profile is plain http, and the administrator's password or secret would go over the network for everybody to read";
const BASE_HELP =
  "write idp.base of the profile as https://HOST:PORT, the address of the admin API without /admin; plain http is for localhost alone";

/**
 * Reads the identity provider's administrator from --profile and looks up the password or secret, which no output contains. Throws a
 * Refusal if option, administrator or secret is missing, or if idp.base of the profile cannot be used, such as plain http to another
 * machine.
 */
export async function administratorOf({ options, host }: Invocation): Promise<NamedAdministrator> {
  const named = options.get("profile");
  if (named === undefined)
    throw wrongUse(
      "nobody is named who may look at the realm",
      "--profile NAME|FILE names a profile with idp.user and idp.password, or idp.client and idp.secret: the administrator of the identity provider",
    );
  const profile = readAdministrator(named, host.cwd, profilesFolder(host.env));
  const { idp } = profile;
  if (!idp)
    throw wrongUse(
      `the profile ${profile.name} names no administrator of the identity provider`,
      "write idp.user and idp.password, such as { env: NAME }, in it, or for a service account idp.client and idp.secret; `tierwright help identity-provider` shows both",
    );
  if (idp.base) askable(idp.base, IN_CLEAR, { what: "idp.base of the profile", help: BASE_HELP });
  const [key, whose, reference] =
    "client" in idp ? ["secret", "service account's secret", idp.secret] : ["password", "administrator's password", idp.password];
  const found = await lookUpOwnSecret(reference, profileRoot(profile), host);
  if ("fault" in found)
    throw wrongUse(
      `the ${whose} cannot be looked up: ${found.fault}`,
      found.help ?? `set what idp.${key} of ${profile.path} names, or name another place there`,
    );
  const realm = idp.realm ?? MASTER;
  return {
    administrator:
      "client" in idp ? { client: idp.client, secret: found.value, realm } : { user: idp.user, password: found.value, realm },
    base: idp.base?.value ?? null,
  };
}
