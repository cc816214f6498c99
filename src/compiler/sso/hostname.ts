import type { FederatedSignIn } from "../model/federated-sign-in.ts";
import { derived, type Fact, orDefault, plainOrDefault } from "./fact.ts";
import type { HostnameSetting } from "./facts.ts";

/** The first version whose back channel has a setting of the inverse sense, and of another name (docs/sso.md). */
export const INVERSE_SINCE = 25;

/** The number that a version begins with: 26, "26.0.5" and "24 LTS" are 26, 26 and 24. */
export function majorOf(version: string): number | null {
  const digits = /^\s*v?(\d{1,4})(?![\d])/i.exec(version)?.[1];
  return digits === undefined ? null : Number(digits);
}

const inverse = (value: string): string => (value === "true" ? "false" : value === "false" ? "true" : value);

/**
 * How the identity provider answers for its name, in the words of its version. Up to 24 two switches; from 25 on one of them has become
 * its opposite, and the name has to be a whole address for scheme and port to be fixed with it.
 */
export function hostnameSettings(
  { idp, envPrefix, path }: Pick<FederatedSignIn, "idp" | "envPrefix" | "path">,
  base: Fact | null,
  major: number | null,
): readonly HostnameSetting[] {
  const prefix = orDefault(envPrefix, "KC", path).value;
  const strict = plainOrDefault(idp.hostname.strict, "true", path);
  const back = plainOrDefault(idp.hostname.strictBackchannel, "true", path);
  const setting = (name: string, fact: Fact): HostnameSetting => ({ name: `${prefix}_${name}`, fact });
  const old = major !== null && major < INVERSE_SINCE;
  return [
    ...(base ? [setting(old ? "HOSTNAME_URL" : "HOSTNAME", base)] : []),
    setting("HOSTNAME_STRICT", strict),
    old
      ? setting("HOSTNAME_STRICT_BACKCHANNEL", back)
      : setting("HOSTNAME_BACKCHANNEL_DYNAMIC", derived(inverse(back.value), back)),
  ];
}
