import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { hostNameFault, normalAddress, withoutCredentials } from "../../model/address.ts";
import type { Tier } from "../../model/environment.ts";
import { type Span, placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";
import { meantHost } from "./topics.ts";

/** Why a text is no host that can be compared with those of the addresses, or null. */
function hostFault(text: string): string | null {
  if (text.trim() === "") return "it is empty";
  if (/:\/\//.test(text)) return "it is an address: a host has neither scheme, port nor path";
  if (text.includes("@")) return "something stands in front of the host";
  if (/^[^:[\]]*:\d*$/.test(text)) return "it has a port: hosts are compared without one, so it would never be found";
  if (/[/\\?#]/.test(text)) return "it has a path";
  return text.trim() === text ? hostNameFault(text.toLowerCase()) : "a blank stands at its beginning or end";
}

/** The host that was meant by an address, a host with a port, or a path behind it. */
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
  // what stands before an '@' may be a password
  const shown = text.includes("@") ? "a host" : `'${text}'`;
  return fault === null
    ? null
    : {
        at: placeOf(span),
        ...(pointer === null ? {} : { pointer }),
        explains: [meantHost(environment, hostIn(text))],
        message: `${field}: ${shown} is no host name: ${fault}. Nothing that the tier's addresses name would be compared with it`,
        help: "write the name alone, as it stands in the address: plm.example.com",
      };
}

function* checkMembers(environment: string, { members }: Tier): Iterable<Problem> {
  for (const { name, keySpan, hosts } of members.values()) {
    const key =
      name === "" || hosts.some(({ span }) => span.start >= keySpan.start && span.end <= keySpan.end)
        ? null
        : named({ environment, field: "tier.members", text: name, span: keySpan, pointer: null });
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
  for (const { name, keySpan, addresses, twin } of env.environment.tier.hosts.values()) {
    const key = named({ environment, field: "tier.hosts", text: name, span: keySpan, pointer: null });
    if (key) yield key;
    if (twin) {
      yield {
        at: placeOf(twin),
        message: `the host ${name} is declared twice: names of hosts have no case, so only the first addresses count`,
        help: "keep one of them, with all its addresses in a list",
        related: [{ message: "the first one", place: placeOf(keySpan) }],
      };
    }
    for (const leaf of addresses) {
      if (normalAddress(leaf.text) !== null) continue;
      yield {
        at: placeOf(leaf.span),
        pointer: leaf.pointer,
        message: `'${withoutCredentials(leaf.text)}' is no network address, so nothing is known of ${name}: it would count neither as the tier nor as another`,
        help: "write the IPv4 or IPv6 address that a workstation resolves the name to: four numbers from 0 to 255 without leading zeros, or groups with colons",
      };
    }
  }
}

const HOSTS = "hosts: { plm.example.com: 10.20.0.11 }";
const ENVIRONMENT = "environments/demo/environment.yaml";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "tier/declared-host",
  severity: "error",
  title: "a declared host is no host name, has no address, or stands twice",
  why: "tier.hosts says what a workstation resolves, tier.members what belongs to the sign-in host's tier. A URL or a port in the place of a name, or a word in the place of an address compares with nothing, and of two spellings of one name only one is looked at: a half-switch could hide behind either.",
  remedy: "Write each host once, by its name alone, with its address or a list of them.",
  clauses: ["B4"],
  fails: { file: ENVIRONMENT, replace: HOSTS, with: "hosts: { plm.example.com: plm-server }" },
  passes: [{ file: ENVIRONMENT, replace: HOSTS, with: "hosts: { plm.example.com: [10.20.0.11, '2001:db8::11'] }" }],
  check,
};
