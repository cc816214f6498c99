import type { Problem } from "../../diagnostic/finding.ts";
import type { AddressClaim, EnvironmentSummary, RepositoryView } from "../../model/repository.ts";
import type { RepositoryRule } from "../rule.ts";

interface Claimant {
  readonly env: EnvironmentSummary;
  readonly claim: AddressClaim;
}

/** The environment whose tier block this one uses: itself, or the one it inherits it from. */
const tierOwner = (env: EnvironmentSummary): string => (env.tierInherited && env.extends ? env.extends : env.name);

function onPurpose(a: EnvironmentSummary, b: EnvironmentSummary): boolean {
  return tierOwner(a) === tierOwner(b) || a.sharedWith.includes(b.name) || b.sharedWith.includes(a.name);
}

/** host:port -> who claims it, the first claim of each environment. */
function claimants(environments: readonly EnvironmentSummary[]): ReadonlyMap<string, readonly Claimant[]> {
  const byAddress = new Map<string, Claimant[]>();
  for (const env of environments) {
    for (const claim of env.claims) {
      const address = `${claim.host}:${claim.port ?? "?"}`;
      const known = byAddress.get(address) ?? [];
      if (!known.some((item) => item.env === env)) known.push({ env, claim });
      byAddress.set(address, known);
    }
  }
  return byAddress;
}

interface Conflict {
  readonly address: string;
  readonly known: readonly Claimant[];
}

const list = (names: readonly string[]): string =>
  names.length < 8 ? names.join(", ") : `${names.slice(0, 6).join(", ")} and ${names.length - 6} more`;

/** Addresses that stand in one line, which several environments inherit although each says other parts of its tier itself: told once. */
function* inherited(conflicts: readonly Conflict[]): Iterable<Problem & { environment: string }> {
  const [first] = conflicts;
  const claim = first?.known[0]?.claim;
  if (!first || !claim) return;
  const names = first.known.map(({ env }) => env.name);
  const roles = [...new Set(conflicts.map(({ known }) => known[0]?.claim.role ?? ""))];
  const addresses = [...new Set(conflicts.map(({ address }) => address))];
  const own = first.known.filter(
    ({ env }) => env.extends !== null && first.known.some((other) => other.env.name === env.extends),
  );
  for (const { env } of first.known) {
    yield {
      environment: env.name,
      at: claim.place,
      pointer: claim.pointer,
      message: `${list(addresses)} is the tier of ${list(names)} alike: ${roles.join(", ")} stands here alone, and ${own.length === 0 ? "they" : list(own.map((item) => item.env.name))} inherit it beside other parts of a tier of their own; an address that was forgotten works on another environment's data`,
      help: `write ${roles.join(", ")} in the tier block of each, or leave the whole block to this one, or state in tier.sharedWith that the same tier is meant`,
      related: own
        .slice(0, 5)
        .map((item) => ({ message: `'${item.env.name}' has a tier block of its own`, place: item.env.place })),
    };
  }
}

const placeKey = ({ claim: { place } }: Claimant): string => `${place.file}:${place.line}:${place.column}`;

function* check(view: RepositoryView): Iterable<Problem & { environment: string }> {
  const oneLine = new Map<string, Conflict[]>();
  for (const [address, known] of claimants(view.environments)) {
    if (known.length < 2) continue;
    const conflicting = known.filter(({ env }) => known.some((item) => item.env !== env && !onPurpose(env, item.env)));
    const places = new Set(conflicting.map(placeKey));
    if (conflicting.length > 1 && places.size === 1) {
      const key = JSON.stringify(conflicting.map(({ env }) => env.name));
      oneLine.set(key, [...(oneLine.get(key) ?? []), { address, known: conflicting }]);
      continue;
    }
    for (const { env, claim } of known) {
      const other = known.find((item) => item.env !== env && !onPurpose(env, item.env));
      if (!other) continue;
      yield {
        environment: env.name,
        at: claim.place,
        pointer: claim.pointer,
        message: `${address} is also the tier of environment '${other.env.name}' (${other.claim.role}): a copied environment whose addresses were not all changed works on the other one's data`,
        help: `give this environment its own address, or state in tier.sharedWith: [${other.env.name}] that both mean the same tier on purpose`,
        related: [{ message: `'${other.env.name}' claims it here`, place: other.claim.place }],
      };
    }
  }
  for (const conflicts of oneLine.values()) yield* inherited(conflicts);
}

export const rule: RepositoryRule = {
  scope: "repository",
  id: "tier/shared-address",
  severity: "error",
  title: "two environments claim the same host and port, and neither says that this is meant",
  why: "Most environments begin as a copy. An address that was not changed makes the copy sign in, or move its files, on the original's tier, and every check that looks at one environment alone is content.",
  remedy:
    "Change the address, or declare the sharing in tier.sharedWith (inheriting the whole tier block by `extends` counts as declared).",
  clauses: ["B4"],
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
  check,
};
