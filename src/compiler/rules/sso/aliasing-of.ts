import type { Fact } from "../../sso/fact.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { installedParameters } from "./installed-parameters.ts";

/** Whether ids are aliased: as sso.yaml says it, else as the servers' own files do, which keep it then. */
export function aliasingOf(signIn: SignInFacts): Fact {
  const { aliasing } = signIn;
  if (aliasing.stated) return aliasing;
  const [own] = installedAliasing(signIn);
  return own ? { value: own.on, place: own.place, pointer: null, stated: true } : aliasing;
}

/** What the servers' own files say of it, login.xml first. */
export const installedAliasing = (signIn: SignInFacts) =>
  installedParameters(signIn, "GatewayAliasingEnabled").map(({ file, place, value }) => ({
    file,
    place,
    on: value.trim().toLowerCase(),
  }));
