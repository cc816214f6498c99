import { type Problem, type Wording, defineDiagnostic, name, say, spotOf, value, words } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { addressKeys, signInOf } from "../../compile/addresses.ts";
import { judgeHost } from "../../compile/hosts.ts";
import { parseAddress, withoutCredentials } from "../../model/address.ts";
import type { FileRole } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";
import type { EnvironmentRule } from "../rule.ts";
import { unwritten } from "./unwritten.ts";
import { ofRelease } from "./table-subjects.ts";

interface OtherKey {
  readonly file: FileRole;
  readonly key: string;
  readonly what: string;
  /** True if the key is a second copy of the sign-in address, false if it is a web-client address. */
  readonly copy: boolean;
}

/** The keys of the built-in connector, other than those of sign-in and file transfer, whose values are addresses of the tier. */
const KEYS: readonly OtherKey[] = [
  { file: "client", key: "URL", what: "the client library's own copy of the sign-in address", copy: true },
  { file: "connector", key: "AWC_WEBLOGIC_HOST_URL", what: "the embedded web-client panel", copy: false },
  { file: "client", key: "AWC_WEBLOGIC_HOST_URI", what: "the client library's web-client address", copy: false },
];

/** Returns the keys of a release's connector, other than those of sign-in and file transfer, whose values are addresses of the tier. */
function otherKeys(release: Release | null): readonly OtherKey[] {
  const profile = release?.profile;
  if (!profile || profile.path === null) return KEYS;
  return addressKeys(release).flatMap(({ file, key, role, second }) => {
    const what = profile.writes.find((write) => write.file === file && write.key === key)?.decides ?? key;
    return role === "webClient" || (role === "signIn" && second) ? [{ file, key, what, copy: role === "signIn" }] : [];
  });
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const { environment, files, options } = env;
  const from = signInOf(env);
  const signIn = from?.address;
  if (!from || !signIn) return;
  const signInText = from.text;
  const told = new Set<string>();
  for (const { file, key, what, copy } of otherKeys(env.release)) {
    const decision = files[file]?.keys.get(key)?.decision;
    if (!decision || decision.value === "") continue;
    const where = `${decision.place?.file}:${decision.place?.line}:${decision.place?.column}`;
    if (told.has(where)) continue;
    told.add(where);
    const at = decision.place;
    if (copy && decision.value !== signInText) {
      const texts = { text: withoutCredentials(decision.value), signIn: withoutCredentials(signInText) };
      yield strayAddress.at(
        at,
        { seen: "two-copies", key, what, first: from.key, ...texts },
        { ...unwritten(env), pointer: decision.pointer },
      );
      continue;
    }
    const host = parseAddress(decision.value)?.host;
    if (!host) continue;
    const { verdict, evidence } = judgeHost(host, signIn.host, environment, options);
    if (verdict === "same" || verdict === "member") continue;
    const table = unwritten(env);
    const known = { ...table, pointer: decision.pointer, about: [signIn.host, host, verdict] };
    const related = [{ message: say`the sign-in address`, place: from.place }];
    if (verdict === "half-switch") {
      const follows = [...table.follows, { environment: environment.name }];
      yield strayAddress.at(at, { seen: "other-tier", key, what, host, evidence }, { ...known, related, follows });
    } else {
      const { name: owner } = environment;
      const shared = [...(at ? [{ environment: owner, ...spotOf(at) }] : []), { environment: owner, ...spotOf(from.place) }];
      yield strayAddress.at(
        at,
        { seen: "not-proven", key, what, host, evidence },
        {
          ...known,
          severity: "warning",
          related,
          follows: [...table.follows, { environment: owner }, ...shared],
          restsOn: ofRelease(env.release, at),
        },
      );
    }
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const WEB = "webClient: https://plm.example.com:3000/awc";

type Args = {
  readonly key: string;
  readonly what: string;
} /** `two-copies`: `key` has another address than `first`, the key from which the connector takes the sign-in address. */ & (
  | { readonly seen: "two-copies"; readonly first: string; readonly text: string; readonly signIn: string }
  | { readonly seen: "other-tier" | "not-proven"; readonly host: string; readonly evidence: string }
);

function wording(found: Args): Wording {
  const [key, what] = [name(found.key), words(found.what)];
  if (found.seen === "two-copies")
    return {
      message: say`${key} and ${name(found.first)} name different places`,
      notes: [say`${key} (${what}) is ${value(found.text)}, and ${name(found.first)} is ${value(found.signIn)}`],
      help: say`let one write decide both`,
    };
  const host = name(found.host);
  if (found.seen === "other-tier")
    return {
      message: say`${key} points to ${host}, which is not on the sign-in tier`,
      notes: [say`${host}: ${words(found.evidence)}`, say`${key} is ${what}`],
      help: say`name the web client of this tier, or declare its host in tier.members`,
    };
  return {
    message: say`cannot tell whether ${key} at ${host} belongs to the sign-in tier`,
    notes: [words(found.evidence), say`${key} is ${what}`],
    help: say`name an address of this tier; only if the host belongs to it, state its address in tier.hosts, or declare the host in tier.members`,
  };
}

const strayAddress = defineDiagnostic({
  id: "tier/stray-address",
  severity: "error",
  because: ["conf/write-set", "tier/half-switch", "tier/shared-address"],
  title: "another address of the environment belongs to another tier",
  why: "Three more keys name the tier: the client library's URL and the two web-client addresses. An unchanged one shows another tier's data in the panel, or lets the client library sign in elsewhere.",
  remedy: "Give tier.webClient an address of the same tier; declare a separate host in tier.members, below the sign-in host.",
  clauses: ["B4"],
  message: wording,
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
});

export const rule: EnvironmentRule = { ...strayAddress, scope: "environment", check };
