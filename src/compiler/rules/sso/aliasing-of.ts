import type { Fact } from "../../sso/fact.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { installedParameters } from "./installed-parameters.ts";

/** Returns whether ids are aliased: as sso.yaml states, otherwise as the servers' own files do, which then keep their value. */
export function aliasingOf(signIn: SignInFacts): Fact {
  const { aliasing } = signIn;
  if (aliasing.stated) return aliasing;
  const [own] = installedAliasing(signIn);
  return own ? { value: own.on, place: own.place, pointer: null, stated: true } : aliasing;
}

/** Returns the setting in the servers' own files, login.xml first. */
export const installedAliasing = (signIn: SignInFacts) =>
  installedParameters(signIn, "GatewayAliasingEnabled").map(({ file, place, value }) => ({
    file,
    place,
    on: value.trim().toLowerCase(),
  }));
