import { type Wording, bareValue, defineDiagnostic, name, placeOf, say, startOf, words } from "../../../kernel/index.ts";
import type { InstalledEnv } from "../../model/sign-in-files.ts";
import { INVERSE_SINCE } from "../../sso/hostname.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { EnvironmentRule } from "../rule.ts";
import { realm, SSO } from "./example.ts";

const ENV = "environments/demo/installed/idp.env";

interface Args {
  /** The name of the environment variable with which the identity provider is configured. */
  readonly setting: string;
  /** The value of the setting; null if it is not set and the identity provider's default is wrong. */
  readonly is: string | null;
  readonly should: string;
  /** Version of the identity provider from which it ignores the setting; null if it still reads the setting. */
  readonly gone: number | null;
  /** True if the setting decides the addresses of the back channel (from server to server), false if it decides the issuer's address. */
  readonly back: boolean;
}

function wording({ setting, is, should, gone, back }: Args): Wording {
  const follows = back
    ? say`token_endpoint, userinfo_endpoint and jwks_uri then follow the host name of each request`
    : say`issuer and every endpoint then follow the host name of each request`;
  const symptom = say`discovery still answers 200, but lists other addresses under another name: tokens of one are refused by the other`;
  if (gone !== null)
    return {
      message: say`${name(setting)} is a setting that version ${gone} no longer reads`,
      notes: [say`the server ignores it with a warning in its log: only the new setting's default applies to the back channel`],
      help: say`write ${words(should)} (the opposite sense) in its place, or the server's true version in idp.version`,
    };
  return {
    message: is === null ? say`${name(setting)} is not set, and defaults to false` : say`${name(setting)} is ${bareValue(is)}`,
    notes: [follows, symptom],
    help: say`write ${words(should)}`,
  };
}

const hostname = defineDiagnostic({
  id: "idp/hostname",
  severity: "error",
  title: "the identity provider's addresses follow the host name of the request",
  why: "The issuer must be one name for everybody. Unless both host-name settings hold it (strict and strict back channel; from version 25 on hostname-backchannel-dynamic=false), a container or a guest that asks by another name gets other endpoints, while discovery answers 200.",
  remedy: "Set both to true, in the words of the server's version (`tierwright help sso.md`).",
  clauses: ["E6"],
  message: wording,
  fails: { file: SSO, with: realm("hostname: { strict: true, strictBackchannel: false }") },
  passes: [
    { file: SSO, with: realm("hostname: { strict: true, strictBackchannel: true }") },
    { file: SSO, with: realm() },
    {
      file: SSO,
      with: realm('version: "26"'),
      also: [{ file: ENV, with: "KC_HOSTNAME=https://idp.example.com:8443\nKC_HOSTNAME_BACKCHANNEL_DYNAMIC=false\n" }],
    },
    {
      file: SSO,
      with: realm('version: "24"'),
      also: [{ file: ENV, with: "KC_HOSTNAME_STRICT=true\nKC_HOSTNAME_STRICT_BACKCHANNEL=true\n" }],
    },
    { file: SSO, with: realm(), also: [{ file: ENV, with: "KC_DB=postgres\n" }] },
  ],
});

const isTrue = (text: string): boolean => text.trim().toLowerCase() === "true";

/** Reports wrong host-name settings in a file of the identity provider's environment variables. A file without any of them is skipped. */
function* ofInstalled({ path, entries }: InstalledEnv, { signIn, idpMajor }: SignInFacts) {
  const prefix = `${signIn.envPrefix?.text ?? "KC"}_HOSTNAME`;
  if (!entries.some((entry) => entry.name.startsWith(prefix))) return;
  // the last assignment of a variable is the one that counts
  const last = (setting: string) => entries.findLast((entry) => entry.name === `${prefix}${setting}`);
  const old = idpMajor !== null && idpMajor < INVERSE_SINCE;
  const strict = last("_STRICT");
  const [former, dynamic] = [last("_STRICT_BACKCHANNEL"), last("_BACKCHANNEL_DYNAMIC")];
  // an identity provider with the newer host-name settings ignores _HOSTNAME_STRICT if _HOSTNAME is set
  if (strict && !isTrue(strict.value) && (old || (last("")?.value ?? "") === ""))
    yield hostname.at(placeOf(strict.span), {
      setting: strict.name,
      is: strict.value,
      should: `${strict.name}=true`,
      gone: null,
      back: false,
    });
  const name = `${prefix}_STRICT_BACKCHANNEL`;
  if (old && !(former && isTrue(former.value)))
    yield hostname.at(former ? placeOf(former.span) : startOf(path), {
      setting: name,
      is: former?.value ?? null,
      should: `${name}=true`,
      gone: null,
      back: true,
    });
  if (old || idpMajor === null) return;
  const should = `${prefix}_BACKCHANNEL_DYNAMIC=false`;
  if (former)
    yield hostname.at(
      placeOf(former.span),
      { setting: name, is: former.value, should, gone: idpMajor, back: true },
      { severity: "warning" },
    );
  if (dynamic && isTrue(dynamic.value))
    yield hostname.at(placeOf(dynamic.span), { setting: dynamic.name, is: dynamic.value, should, gone: null, back: true });
}

export const rule: EnvironmentRule = {
  ...hostname,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const { strict, strictBackchannel } = signIn.signIn.idp.hostname;
    for (const [setting, leaf, back] of [
      ["idp.hostname.strict", strict, false],
      ["idp.hostname.strictBackchannel", strictBackchannel, true],
    ] as const) {
      if (leaf?.value !== false) continue;
      const args = { setting, is: leaf.text, should: `${setting.split(".").at(-1)}: true`, gone: null, back };
      yield hostname.at(placeOf(leaf.span), args, { pointer: leaf.pointer });
    }
    for (const file of signIn.installed.env) yield* ofInstalled(file, signIn);
  },
};
