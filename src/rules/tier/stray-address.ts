import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { signInOf } from "../../compile/addresses.ts";
import { judgeHost } from "../../compile/hosts.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { parseAddress, withoutCredentials } from "../../model/address.ts";
import type { EnvironmentRule } from "../rule.ts";
import { unwritten } from "./unwritten.ts";
import { otherTier, sharedAt } from "./topics.ts";

/** Keys that name the tier beside sign-in and file transfer. */
const KEYS = [
  { file: "client", key: "URL", what: "the client library's own copy of the sign-in address" },
  { file: "connector", key: "AWC_WEBLOGIC_HOST_URL", what: "the embedded web-client panel" },
  { file: "client", key: "AWC_WEBLOGIC_HOST_URI", what: "the client library's web-client address" },
] as const;

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const { environment, files, options } = env;
  const from = signInOf(env);
  const signInText = from?.text ?? "";
  const signIn = parseAddress(signInText);
  if (!from || !signIn) return;
  const name = environment.name;
  const table = unwritten(env);
  const told = new Set<string>();
  for (const { file, key, what } of KEYS) {
    const decision = files[file]?.keys.get(key)?.decision;
    if (!decision || decision.value === "") continue;
    const where = `${decision.place?.file}:${decision.place?.line}:${decision.place?.column}`;
    if (told.has(where)) continue;
    told.add(where);
    const at = { ...table, at: decision.place, ...(decision.pointer === null ? {} : { pointer: decision.pointer }) };
    if (key === "URL" && decision.value !== signInText) {
      yield {
        ...at,
        message: `URL (${what}) is '${withoutCredentials(decision.value)}', and TC_SERVER_URL is '${withoutCredentials(signInText)}': the two copies name different places`,
        help: "let one write decide both",
      };
      continue;
    }
    const host = parseAddress(decision.value)?.host;
    if (!host) continue;
    const related = [{ message: "the sign-in address", place: from.place }];
    const { verdict, evidence } = judgeHost(host, signIn.host, environment, options);
    if (verdict === "half-switch") {
      yield {
        ...at,
        related,
        follows: [...table.follows, otherTier(name)],
        message: `${key} (${what}) points to ${host}, which is not on the sign-in tier: ${evidence}`,
        help: "name the web client of this tier, or declare its host in tier.members",
      };
    } else if (verdict === "not-proven") {
      yield {
        ...at,
        severity: "warning",
        related,
        follows: [
          ...table.follows,
          otherTier(name),
          ...(decision.place ? [sharedAt(name, decision.place)] : []),
          sharedAt(name, from.place),
        ],
        message: `it is not proven that ${key} (${what}) at ${host} belongs to the sign-in tier: ${evidence}`,
        help: "state the address in tier.hosts, or declare the host in tier.members",
      };
    }
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const WEB = "webClient: https://plm.example.com:3000/awc";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "tier/stray-address",
  severity: "error",
  title: "another address of the environment belongs to another tier",
  why: "Beside sign-in and file transfer, three keys name the tier: the client library's URL and the two web-client addresses. One that stays behind shows another tier's data in the panel, or lets the client library sign in elsewhere.",
  remedy: "Give tier.webClient the address of the same tier; declare a host of its own in tier.members, below the sign-in host.",
  clauses: ["B4"],
  fails: {
    file: ENVIRONMENT,
    replace: WEB,
    with: "webClient: https://old.example.com:3000/awc",
    also: [
      {
        file: ENVIRONMENT,
        replace: "hosts: { plm.example.com: 10.20.0.11 }",
        with: "hosts: { plm.example.com: 10.20.0.11, old.example.com: 10.20.0.99 }",
      },
    ],
  },
  passes: [{ file: ENVIRONMENT, replace: WEB, with: "webClient: https://plm.example.com:3000/awc?ah=true" }],
  check,
};
