import { signInOf } from "../../compile/addresses.ts";
import type { CompiledEnvironment, RunOptions } from "../../compile/compiled.ts";
import { type HostVerdict, type Problem, defineDiagnostic, name, say, spotOf, words, yamlScalar } from "../../../kernel/index.ts";
import { hostNameFault, withoutCredentials } from "../../model/address.ts";
import type { EnvironmentRule } from "../rule.ts";
import { membersFix } from "./declared-member-fix.ts";
import { ofRelease } from "./table-subjects.ts";
import { unwritten } from "./unwritten.ts";

/** Returns true if a file server's host is known to belong to the sign-in tier; with --require-proof, only a measurement counts. */
const isProven = ({ verdict, measured }: HostVerdict, { requireProof }: RunOptions): boolean =>
  (verdict === "same" || verdict === "member") && (measured || !requireProof);

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const signIn = signInOf(env);
  if (!signIn || env.hosts.every((judged) => isProven(judged, env.options))) return;
  const host = signIn.address?.host ?? "";
  const environment = env.environment.name;
  const table = unwritten(env);
  const related = [{ message: say`the sign-in address`, place: signIn.place }];
  // if none of several file servers is known to belong to the sign-in tier, a changed sign-in address most likely causes all findings
  const moved = env.hosts.length > 1 && env.hosts.every(({ verdict }) => verdict === "half-switch" || verdict === "not-proven");
  const unknown = env.hosts.flatMap(({ host, verdict }) => (verdict === "not-proven" ? [host] : []));
  for (const [i, judged] of env.hosts.entries()) {
    const second = moved && i > 0;
    const files = second ? [] : [{ environment }];
    const beside = [...(second ? [{ environment }] : []), { environment, key: judged.host }, { environment, key: host }];
    const about = [host, judged.host, judged.verdict];
    const known = { pointer: judged.pointer, about, related, ...table };
    const { evidence } = judged;
    if (judged.verdict === "half-switch") {
      const args: Args = { seen: "other-tier", host: judged.host, evidence, signIn: signIn.text, signInHost: host };
      yield halfSwitch.at(judged.place, args, {
        ...known,
        follows: [...table.follows, ...beside],
        explains: [...files, spotOf(signIn.place), spotOf(judged.place)],
      });
      continue;
    }
    if (isProven(judged, env.options)) continue;
    const seen = judged.verdict === "not-proven" ? "not-proven" : "not-measured";
    yield halfSwitch.at(
      judged.place,
      { seen, host: judged.host, evidence, signInHost: host },
      {
        ...known,
        ...(seen === "not-proven" && !env.options.requireProof
          ? membersFix(env.environment, host, moved ? unknown : [judged.host])
          : {}),
        explains: files,
        follows: [
          ...table.follows,
          ...beside,
          ...[judged.place, signIn.place].map((place) => ({ environment, ...spotOf(place) })),
          // follows from the finding on an unreadable sign-in address; for a file server's address only if its host is no valid host name
          { is: "unreadable", ...spotOf(signIn.place) },
          ...(hostNameFault(judged.host) === null ? [] : [{ is: "unreadable", ...spotOf(judged.place) } as const]),
        ],
        restsOn: env.options.requireProof ? [] : ofRelease(env.release, judged.place),
      },
    );
  }
}

/** The result of comparing a file server's host with the sign-in tier; `evidence` is a phrase from compile/hosts.ts. */
type Args = { readonly host: string; readonly evidence: string; readonly signInHost: string } & (
  | { readonly seen: "other-tier"; readonly signIn: string }
  /** The file server's host is declared to belong to the tier, but --require-proof demands a measurement. */
  | { readonly seen: "not-measured" }
  | { readonly seen: "not-proven" }
);

const ENVIRONMENT = "environments/demo/environment.yaml";
const ONE_HOST = "hosts: { plm.example.com: 10.20.0.11 }";

const halfSwitch = defineDiagnostic({
  id: "tier/half-switch",
  severity: "error",
  because: ["conf/write-set", "tier/address-form", "tier/declared-host", "tier/half-switch", "tier/shared-address"],
  title: "sign-in and file transfer do not reach the same tier, or it is not proven that they do",
  why: "Login succeeds, and files go to the other tier. TC_SERVER_URL decides where the tool signs in, BOOTSTRAP_URLS where model files go; nothing keeps them in step. A hosts-file alias hides the difference, so addresses are compared, not names.",
  remedy:
    "Point every fileTransfer address at the tier of signIn, or declare a second host of it in tier.members, below its sign-in host: { plm.example.com: [files.example.com] }. State unknown addresses in tier.hosts or measure them. `check --fix-review` inserts the members of a file server of which nothing is known: read what it declares before you commit it.",
  clauses: ["B4"],
  message: (found: Args) => {
    const host = name(found.host);
    const members = say`tier.members: { ${name(yamlScalar(found.signInHost))}: [${name(yamlScalar(found.host))}] }`;
    if (found.seen === "other-tier")
      return {
        message: say`files would go to another tier than sign-in: ${host}`,
        notes: [say`${host}: ${words(found.evidence)}`, say`login succeeds, and models go to the wrong place`],
        help: say`name the file server of the tier at ${name(withoutCredentials(found.signIn))}; if ${host} does belong to it, declare it: ${members}`,
      };
    if (found.seen === "not-measured")
      return {
        message: say`${host} is declared to belong to the sign-in tier, but was not measured`,
        notes: [words(found.evidence), say`--require-proof requires a measurement`],
        help: say`add --resolve where DNS knows the tier's names`,
      };
    return {
      message: say`cannot tell whether ${host} belongs to the sign-in tier`,
      notes: [words(found.evidence), say`if it does not, login succeeds, and models go to the wrong place`],
      help: say`name the file server of the tier of ${name(found.signInHost)} in tier.fileTransfer; only if ${host} belongs to that tier, declare it: ${members}; or state the addresses in tier.hosts, give a workstation's hosts file with --hosts, or query DNS with --resolve`,
    };
  },
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
});

export const rule: EnvironmentRule = { ...halfSwitch, scope: "environment", check };
