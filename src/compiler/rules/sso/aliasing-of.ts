import type { Fact } from "../../sso/fact.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { installedParameters } from "./installed-parameters.ts";

/** Returns gateway.aliasing of sso.yaml; without it, the value in the servers' installed files, which then remains; else the default. */
export function aliasingOf(signIn: SignInFacts): Fact {
  const { aliasing } = signIn;
  if (aliasing.stated) return aliasing;
  const [own] = installedAliasing(signIn);
  return own ? { value: own.on, place: own.place, pointer: null, stated: true } : aliasing;
}

/** Returns GatewayAliasingEnabled of each of the servers' installed files, in lower case, login.xml first. */
export const installedAliasing = (signIn: SignInFacts) =>
  installedParameters(signIn, "GatewayAliasingEnabled").map(({ file, place, value }) => ({
    file,
    place,
    on: value.trim().toLowerCase(),
  }));
