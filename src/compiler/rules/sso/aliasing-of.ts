import type { Fact } from "../../sso/fact.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { installedParameters } from "./installed-parameters.ts";

/** Returns the aliasing setting of sso.yaml; without one, that of the servers' own files, whose value then stays; otherwise the default. */
export function aliasingOf(signIn: SignInFacts): Fact {
  const { aliasing } = signIn;
  if (aliasing.stated) return aliasing;
  const [own] = installedAliasing(signIn);
  return own ? { value: own.on, place: own.place, pointer: null, stated: true } : aliasing;
}

/** Returns the setting of aliasing in each of the servers' own files, in lower case, login.xml first. */
export const installedAliasing = (signIn: SignInFacts) =>
  installedParameters(signIn, "GatewayAliasingEnabled").map(({ file, place, value }) => ({
    file,
    place,
    on: value.trim().toLowerCase(),
  }));
