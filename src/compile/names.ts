import type { Environment } from "../model/environment.ts";
import type { Scalar } from "../source/tree.ts";

/** What a name in a write's `value` stands for: its text and the YAML leaf that says it (null: a stated default). */
export interface NamedValue {
  readonly text: string;
  readonly leaf: Scalar | null;
}

const leaf = (scalar: Scalar | null, fallback = ""): NamedValue => ({ text: scalar?.text ?? fallback, leaf: scalar });

/** sso.yaml counts only when the environment signs in with sso; password sign-in leaves the three keys empty (B5). */
function ssoName(pick: (sso: NonNullable<Environment["ssoConnector"]>) => Scalar | null): (env: Environment) => NamedValue {
  return (env) => (env.sso && env.ssoConnector ? leaf(pick(env.ssoConnector)) : leaf(null));
}

/** Every name that a write may use (DESIGN 2.3). Defaults: no web client, transport http. */
const NAMES: Readonly<Record<string, (env: Environment) => NamedValue>> = {
  "tier.signIn": (env) => leaf(env.tier.signIn),
  "tier.webClient": (env) => leaf(env.tier.webClient),
  "tier.fileTransfer": (env) => ({
    text: env.tier.fileTransfer.map((address) => address.text).join(","),
    leaf: env.tier.fileTransfer[0] ?? null,
  }),
  "tier.transport": (env) => leaf(env.tier.transport, "http"),
  "tier.isTccs": (env) => ({ text: String(env.tier.transport?.text === "tccs"), leaf: env.tier.transport }),
  "sso.loginUrl": ssoName((sso) => sso.loginUrl),
  "sso.appId": ssoName((sso) => sso.appId),
  "sso.sessionFlag": ssoName((sso) => sso.sessionFlag),
  "workstation.install": (env) => leaf(env.workstation.install),
  "workstation.licenseServer": (env) => leaf(env.workstation.licenseServer),
  "workstation.stagingDir": (env) => leaf(env.workstation.stagingDir),
  "workstation.importWorkingDir": (env) => leaf(env.workstation.importWorkingDir),
  "workstation.embeddedBrowser": (env) => leaf(env.workstation.embeddedBrowser),
  "workstation.sessionAgent": (env) => leaf(env.workstation.sessionAgent),
};

export const WRITE_NAMES: readonly string[] = Object.keys(NAMES);

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names in a write's value, as written between the braces. */
export function namesIn(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? "");
}

/** The decoded value of a write and the first leaf behind it; an unknown name stays as written (conf/write-set reports it). */
export function fillNames(template: string, env: Environment): NamedValue {
  let cause: Scalar | null = null;
  const text = template.replace(PLACEHOLDER, (written, name: string) => {
    const value = Object.hasOwn(NAMES, name) ? NAMES[name]?.(env) : undefined;
    cause ??= value?.leaf ?? null;
    return value ? value.text : written;
  });
  return { text, leaf: cause };
}
