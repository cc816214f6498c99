import {
  type Problem,
  type Text,
  type Wording,
  append,
  defineDiagnostic,
  joinTexts,
  name,
  quotedName,
  say,
  spotOf,
  words,
  yamlScalar,
} from "../../../kernel/index.ts";
import { type AddressClaim, type KnownAddress, serversOf } from "../../compile/hosts.ts";
import type { EnvironmentSummary, RepositoryView } from "../../compile/summary.ts";
import type { RepositoryRule } from "../rule.ts";

interface Claimant {
  readonly env: EnvironmentSummary;
  readonly claim: AddressClaim;
  /** The network addresses of the host in `claim`. */
  readonly addresses: readonly KnownAddress[];
}

/** Returns the name of the environment that writes the `tier` block of `env`: itself, or the one that it extends. */
const tierOwner = (env: EnvironmentSummary): string => (env.tierInherited && env.extends ? env.extends : env.name);

function onPurpose(a: EnvironmentSummary, b: EnvironmentSummary): boolean {
  return tierOwner(a) === tierOwner(b) || a.sharedWith.includes(b.name) || b.sharedWith.includes(a.name);
}

/**
 * Returns the network addresses that any environment declares for a host, by host name. An environment that itself knows no address of a
 * host uses these, because a workstation resolves a host name alike in every environment.
 */
function declaredAnywhere(environments: readonly EnvironmentSummary[]): ReadonlyMap<string, readonly KnownAddress[]> {
  const hosts = new Map<string, KnownAddress[]>();
  for (const env of environments)
    for (const [host, addresses] of Object.entries(env.hosts)) {
      const known = hosts.get(host);
      if (known) append(known, addresses);
      else hosts.set(host, [...addresses]);
    }
  return hosts;
}

/** Returns, by host:port or network address:port, the environments that claim this server, each with its first claim of it. */
function claimants(environments: readonly EnvironmentSummary[]): ReadonlyMap<string, readonly Claimant[]> {
  const byServer = new Map<string, Claimant[]>();
  const declared = declaredAnywhere(environments);
  for (const env of environments) {
    for (const claim of env.claims) {
      const addresses = claim.isKnown ? claim.addresses : (declared.get(claim.host) ?? []);
      for (const server of serversOf(claim, addresses)) {
        const known = byServer.get(server) ?? [];
        if (known.at(-1)?.env !== env) known.push({ env, claim, addresses });
        byServer.set(server, known);
      }
    }
  }
  return byServer;
}

const serverOf = ({ claim: { host, port } }: Claimant): string => `${host}:${port ?? "?"}`;

interface Conflict {
  /** The server that the environments share as host:port, in the spelling of the first environment that claims it. */
  readonly address: string;
  readonly known: readonly Claimant[];
  /** The reasons, in words, why claims with different host names name one server. */
  readonly alike: readonly Text[];
}

/** Returns in words why claims with different host names name one server; empty if they all have the same host name. */
function alikeBy(server: string, known: readonly Claimant[]): readonly Text[] {
  const address = server.slice(0, server.lastIndexOf(":"));
  const named = known.filter((item) => serverOf(item) !== server);
  if (new Set(known.map(serverOf)).size < 2) return [];
  return named.slice(0, 4).map(({ env, claim, addresses }) => {
    const said = addresses.find((one) => one.address === address)?.said ?? "";
    return say`${name(claim.host)} of ${quotedName(env.name)} is ${name(address)}, ${words(said)}`;
  });
}

/** Returns the conflicts without those whose claims are all in another conflict: they are about the same server by another name. */
function distinct(conflicts: readonly Conflict[]): readonly Conflict[] {
  const claims = conflicts.map(({ known }) => new Set(known.map(({ claim }) => claim)));
  const within = (i: number, j: number) => [...(claims[i] ?? [])].every((claim) => claims[j]?.has(claim));
  return conflicts.filter((_, i) => !conflicts.some((_other, j) => i !== j && within(i, j) && (j < i || !within(j, i))));
}

const list = (names: readonly string[]): Text =>
  names.length < 8
    ? joinTexts(names.map(name), ", ")
    : say`${joinTexts(names.slice(0, 6).map(name), ", ")} and ${names.length - 6} more`;

/**
 * Returns the claims of all conflicts, because an address that another environment also claims explains a finding that sign-in and file
 * transfer are on different tiers. Returns none if in one conflict every claim is a file server that is not proven to belong to its
 * environment's tier, because changing the shared address would not prove it.
 */
