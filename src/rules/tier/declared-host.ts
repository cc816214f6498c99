import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { normalAddress } from "../../model/address.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  for (const { name, keySpan, addresses, twin } of env.environment.tier.hosts.values()) {
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
        message: `'${leaf.text}' is no network address, so nothing is known of ${name}: it would count neither as the tier nor as another`,
        help: "write the IPv4 or IPv6 address that a workstation resolves the name to",
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
  title: "a declared host has no address, or stands twice",
  why: "tier.hosts says what a workstation resolves. A word in the place of an address compares with nothing, and of two spellings of one name only one is looked at: a half-switch could hide behind either.",
  remedy: "Write each host once, with its address or a list of them.",
  clauses: ["B4"],
  fails: { file: ENVIRONMENT, replace: HOSTS, with: "hosts: { plm.example.com: plm-server }" },
  passes: [{ file: ENVIRONMENT, replace: HOSTS, with: "hosts: { plm.example.com: [10.20.0.11, '2001:db8::11'] }" }],
  check,
};
