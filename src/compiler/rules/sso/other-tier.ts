import type { EnvironmentSummary, RepositoryView } from "../../compile/summary.ts";
import { type Problem, addTo, defineDiagnostic, name, say, value, words } from "../../../kernel/index.ts";
import { normalAddress } from "../../model/address.ts";
import type { RepositoryRule } from "../rule.ts";
import { changeSignIn, signInWith } from "./example-sign-in.ts";

interface Args {
  readonly field: string;
  readonly text: string;
  readonly host: string;
  readonly environment: string;
  readonly owner: string;
}

const COPY = (tier: string) => `apiVersion: tierwright/v1
kind: Environment
name: copy
connector: "2506"
tool: 2024x Refresh3
tier:
  release: "2506"
${tier}`;
const OTHER_TIER = `  signIn: https://plm-copy.example.com:8443/tc
  webClient: https://plm-copy.example.com:3000/awc
  fileTransfer: ["https://plm-copy.example.com:4544"]
`;
const copied = (tier = OTHER_TIER) => ({ file: "environments/copy/environment.yaml", with: COPY(tier) });
const service = (host: string) => changeSignIn("base: https://plm.example.com:7001", `base: https://${host}:7001`);
const root = (host: string) => changeSignIn("root: https://plm.example.com:3000", `root: https://${host}:3000`);

const otherTier = defineDiagnostic({
  id: "sso/other-tier",
  severity: "error",
  title: "an environment's sign-in leads to another environment's tier",
  why: "People sign in without an error and see the other environment's data. sso.yaml mostly begins as a copy, with a login service or web client that was not changed. Rules for one environment cannot see it, because every address in it is consistent.",
  remedy: "Write this tier's own login service and web client, or declare tier.sharedWith.",
  clauses: ["B4", "E18"],
  message: ({ field, text, host, environment, owner }: Args) => ({
    message: say`${name(field)} of ${name(environment)} leads to the tier of ${name(owner)}: ${value(text)}`,
    notes: [
      say`${name(host)} is a host of ${name(owner)}, not of ${name(environment)}`,
      say`users of ${name(environment)} sign in there without an error, and see the data of ${name(owner)}`,
    ],
    help: say`write the address of ${name(environment)} itself; where one server serves both, declare it: ${words("tier.sharedWith")}: [${name(owner)}]`,
  }),
  fails: { ...signInWith(service("plm-copy.example.com"), copied()), beside: ["kit/vendor-value"] },
  passes: [
    signInWith(service("plm.example.com"), copied()),
    // the login service is on a separate server that belongs to no tier of the repository
    signInWith(service("login.example.com"), copied()),
    signInWith(root("plm.example.com"), copied()),
  ],
});

const tierOwner = ({ name: own, extends: parent, tierInherited }: EnvironmentSummary): string =>
  tierInherited && parent !== null ? parent : own;

const shares = (a: EnvironmentSummary, b: EnvironmentSummary): boolean =>
  tierOwner(a) === tierOwner(b) || a.sharedWith.includes(b.name) || b.sharedWith.includes(a.name);

/** Returns the network addresses that an environment knows for a host. */
function addressesOf({ addresses }: EnvironmentSummary, host: string): readonly string[] {
  const literal = normalAddress(host);
  const declared = addresses.filter((one) => one.host === host).map(({ address }) => address);
  return literal === null ? declared : [literal, ...declared];
}

/**
 * Returns the names and network addresses of the servers of an environment's tier: the hosts in its addresses, the hosts that
 * `tier.members` declares, and other names of their network addresses.
 */
function serversOf(env: EnvironmentSummary): ReadonlySet<string> {
  const names = [...env.claims.map(({ host }) => host), ...env.members];
  const addresses = new Set(names.flatMap((host) => addressesOf(env, host)));
  const aliases = env.addresses.filter(({ address }) => addresses.has(address)).map(({ host }) => host);
  return new Set([...names, ...addresses, ...aliases]);
}

function* check({ environments }: RepositoryView): Iterable<Problem & { environment: string }> {
  const asked = environments.filter(({ signInAddresses }) => signInAddresses.length > 0);
  if (asked.length === 0) return;
  const owners = new Map<string, EnvironmentSummary[]>();
  for (const env of environments) for (const server of serversOf(env)) addTo(owners, server, env);
  for (const env of asked) {
    for (const { field, text, host, place, pointer } of env.signInAddresses) {
      const found = [host, ...addressesOf(env, host)].flatMap((server) => owners.get(server) ?? []);
      // a server that the environment itself or one that shares its tier also has is not reported; tier/shared-address covers it
      const [owner] = found.some((one) => one === env || shares(one, env)) ? [] : found;
      if (!owner) continue;
      const args = { field, text, host, environment: env.name, owner: owner.name };
      const quote = text.includes("(not shown)") ? { quote: false as const } : {};
      yield { ...otherTier.at(place, args, { pointer, about: [host, owner.name], ...quote }), environment: env.name };
    }
  }
}

export const rule: RepositoryRule = { ...otherTier, scope: "repository", check };
