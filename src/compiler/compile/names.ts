import { type Scalar, type Text, memoize, must, plural, say, value, words } from "../../kernel/index.ts";
import type { Environment } from "../model/environment.ts";

/** The value of a placeholder in a write's `value`: its text and the YAML leaf from which it comes (null for a default). */
export interface NamedValue {
  readonly text: string;
  readonly leaf: Scalar | null;
}

const leaf = (scalar: Scalar | null, fallback = ""): NamedValue => ({ text: scalar?.text ?? fallback, leaf: scalar });

/**
 * Returns a function that returns a field of `connector` in sso.yaml. For an environment with password sign-in the function returns an
 * empty text, so that the three TC_SSO keys are empty.
 */
function ssoName(pick: (sso: NonNullable<Environment["ssoConnector"]>) => Scalar | null): (env: Environment) => NamedValue {
  return (env) => (env.sso && env.ssoConnector ? leaf(pick(env.ssoConnector)) : leaf(null));
}

/** Every placeholder that a write's `value` can use, such as {{tier.signIn}} (docs/formats.md). Defaults: no web client, transport http. */
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

/** The parsed `value` of a write: its parts in order, and the first fault; `fault` is null if every brace belongs to a placeholder. */
export interface WriteTemplate {
  readonly parts: readonly ({ readonly name: string } | { readonly literal: string })[];
  readonly fault: Text | null;
}

const BRACES = /\{+([^{}]*)\}+|[{}]+/g;

/** Returns why a group of braces is not a placeholder (a name between two opening and two closing braces); null if it is one. */
function braceFault(group: string, inner: string | undefined): Text | null {
  if (inner === undefined) return say`${value(group)} opens or closes nothing`;
  const opened = group.indexOf(inner === "" ? "}" : inner);
  const closed = group.length - opened - inner.length;
  const count = (braces: number) => words(plural(braces, "brace"));
  if (opened !== 2 || closed !== 2)
    return say`${value(group)} begins with ${count(opened)} and ends with ${count(closed)}; a name needs two on each side`;
  return inner.trim() === "" ? say`${value(group)} contains no name` : null;
}

/**
 * Parses a write's `value`. Every brace in it is part of a placeholder or a fault. Results are cached, because every environment of a
 * release needs the same ones.
 */
export const readTemplate = memoize((template): WriteTemplate => {
  const parts: ({ name: string } | { literal: string })[] = [];
  let fault: Text | null = null;
  let end = 0;
  for (const match of template.matchAll(BRACES)) {
    if (match.index > end) parts.push({ literal: template.slice(end, match.index) });
    end = match.index + match[0].length;
    const wrong = braceFault(match[0], match[1]);
    fault ??= wrong;
    parts.push(wrong === null ? { name: must(match[1], "the name between the braces").trim() } : { literal: match[0] });
  }
  if (end < template.length) parts.push({ literal: template.slice(end) });
  return { parts, fault };
});

/** Returns the placeholder's name if a write's `value` is one placeholder alone, such as {{tier.signIn}}; otherwise null. */
export function onlyName({ parts, fault }: WriteTemplate): string | null {
  const [part] = parts;
  return fault === null && parts.length === 1 && part && "name" in part ? part.name : null;
}

/**
 * Returns a write's `value` with its placeholders filled in, and the YAML leaf of the first placeholder that has one. Parts that cannot be
 * read remain as written; conf/write-set reports them.
 */
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
