import { type Scalar, type Text, plural, remembered, say, value, words } from "../../kernel/index.ts";
import type { Environment } from "../model/environment.ts";

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

/** Every name that a write may use (docs/formats.md). Defaults: no web client, transport http. */
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

/** A write's value, read whole: its parts in order, and what is wrong with it; null when every brace belongs to a name. */
export interface WriteTemplate {
  readonly parts: readonly ({ readonly name: string } | { readonly literal: string })[];
  readonly fault: Text | null;
}

const BRACES = /\{+([^{}]*)\}+|[{}]+/g;

/** Why a group of braces is not a name in two braces on either side, or null. */
function braceFault(group: string, inner: string | undefined): Text | null {
  if (inner === undefined) return say`${value(group)} opens or closes nothing`;
  const opened = group.indexOf(inner === "" ? "}" : inner);
  const closed = group.length - opened - inner.length;
  const count = (braces: number) => words(plural(braces, "brace"));
  if (opened !== 2 || closed !== 2)
    return say`${value(group)} begins with ${count(opened)} and ends with ${count(closed)}; a name stands between two and two`;
  return inner.trim() === "" ? say`${value(group)} names nothing` : null;
}

/** Reads a write's value from its first character to its last: no brace in it is left unexplained. A release's are asked for by every environment. */
export const readTemplate = remembered((template): WriteTemplate => {
  const parts: ({ name: string } | { literal: string })[] = [];
  let fault: Text | null = null;
  let end = 0;
  for (const match of template.matchAll(BRACES)) {
    if (match.index > end) parts.push({ literal: template.slice(end, match.index) });
    end = match.index + match[0].length;
    const wrong = braceFault(match[0], match[1]);
    fault ??= wrong;
    parts.push(wrong === null ? { name: (match[1] ?? "").trim() } : { literal: match[0] });
  }
  if (end < template.length) parts.push({ literal: template.slice(end) });
  return { parts, fault };
});

/** The only name of a value that is nothing but that name; null for anything else. */
export function onlyName({ parts, fault }: WriteTemplate): string | null {
  const [part] = parts;
  return fault === null && parts.length === 1 && part && "name" in part ? part.name : null;
}

/** The decoded value of a write and the first leaf that it comes from; what cannot be read stays as written (conf/write-set reports it). */
export function fillNames(template: string, env: Environment): NamedValue {
  let cause: Scalar | null = null;
  const text = readTemplate(template).parts.map((part) => {
    if ("literal" in part) return part.literal;
    const value = Object.hasOwn(NAMES, part.name) ? NAMES[part.name]?.(env) : undefined;
    cause ??= value?.leaf ?? null;
    return value ? value.text : `{{${part.name}}}`;
  });
  return { text: text.join(""), leaf: cause };
}
