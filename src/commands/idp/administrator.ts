import { wrongUse } from "../../diagnostic/refusal.ts";
import { SecretValue } from "../../diagnostic/secret.ts";
import type { Administrator } from "../../idp/session.ts";
import type { Invocation } from "../command.ts";

/** The administrator of --profile; the password is looked up now, and is in no output. */
export async function administratorOf({ options, host }: Invocation): Promise<Administrator> {
  const profile = options.get("profile");
  if (profile === undefined)
    throw wrongUse(
      "nobody is named who may look at the realm",
      "--profile NAME|FILE names a profile with idp: { user, password }, the administrator of the identity provider",
    );
  return { user: host.env("TEST_IDP_USER") ?? "", password: new SecretValue(host.env("TEST_IDP_PASSWORD") ?? "") };
}
