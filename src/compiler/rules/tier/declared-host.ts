import {
  type Problem,
  type Span,
  type Text,
  type Wording,
  defineDiagnostic,
  isDashWithoutSpace,
  name,
  placeOf,
  quotedName,
  say,
  value,
  words,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { hostNameFault, normalAddress } from "../../model/address.ts";
import type { Tier } from "../../model/environment.ts";
import type { EnvironmentRule } from "../rule.ts";

/** Returns why a text in tier.hosts or tier.members is not a host's name, or null if it is one. */
function hostFault(text: string): Text | null {
  if (text.trim() === "") return say`it is empty`;
  if (/:\/\//.test(text)) return say`it is an address: a host has neither scheme, port nor path`;
  if (text.includes("@")) return say`there is text before the host`;
  if (/^[^:[\]]*:\d*$/.test(text)) return say`it has a port: hosts are compared without one, so it would never be found`;
  if (/[/\\?#]/.test(text)) return say`it has a path`;
  return text.trim() === text ? hostNameFault(text.toLowerCase()) : say`it begins or ends with a space`;
}

/** Returns the host in a text that is more than a host: an address, or a host with a port or a path. */
const hostIn = (text: string): string =>
  (/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/]*@)?([^:/\\?#]*)/i.exec(text.trim())?.[1] ?? "").toLowerCase();

interface Named {
  readonly environment: string;
  readonly field: string;
  readonly text: string;
  readonly span: Span;
  readonly pointer: string | null;
}

function named({ environment, field, text, span, pointer }: Named): Problem | null {
  const fault = hostFault(text);
  if (fault === null) return null;
  // a message does not repeat a text with '@', because the text before the '@' can be a password
  const args: Args = { wrong: "name", field, text: text.includes("@") ? null : text, fault };
  const restsOn = pointer === null ? [] : [{ file: span.source.path, key: pointer }];
  return declaredHost.at(placeOf(span), args, { pointer, restsOn, explains: [{ environment, key: hostIn(text) }] });
}

function* checkMembers(environment: string, { members }: Tier): Iterable<Problem> {
  for (const { name: signIn, keySpan, hosts } of members.values()) {
    const key =
      signIn === "" || hosts.some(({ span }) => span.start >= keySpan.start && span.end <= keySpan.end)
        ? null
        : named({ environment, field: "tier.members", text: signIn, span: keySpan, pointer: null });
    if (key) yield key;
    for (const leaf of hosts) {
      const host = named({ environment, field: "tier.members", text: leaf.text, span: leaf.span, pointer: leaf.pointer });
      if (host) yield host;
    }
  }
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const environment = env.environment.name;
  yield* checkMembers(environment, env.environment.tier);
  for (const { name: host, keySpan, addresses, duplicate } of env.environment.tier.hosts.values()) {
    const key = named({ environment, field: "tier.hosts", text: host, span: keySpan, pointer: null });
    if (key) yield key;
    if (duplicate) {
      const related = [{ message: say`the first one`, place: placeOf(keySpan) }];
      yield declaredHost.at(placeOf(duplicate), { wrong: "twice", host }, { related });
    }
    for (const leaf of addresses) {
      if (normalAddress(leaf.text) !== null) continue;
      const args: Args = { wrong: "address", text: leaf.text.includes("@") ? null : leaf.text, host };
      const restsOn = [{ file: leaf.span.source.path, key: leaf.pointer }];
      yield declaredHost.at(placeOf(leaf.span), args, { pointer: leaf.pointer, restsOn });
    }
  }
}

const HOSTS = "hosts: { plm.example.com: 10.20.0.11 }";
const ENVIRONMENT = "environments/demo/environment.yaml";

type Args =
  | {
      readonly wrong: "name";
      readonly field: string;
      /** The text as written; null if it can hold a password. */
      readonly text: string | null;
      readonly fault: Text;
    }
  | { readonly wrong: "twice"; readonly host: string }
  | { readonly wrong: "address"; readonly text: string | null; readonly host: string };

/** Returns the help for a text such as '-value', a YAML list item without the space after its dash; null for any other text. */
const lacksSpace = (text: string | null): Text | null =>
  text !== null && isDashWithoutSpace(text) ? say`put a space after the dash: one '- value' (dash, space, value) a line` : null;

function wording(found: Args): Wording {
  if (found.wrong === "twice")
    return {
      message: say`the host ${name(found.host)} is declared twice`,
      notes: [say`host names are not case-sensitive, so only the first addresses are used`],
      help: say`keep one of them, with all its addresses in a list`,
    };
  if (found.wrong === "address")
    return {
      message: say`${found.text === null ? say`the text` : value(found.text)} is not a network address, so there is none for ${name(found.host)}`,
      notes: [say`the host could not be matched with this tier or another one`],
      help:
        lacksSpace(found.text) ??
        say`write the IPv4 or IPv6 address that a workstation resolves the name to: four numbers from 0 to 255 without leading zeros, or groups with colons`,
    };
  return {
    message: say`${words(found.field)}: ${found.text === null ? say`a host` : say`${quotedName(found.text)}`} is not a host name`,
    notes: [found.fault, say`no address of the tier would match it`],
    help:
      (found.field === "tier.members" ? lacksSpace(found.text) : null) ??
      say`write the name alone, as in the address: plm.example.com`,
  };
}

const declaredHost = defineDiagnostic({
  id: "tier/declared-host",
  severity: "error",
  because: ["repo/unknown-key"],
  title: "a declared host is not a host name, has no address, or appears twice",
  why: "A half-switch could hide behind it. tier.hosts says what a workstation resolves, tier.members what belongs to the sign-in host's tier: a URL or port instead of a name, or a word instead of an address, compares with nothing, and of two spellings of one name only one is used.",
  remedy: "Write each host once, by name alone, with one address or a list.",
  clauses: ["B4"],
  message: wording,
  fails: { file: ENVIRONMENT, replace: HOSTS, with: "hosts: { plm.example.com: plm-server }" },
  passes: [{ file: ENVIRONMENT, replace: HOSTS, with: "hosts: { plm.example.com: [10.20.0.11, '2001:db8::11'] }" }],
});

export const rule: EnvironmentRule = { ...declaredHost, scope: "environment", check };
