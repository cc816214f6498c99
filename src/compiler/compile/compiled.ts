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

/** The value that one layer (such as the kit or workstation.set) decides for a key, with its place. */
export interface Decision {
  readonly layer: DecisionLayer;
  /** The value as Java reads it; for a secret, its placeholder. */
  readonly value: string;
  readonly secret: SecretReference | null;
  /** The spelling of a carried value in the previously installed conf, which compiling keeps; null for any other layer. */
  readonly raw: string | null;
  /** The place of the decision: a YAML leaf, a line of the previously installed conf, or a line of the base file. */
  readonly place: Place | null;
  readonly pointer: string | null;
  /** The text of `decides` of a write, or the name of a workstation field; null for other layers. */
  readonly decides: string | null;
}

/** One key of one compiled file with the decision that applies and the overridden ones, lowest layer first. */
export interface CompiledKey {
  readonly file: FileRole;
  readonly key: string;
  readonly decision: Decision;
  readonly overrode: readonly Decision[];
}

export interface CompiledFile {
  readonly role: FileRole;
  readonly base: PropertiesFile;
  /** All keys of the file in the order of the base file; keys that the base file lacks come last. */
  readonly keys: ReadonlyMap<string, CompiledKey>;
  /** The keys that another layer than the kit decides, in the order of `keys`. Most artifacts need no others. */
  readonly decided: readonly CompiledKey[];
}

export interface CarryOver {
  readonly from: PropertiesFile;
  /** The keys whose value is carried over from the previously installed conf. */
  readonly carried: readonly string[];
  /** The keys that the kit has and the previously installed conf lacks; they get the kit's value. */
  readonly added: readonly string[];
  /** The keys that the previously installed conf has and the kit lacks; they are not compiled. */
  readonly dropped: readonly string[];
}

/** The result of compiling one environment, before files are made of it. Rules of scope `environment` check it. */
export interface CompiledEnvironment {
  readonly environment: Environment;
  readonly site: Site;
  readonly release: Release | null;
  readonly shared: SharedModel;
  readonly files: Readonly<Partial<Record<FileRole, CompiledFile>>>;
  readonly carryOver: CarryOver | null;
  /** The properties files in the environment's folder installed/, adopted from a workstation. */
  readonly installed: readonly PropertiesFile[];
  readonly hosts: readonly HostVerdict[];
  readonly verdict: Verdict;
  /** The facts that follow from the files of the federated sign-in; null without sso.yaml. */
  readonly signIn: SignInFacts | null;
  /** Whether a jar of the kit contains the configured initializer class; null if no class is configured or the kit is not available. */
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
  /** The measurements of saved probe results by environment; absent without --probe. */
  readonly probed?: ReadonlyMap<string, ProbedHosts>;
  /** The network addresses that --resolve looked up, by host name; null without --resolve. */
  readonly resolved: ReadonlyMap<string, { readonly addresses: readonly string[]; readonly evidence: string }> | null;
}
