import type { HostVerdict, Place, Verdict } from "../../kernel/index.ts";
import type { Environment } from "../model/environment.ts";
import type { FileRole } from "../model/files.ts";
import type { Release } from "../model/release.ts";
import type { SharedModel } from "../model/repository.ts";
import type { SecretReference } from "../model/secret.ts";
import type { Site } from "../model/site.ts";
import type { SignInFacts } from "../sso/facts.ts";
import type { PropertiesFile } from "../model/files.ts";
import type { ProbedHosts } from "./probed.ts";

/** Which layer decided a key, lowest precedence first (docs/formats.md). */
export type DecisionLayer = "kit" | "carried" | "workstation" | "set" | "write";

/** One step in the life of a key: what a layer says, and where. */
export interface Decision {
  readonly layer: DecisionLayer;
  /** Decoded; for a secret its placeholder. */
  readonly value: string;
  readonly secret: SecretReference | null;
  /** The spelling that is kept (carried values), else null. */
  readonly raw: string | null;
  /** Where it is decided: the YAML leaf, the line of the old conf, the line of the base file. */
  readonly place: Place | null;
  readonly pointer: string | null;
  /** What the pair decides, for writes; the field's name for workstation fields. */
  readonly decides: string | null;
}

/** One key of one output file with its winning decision and, lowest first, what that overrode. */
export interface CompiledKey {
  readonly file: FileRole;
  readonly key: string;
  readonly decision: Decision;
  readonly overrode: readonly Decision[];
}

export interface CompiledFile {
  readonly role: FileRole;
  readonly base: PropertiesFile;
  /** In base order, new keys last. */
  readonly keys: ReadonlyMap<string, CompiledKey>;
  /** Those of them that the kit does not decide, in that order: of a hundred keys some twenty, which is what each artifact asks for. */
  readonly decided: readonly CompiledKey[];
}

export interface CarryOver {
  readonly from: PropertiesFile;
  /** Keys whose old value was kept. */
  readonly carried: readonly string[];
  /** Keys that only the new conf has: the kit's default stays. */
  readonly added: readonly string[];
  /** Keys that only the old conf has. */
  readonly dropped: readonly string[];
}

/** The result of compiling one environment, before bytes. Rules of scope `environment` look at this. */
export interface CompiledEnvironment {
  readonly environment: Environment;
  readonly site: Site;
  readonly release: Release | null;
  readonly shared: SharedModel;
  readonly files: Readonly<Partial<Record<FileRole, CompiledFile>>>;
  readonly carryOver: CarryOver | null;
  /** Files below installed/. */
  readonly installed: readonly PropertiesFile[];
  readonly hosts: readonly HostVerdict[];
  readonly verdict: Verdict;
  /** What the files of the federated sign-in agree on; null without sso.yaml. */
  readonly signIn: SignInFacts | null;
  /** Whether a jar of the kit holds the initializer class that is named; null: none is named, or the kit's jars are not here. */
  readonly initializerInKit: boolean | null;
  readonly options: RunOptions;
}

/** What a run is asked for; everything that is not in the repository comes in here. */
export interface RunOptions {
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
  readonly requireProof: boolean;
  /** A hosts file's entries and where each stands. */
  readonly hostsFile: ReadonlyMap<string, readonly { readonly address: string; readonly evidence: string }[]> | null;
  /** What saved results of a probe measured, by environment, when --probe was given. */
  readonly probed?: ReadonlyMap<string, ProbedHosts>;
  /** Measured addresses by host name, when --resolve was given. */
  readonly resolved: ReadonlyMap<string, { readonly addresses: readonly string[]; readonly evidence: string }> | null;
}
