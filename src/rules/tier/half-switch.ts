import { signInOf } from "../../compile/addresses.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { parseAddress, withoutCredentials } from "../../model/address.ts";
import type { EnvironmentRule } from "../rule.ts";
import { unwritten } from "./unwritten.ts";
import { addressAt, meantHost, otherTier, sharedAt } from "./topics.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const signIn = signInOf(env);
  if (!signIn) return;
  const related = [{ message: "the sign-in address", place: signIn.place }];
  const host = parseAddress(signIn.text)?.host ?? "";
  const { name } = env.environment;
  const table = unwritten(env);
  // no file server is of the tier: then sign-in is what was moved, and that is one mistake
  const moved = env.hosts.length > 1 && env.hosts.every(({ verdict }) => verdict === "half-switch" || verdict === "not-proven");
  for (const [i, judged] of env.hosts.entries()) {
    const second = moved && i > 0;
    const beside = [...(second ? [otherTier(name)] : []), meantHost(name, judged.host), meantHost(name, host)];
    const files = second ? [] : [otherTier(name)];
    const at = { at: judged.place, pointer: judged.pointer, related, ...table };
    if (judged.verdict === "half-switch") {
      yield {
        ...at,
        follows: [...table.follows, ...beside],
        explains: [...files, addressAt(signIn.place), addressAt(judged.place)],
        message: `files would go to another tier than sign-in: ${judged.host} has the address ${judged.evidence}. Login succeeds, and models land in the wrong place`,
        help: `name the file server of the tier at ${withoutCredentials(signIn.text)}; if ${judged.host} does belong to it, declare it: tier.members: { ${host}: [${judged.host}] }`,
      };
      continue;
    }
    const proven = judged.verdict !== "not-proven" && (judged.measured || !env.options.requireProof);
    if (proven) continue;
    const declaredOnly = judged.verdict !== "not-proven";
    yield {
      ...at,
      explains: files,
      follows: [...table.follows, ...beside, sharedAt(name, judged.place), sharedAt(name, signIn.place)],
      severity: env.options.requireProof ? "error" : "warning",
      message: declaredOnly
        ? `that ${judged.host} belongs to the sign-in tier is declared, not measured (${judged.evidence}), and --require-proof asks for a measurement`
        : `it is not proven that ${judged.host} belongs to the sign-in tier: ${judged.evidence}`,
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
    "Point every fileTransfer address at the tier of signIn, or declare a second host of the same tier in tier.members, below its sign-in host: { plm.example.com: [files.example.com] }. Where addresses are unknown, state them in tier.hosts or measure them.",
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
      with: 'fileTransfer: [ "https://files.example.com:4544" ]\n  members: { plm.example.com: [files.example.com] }',
      also: [
        { file: ENVIRONMENT, replace: ONE_HOST, with: "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12 }" },
      ],
    },
  ],
  check,
};
