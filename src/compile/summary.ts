import type { Place } from "../diagnostic/place.ts";
import { withoutCredentials } from "../model/address.ts";
import type { Environment } from "../model/environment.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import type { SharedModel } from "../model/repository.ts";
import { placeOf } from "../source/tree.ts";
import type { Verdict } from "../verdict/verdict.ts";
import type { CompiledEnvironment } from "./compiled.ts";
import { type AddressClaim, claimsOf } from "./hosts.ts";

/** An environment as the rules that look across environments see it. Plain data. */
export interface EnvironmentSummary {
  readonly name: string;
  readonly place: Place;
  readonly extends: string | null;
  readonly tierInherited: boolean;
  readonly sharedWith: readonly string[];
  readonly connector: string;
  readonly claims: readonly AddressClaim[];
  /** Where the tool will sign in, as compiled, without credentials. */
  readonly signIn: string;
  readonly verdict: Verdict;
  /** Keys that this environment declares secrets, by file: whatever stands there elsewhere is not shown. */
  readonly secretKeys: readonly { readonly file: FileRole; readonly key: string }[];
}

/** The whole repository for rules of scope `repository`. */
export interface RepositoryView extends SharedModel {
  /** Sorted by name; environments whose YAML cannot be read are absent. */
  readonly environments: readonly EnvironmentSummary[];
  /** Every folder below environments/, readable or not. */
  readonly environmentNames: readonly string[];
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
}

/** The keys that an environment declares secrets, with the file of each. */
export function secretKeysOf({ workstation }: Environment): EnvironmentSummary["secretKeys"] {
  return FILE_ROLES.flatMap((file) =>
    [...workstation.set[file]].flatMap(([key, { value }]) => (value.type === "secret" ? [{ file, key }] : [])),
  );
}

/**
 * Whom this environment shares its tier with on purpose. What another layer declares is of the tier block there: it counts where the
 * whole block is inherited, not for addresses of one's own.
 */
function declaredShared({ tier, tierInherited, nameScalar, derivedFrom }: Environment): readonly string[] {
  const own = nameScalar.span.source.path;
  const declared = tier.sharedWith.filter(({ span }) => tierInherited || span.source.path === own);
  // what a recording does not lead through its relay is the tier that it records
  return [...declared, ...(derivedFrom ? [derivedFrom] : [])].map(({ text }) => text);
}

/** What the other environments are compared with. */
export function summaryOf(compiled: CompiledEnvironment): EnvironmentSummary {
  const { environment } = compiled;
  return {
    name: environment.name,
    place: placeOf(environment.nameScalar.span),
    extends: environment.extends?.text ?? null,
    tierInherited: environment.tierInherited,
    sharedWith: declaredShared(environment),
    connector: environment.connector.text,
    claims: claimsOf(compiled),
    signIn: withoutCredentials(
      compiled.files.connector?.keys.get("TC_SERVER_URL")?.decision.value ?? environment.tier.signIn.text,
    ),
    verdict: compiled.verdict,
    secretKeys: secretKeysOf(environment),
  };
}
