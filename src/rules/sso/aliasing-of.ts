import type { Fact } from "../../sso/fact.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { installedParameters } from "./installed-parameters.ts";

/** Whether ids are aliased: as sso.yaml says it, else as the servers' own files do, which keep it then. */
export function aliasingOf(signIn: SignInFacts): Fact {
  const { aliasing } = signIn;
  if (aliasing.stated) return aliasing;
  const [own] = installedParameters(signIn, "GatewayAliasingEnabled");
  return own ? { value: own.value.trim().toLowerCase(), place: own.place, pointer: null, stated: true } : aliasing;
}
