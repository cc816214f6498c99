import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { withoutCredentials } from "../../model/address.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const { signIn } = env.environment.tier;
  const related = [{ message: "the sign-in address", place: placeOf(signIn.span) }];
  for (const host of env.hosts) {
    const at = { at: host.place, pointer: host.pointer, related };
    if (host.verdict === "half-switch") {
      yield {
        ...at,
        message: `files would go to another tier than sign-in: ${host.host} has the address ${host.evidence}. Login succeeds, and models land in the wrong place`,
        help: `name the file server of the tier at ${withoutCredentials(signIn.text)}; if ${host.host} does belong to it, declare it in tier.members`,
      };
      continue;
    }
    const proven = host.verdict !== "not-proven" && (host.measured || !env.options.requireProof);
    if (proven) continue;
    const declaredOnly = host.verdict !== "not-proven";
    yield {
      ...at,
      severity: env.options.requireProof ? "error" : "warning",
      message: declaredOnly
        ? `that ${host.host} belongs to the sign-in tier is declared, not measured (${host.evidence}), and --require-proof asks for a measurement`
        : `it is not proven that ${host.host} belongs to the sign-in tier: ${host.evidence}`,
      help: declaredOnly
        ? "add --resolve where DNS knows the tier's names"
        : "state what a workstation resolves in tier.hosts, give its hosts file with --hosts, or ask DNS with --resolve",
    };
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const ONE_HOST = "hosts: { plm.example.com: 10.20.0.11 }";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "tier/half-switch",
  severity: "error",
  title: "sign-in and file transfer do not reach the same tier, or it is not proven that they do",
  why: "TC_SERVER_URL decides where the tool signs in, BOOTSTRAP_URLS where model files go; nothing keeps them in step. When they differ, login succeeds and files go to the other tier. A hosts-file alias hides the difference, so addresses are compared, not names.",
  remedy:
    "Point every fileTransfer address at the tier of signIn, or declare a second host of the same tier in tier.members. Where addresses are unknown, state them in tier.hosts or measure them.",
  clauses: ["B4"],
  fails: {
    file: ENVIRONMENT,
    replace: 'fileTransfer: [ "https://plm.example.com:4544" ]',
    with: 'fileTransfer: [ "https://old.example.com:4544" ]',
    also: [{ file: ENVIRONMENT, replace: ONE_HOST, with: "hosts: { plm.example.com: 10.20.0.11, old.example.com: 10.20.0.99 }" }],
  },
  passes: [
    {
      file: ENVIRONMENT,
      replace: 'fileTransfer: [ "https://plm.example.com:4544" ]',
      with: 'fileTransfer: [ "https://files.example.com:4544" ]\n  members: [files.example.com]',
      also: [
        { file: ENVIRONMENT, replace: ONE_HOST, with: "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12 }" },
      ],
    },
  ],
  check,
};
