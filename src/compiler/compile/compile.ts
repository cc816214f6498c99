import type { Environment } from "../model/environment.ts";
import type { PropertiesFile } from "../model/files.ts";
import type { SharedModel } from "../model/repository.ts";
import { decideSignIn } from "../sso/decide.ts";
import type { FederatedSignIn } from "../model/federated-sign-in.ts";
import type { SignInFacts } from "../sso/facts.ts";
import { judgeIn, subjectOf } from "../verdict/judge.ts";
import type { CompiledEnvironment, RunOptions } from "./compiled.ts";
import { decide } from "./decide.ts";
import { judgeHosts } from "./hosts.ts";

/** The documents that were read for one environment. */
export interface Sources {
  readonly environment: Environment | null;
  /** The previously installed conf whose values are carried over; null if there is none. */
  readonly carryFrom: PropertiesFile | null;
  /** The properties files in the environment's folder installed/, adopted from a workstation. */
  readonly installed: readonly PropertiesFile[];
  /** sso.yaml and the files in installed/ that were adopted from servers; null if there is no sso.yaml. */
  readonly signIn: { readonly signIn: FederatedSignIn; readonly installed: SignInFacts["installed"] } | null;
}

/** Compiles one environment and returns its verdicts, too. Returns null if site.yaml or the environment's YAML cannot be read. */
export function compileEnvironment(
  { environment, carryFrom, installed, signIn }: Sources,
  shared: SharedModel,
  options: RunOptions,
): CompiledEnvironment | null {
  if (!environment || !shared.site) return null;
  const release = shared.releases.get(environment.connector.text) ?? null;
  const { files, carryOver } = release ? decide(environment, shared.site, release, carryFrom) : { files: {}, carryOver: null };
  const verdict = judgeIn(shared, subjectOf(environment), options.today);
  const hosts = judgeHosts({ environment, files, release }, options);
  return {
    environment,
    site: shared.site,
    release,
    shared,
    files,
    carryOver,
    installed,
    hosts,
    verdict,
    signIn: signIn && decideSignIn(signIn.signIn, signIn.installed),
    initializerInKit: null,
    options,
  };
}
