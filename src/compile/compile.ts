import type { Environment } from "../model/environment.ts";
import type { PropertiesFile } from "../model/files.ts";
import type { SharedModel } from "../model/repository.ts";
import { judge } from "../verdict/judge.ts";
import type { CompiledEnvironment, RunOptions } from "./compiled.ts";
import { decide } from "./decide.ts";
import { judgeHosts } from "./hosts.ts";

/** What was read of one environment. */
export interface Sources {
  readonly environment: Environment | null;
  /** The conf whose values are carried over. */
  readonly carryFrom: PropertiesFile | null;
  /** Files below installed/. */
  readonly installed: readonly PropertiesFile[];
}

/** Decides and judges one environment; null when there is no site or the YAML cannot be read. */
export function compileEnvironment(
  { environment, carryFrom, installed }: Sources,
  shared: SharedModel,
  options: RunOptions,
): CompiledEnvironment | null {
  if (!environment || !shared.site) return null;
  const release = shared.releases.get(environment.connector.text) ?? null;
  const { files, carryOver } = release ? decide(environment, shared.site, release, carryFrom) : { files: {}, carryOver: null };
  const verdict = judge(
    {
      environment: environment.name,
      tool: environment.tool.text,
      connector: environment.connector.text,
      tierRelease: environment.tier.release.text,
    },
    shared.matrix,
    release,
    shared.exceptions,
    options.today,
  );
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
    options,
  };
}