function explaining(conflicts: readonly Conflict[]): readonly Claimant[] {
  const isUnproven = ({ env, claim }: Claimant) => claim.role === "fileTransfer" && env.unproven.includes(claim.host);
  return conflicts.some(({ known }) => known.every(isUnproven)) ? [] : conflicts.flatMap(({ known }) => known);
}

/** Reports once the shared addresses of one YAML line that several environments inherit, although they override other parts of the tier. */
function* inherited(conflicts: readonly Conflict[]): Iterable<Problem & { environment: string }> {
  const first = conflicts[0] as Conflict;
  const { claim } = first.known[0] as Claimant;
  const names = first.known.map(({ env }) => env.name);
  const roles = [...new Set(conflicts.map(({ known }) => (known[0] as Claimant).claim.role))];
  const addresses = [...new Set(conflicts.map(({ address }) => address))];
  const own = first.known.filter(({ env }) => first.known.some((other) => other.env.name === env.extends));
  for (const { env } of first.known) {
    const args: Args = { stands: "once", addresses, alike: [], names, roles, heirs: own.map((item) => item.env.name) };
    const circumstances = {
      pointer: claim.pointer,
      follows: [spotOf(claim.place)],
      explains: explaining(conflicts).map((item) => ({ environment: env.name, ...spotOf(item.claim.place) })),
      related: own
        .slice(0, 5)
        .map((item) => ({ message: say`${quotedName(item.env.name)} has its own tier block`, place: item.env.place })),
    };
    yield { ...sharedAddress.at(claim.place, args, circumstances), environment: env.name };
  }
}

const both = (names: readonly string[]): Text => (names.length === 2 ? joinTexts(names.map(name), " and ") : list(names));

const placeKey = ({ claim: { place } }: Claimant): string => `${place.file}:${place.line}:${place.column}`;

/** Returns how many unshared servers an environment has on the hosts of the shared ones. A copied environment mostly has none. */
const atHome = ({ env }: Claimant, conflicts: readonly Conflict[]): number => {
  const all = conflicts.flatMap(({ known }) => known);
  const shared = new Set(all.map(serverOf));
  const hosts = new Set(all.map(({ claim }) => claim.host));
  return env.claims.filter(({ host, port }) => hosts.has(host) && !shared.has(`${host}:${port ?? "?"}`)).length;
};

/**
 * Returns the index of the environment that is most likely the copy: the one with the fewest unshared servers on the hosts of the shared
 * ones; among equals, one that extends another of them; then the last one.
 */
function copyAmong(conflicts: readonly Conflict[]): number {
  const { known } = conflicts[0] as Conflict;
  const weight = (one: Claimant) => 2 * atHome(one, conflicts) + (known.some(({ env }) => env.name === one.env.extends) ? 0 : 1);
  return known.reduce((best, one, i) => (weight(one) <= weight(known[best] as Claimant) ? i : best), 0);
}

/** Reports once the addresses that several environments claim on YAML lines of their own, at the line of the most likely copy. */
function* copied(conflicts: readonly Conflict[]): Iterable<Problem & { environment: string }> {
  const index = copyAmong(conflicts);
  const first = conflicts[0] as Conflict;
  const copy = first.known[index] as Claimant;
  const names = first.known.map(({ env }) => env.name);
  const others = names.filter((name) => name !== copy.env.name);
  const all = conflicts.flatMap(({ known }) => known);
  const related = all
    .filter((item) => item.claim !== copy.claim)
    .map(({ env, claim }) => ({ message: say`${words(claim.role)} of ${quotedName(env.name)}`, place: claim.place }));
  const addresses = [...new Set(conflicts.map(({ address }) => address))];
  const alike = [...new Map(conflicts.flatMap((conflict) => conflict.alike.map((one) => [JSON.stringify(one), one]))).values()];
  const moved = all.filter(({ env }) => env === copy.env).map(({ claim }) => spotOf(claim.place));
  const shared = new Set(all.map(({ claim }) => claim));
  // if all addresses of an environment are shared, its folder is a copy, and a finding on its unchanged `name` explains this one
  const whole = first.known.filter(({ env }) => env.claims.every((claim) => shared.has(claim)));
  const follows = [...moved, ...whole.map(({ env }) => ({ is: "copy", environment: env.name }) as const)];
  for (const { env } of first.known) {
    const args: Args = { stands: "copied", addresses, alike, names, copy: copy.env.name, others };
    const circumstances = {
      pointer: copy.claim.pointer,
      follows,
      explains: explaining(conflicts).flatMap((item) =>
        item.env === env ? [{ environment: env.name, ...spotOf(item.claim.place) }] : [],
      ),
      related: related.slice(0, 6),
    };
    yield { ...sharedAddress.at(copy.claim.place, args, circumstances), environment: env.name };
  }
}

