import type { FederatedSignIn } from "../model/federated-sign-in.ts";
import { deriveFact, type Fact, orDefault, plainOrDefault } from "./fact.ts";
import type { HostnameSetting } from "./facts.ts";

/**
 * First major version of the identity provider whose setting for the back channel has another name and the inverse meaning (docs/sso.md).
 */
export const INVERSE_SINCE = 25;

/**
 * Returns the major number of a version: 26 for "26", 26 for "26.0.5", 24 for "24 LTS"; null for a text that does not begin with a number.
 */
export function majorOf(version: string): number | null {
  const digits = /^\s*v?(\d{1,4})(?![\d])/i.exec(version)?.[1];
  return digits === undefined ? null : Number(digits);
}

const inverse = (value: string): string => (value === "true" ? "false" : value === "false" ? "true" : value);

/**
 * Returns the host-name settings of the identity provider with the names that its version reads. From version 25 on, the setting for the
 * back channel has the inverse meaning, and HOSTNAME must be a whole address to fix scheme and port.
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
      : setting("HOSTNAME_BACKCHANNEL_DYNAMIC", deriveFact(inverse(back.value), back)),
  ];
}
