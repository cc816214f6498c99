import type { Place } from "../diagnostic/place.ts";
import type { Verdict } from "../verdict/verdict.ts";
import type { FileRole } from "./files.ts";
import type { Exceptions, Matrix } from "./matrix.ts";
import type { Release } from "./release.ts";
import type { Site } from "./site.ts";

/** What is read once and serves every environment. */
export interface SharedModel {
  readonly site: Site | null;
  readonly matrix: Matrix | null;
  readonly exceptions: Exceptions | null;
  readonly releases: ReadonlyMap<string, Release>;
}

/** An address that an environment claims, reduced to what other environments are compared with. Plain data: it crosses threads and the cache. */
export interface AddressClaim {
  readonly role: "signIn" | "webClient" | "fileTransfer";
  readonly host: string;
  /** As written; null when the address has none. */
  readonly port: string | null;
  readonly text: string;
  readonly place: Place;
  readonly pointer: string;
}

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
