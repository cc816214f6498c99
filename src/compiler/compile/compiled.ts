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

/** The layers that can decide a key of a properties file, lowest precedence first (docs/formats.md). */
export type DecisionLayer = "kit" | "carried" | "workstation" | "set" | "write";

/** The decision of one layer about a key, with its place. */
export interface Decision {
  readonly layer: DecisionLayer;
  /** The decoded value; for a secret its placeholder. */
  readonly value: string;
  readonly secret: SecretReference | null;
  /** The spelling in the old conf, which a carried value keeps; null for all others. */
  readonly raw: string | null;
  /** The place of the decision: the YAML leaf, the line of the old conf or the line of the base file. */
  readonly place: Place | null;
  readonly pointer: string | null;
  /** A description of what a write's (file, key) pair decides, or the name of a workstation field; null for other layers. */
  readonly decides: string | null;
}

/** One key of one output file with its winning decision and the overridden ones, lowest first. */
export interface CompiledKey {
  readonly file: FileRole;
  readonly key: string;
  readonly decision: Decision;
  readonly overrode: readonly Decision[];
}

export interface CompiledFile {
  readonly role: FileRole;
  readonly base: PropertiesFile;
  /** All keys of the file in the order of the base file, new keys last. */
  readonly keys: ReadonlyMap<string, CompiledKey>;
  /** The keys that the kit does not decide, in the order of `keys`: about twenty of a hundred, and all that most artifacts need. */
  readonly decided: readonly CompiledKey[];
}

export interface CarryOver {
  readonly from: PropertiesFile;
  /** The keys whose value was carried over from the installed conf. */
  readonly carried: readonly string[];
  /** The keys that only the new kit has, with the kit's default. */
  readonly added: readonly string[];
  /** The keys that only the old conf has, which are not compiled. */
  readonly dropped: readonly string[];
}

/** The result of compiling one environment, before its bytes. Rules of scope `environment` judge it. */
export interface CompiledEnvironment {
  readonly environment: Environment;
  readonly site: Site;
  readonly release: Release | null;
  readonly shared: SharedModel;
  readonly files: Readonly<Partial<Record<FileRole, CompiledFile>>>;
  readonly carryOver: CarryOver | null;
  /** The properties files below installed/. */
  readonly installed: readonly PropertiesFile[];
  readonly hosts: readonly HostVerdict[];
  readonly verdict: Verdict;
  /** The facts that follow from the files of the federated sign-in; null without sso.yaml. */
  readonly signIn: SignInFacts | null;
  /** Whether a jar of the kit holds the configured initializer class; null if none is configured, or if the kit's jars are not available. */
  readonly initializerInKit: boolean | null;
  readonly options: RunOptions;
}

/** The options of a `check` or `compile`: everything from outside the repository that the results depend on. */
export interface RunOptions {
  /** Today's date: YYYY-MM-DD, UTC. */
  readonly today: string;
  readonly requireProof: boolean;
  /** The entries of a hosts file with their lines, by host name; null if no hosts file was given. */
  readonly hostsFile: ReadonlyMap<string, readonly { readonly address: string; readonly evidence: string }[]> | null;
  /** The measurements of saved probe results, by environment, if --probe was given. */
  readonly probed?: ReadonlyMap<string, ProbedHosts>;
  /** The measured addresses by host name; null if --resolve was not given. */
  readonly resolved: ReadonlyMap<string, { readonly addresses: readonly string[]; readonly evidence: string }> | null;
}