function* check(view: RepositoryView): Iterable<Problem & { environment: string }> {
  const oneLine = new Map<string, Conflict[]>();
  const lines = new Map<string, Conflict[]>();
  const conflicts: Conflict[] = [];
  for (const [server, known] of claimants(view.environments)) {
    const conflicting = known.filter(({ env }) => known.some((item) => item.env !== env && !onPurpose(env, item.env)));
    const [first] = conflicting;
    if (first && conflicting.length > 1)
      conflicts.push({ address: serverOf(first), known: conflicting, alike: alikeBy(server, conflicting) });
  }
  for (const conflict of distinct(conflicts)) {
    const conflicting = conflict.known;
    const places = new Set(conflicting.map(placeKey));
    const group = places.size === 1 ? oneLine : lines;
    const key = JSON.stringify(conflicting.map(({ env }) => env.name));
    group.set(key, [...(group.get(key) ?? []), conflict]);
  }
  for (const conflicts of oneLine.values()) yield* inherited(conflicts);
  for (const conflicts of lines.values()) yield* copied(conflicts);
}

type Args = {
  /** Servers that the environments share, as host:port. */
  readonly addresses: readonly string[];
  /** The reasons, in words, why addresses with different host names name the same servers. */
  readonly alike: readonly Text[];
  /** The environments that claim the addresses. */
  readonly names: readonly string[];
} & (
  | { readonly stands: "once"; readonly roles: readonly string[]; readonly heirs: readonly string[] }
  | { readonly stands: "copied"; readonly copy: string; readonly others: readonly string[] }
);

function wording(found: Args): Wording {
  const { addresses, names } = found;
  const one = addresses.length === 1;
  const message = say`${both(names)} ${words(names.length === 2 ? "both" : "all")} use ${list(addresses)}`;
  if (found.stands === "once") {
    const roles = words(found.roles.join(", "));
    return {
      message,
      notes: [
        found.heirs.length === 1
          ? say`${list(found.heirs)} overrides other tier addresses but inherits ${roles} from here`
          : say`${found.heirs.length === 0 ? say`they` : list(found.heirs)} override other tier addresses but inherit ${roles} from here`,
        say`a forgotten address works on another environment's data`,
      ],
      help: say`set ${roles} in each tier block, or inherit the whole block, or state in tier.sharedWith that the same tier is meant`,
    };
  }
  return {
    message,
    notes: [...found.alike, say`in a copied environment, an address that was not changed works on the original's data`],
    help: say`give ${name(found.copy)} ${words(one ? "its own address" : "its own addresses")} (or ${list(found.others)}, whichever is the copy), or state in tier.sharedWith: [${list(found.others.map(yamlScalar))}] that the same tier is meant`,
  };
}

const sharedAddress = defineDiagnostic({
  id: "tier/shared-address",
  severity: "error",
  because: ["repo/environment-name", "tier/half-switch"],
  title: "two environments use the same server and port without declaring it",
  why: "A copied environment with an unchanged address signs in, or moves files, on the original's tier. Checks of one environment alone cannot see it. A server is the same by its name, by another name and by its address: tier.hosts of any environment, a hosts file (--hosts) and DNS (--resolve) say which.",
  remedy: "Change the address, or declare tier.sharedWith (inheriting the whole tier block by `extends` is a declaration).",
  clauses: ["B4"],
  message: wording,
  fails: {
    file: "environments/copy/environment.yaml",
    with: `apiVersion: tierwright/v1
kind: Environment
name: copy
connector: "2506"
tool: 2024x Refresh3
tier:
  release: "2506"
  signIn: https://plm.example.com:8443/tc
  fileTransfer: [ "https://plm.example.com:4544" ]
`,
    beside: ["kit/vendor-value"],
  },
  passes: [
    {
      file: "environments/copy/environment.yaml",
      with: `apiVersion: tierwright/v1
kind: Environment
name: copy
extends: demo
connector: "2506"
tool: 2024x Refresh3
`,
    },
  ],
});

export const rule: RepositoryRule = { ...sharedAddress, scope: "repository", check };
