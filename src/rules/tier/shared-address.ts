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

function* check(view: RepositoryView): Iterable<Problem & { environment: string }> {
  for (const [address, known] of claimants(view.environments)) {
    if (known.length < 2) continue;
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
