import type { CompiledEnvironment, HostVerdict, RunOptions } from "../compile/compiled.ts";
import { decide } from "../compile/decide.ts";
import { claimsOf, judgeHosts } from "../compile/hosts.ts";
import { type LoadedEnvironment, type Neighbours, loadEnvironment } from "../load/environment.ts";
import type { LoadedShared } from "../load/shared.ts";
import type { Finding } from "../diagnostic/finding.ts";
import type { Place } from "../diagnostic/place.ts";
import type { RepositoryFiles } from "../io/repository-files.ts";
import { withoutCredentials } from "../model/address.ts";
import type { Environment } from "../model/environment.ts";
import { FILE_ROLES, type PropertiesFile } from "../model/files.ts";
import type { EnvironmentSummary } from "../model/repository.ts";
import type { SourceText } from "../source/text.ts";
import { placeOf } from "../source/tree.ts";
import { judge } from "../verdict/judge.ts";
import { hidePlainSecrets, redact } from "./redact.ts";
import { COMPILED_RULES, ENVIRONMENT_RULES, log4j2Findings, propertiesFindings, readFindings, told } from "./rules.ts";
import { type Suppression, commentsOf, entriesOf, suppress } from "./suppress.ts";

/** What a run found out about one environment. Plain data: it crosses threads and lies in the cache. */
export interface EnvironmentResult {
  readonly name: string;
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  /** null when the YAML cannot be read as an environment. */
  readonly summary: EnvironmentSummary | null;
  readonly hosts: readonly HostVerdict[];
  /** Suppressions that nothing in this environment used; base files and other environments may still use them. */
  readonly open: readonly Suppression[];
  /** Every path that was asked for and what was there: equal inputs give an equal result. */
  readonly inputs: Readonly<Record<string, string>>;
}

export interface CheckContext {
  readonly files: RepositoryFiles;
  readonly shared: LoadedShared;
  readonly neighbours: Neighbours;
  readonly options: RunOptions;
}

/** The texts of one environment by path, to look at a finding's line again. */
function lineReader(sources: readonly SourceText[]): (place: Place) => string {
  return (place) => sources.find((source) => source.path === place.file)?.line(place.line) ?? "";
}

/** Decides and judges one environment; null when there is no site or the YAML cannot be read. */
export function compileModel(loaded: LoadedEnvironment, context: CheckContext): CompiledEnvironment | null {
  const { environment, carryFrom, installed } = loaded;
  const shared = context.shared.model;
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
    context.options.today,
  );
  const hosts = judgeHosts({ environment, files, release }, context.options);
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
    options: context.options,
  };
}

function secretKeysOf({ workstation }: Environment): EnvironmentSummary["secretKeys"] {
  return FILE_ROLES.flatMap((file) =>
    [...workstation.set[file]].flatMap(([key, { value }]) => (value.type === "secret" ? [{ file, key }] : [])),
  );
}

/** Findings on the environment's own files, without the values of keys that it declares secrets. */
function redacted(found: readonly Finding[], loaded: LoadedEnvironment, files: RepositoryFiles): readonly Finding[] {
  const keys = new Set(loaded.environment ? secretKeysOf(loaded.environment).map(({ key }) => key) : []);
  return keys.size === 0 ? found : redact(found, files, () => keys);
}

/**
 * Whom this environment shares its tier with on purpose. What another layer declares is of the tier block there: it counts where the
 * whole block is inherited, not for addresses of one's own.
 */
function declaredShared({ tier, tierInherited, nameScalar }: Environment): readonly string[] {
  const own = nameScalar.span.source.path;
  return tier.sharedWith.filter(({ span }) => tierInherited || span.source.path === own).map(({ text }) => text);
}

function summaryOf(compiled: CompiledEnvironment): EnvironmentSummary {
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

/** The files below installed/, and the conf to carry from where it lies elsewhere. */
function adopted({ installed, carryFrom }: LoadedEnvironment): readonly PropertiesFile[] {
  return carryFrom && !installed.some((file) => file.path === carryFrom.path) ? [...installed, carryFrom] : installed;
}

export interface CheckedEnvironment {
  readonly result: EnvironmentResult;
  readonly compiled: CompiledEnvironment | null;
  readonly loaded: LoadedEnvironment;
}

/** Loads, decides, judges and checks one environment. Rules that look across environments run later, on the summaries. */
export function checkEnvironment(name: string, context: CheckContext): CheckedEnvironment {
  const loaded = loadEnvironment(context.files, name, context.shared.model, context.neighbours);
  const compiled = compileModel(loaded, context);
  const found = [
    ...readFindings(loaded.problems, name),
    ...adopted(loaded).flatMap((file) => propertiesFindings(file, name)),
    ...loaded.installedLog4j2.flatMap((file) => log4j2Findings(file, name)),
    ...(compiled
      ? [
          ...ENVIRONMENT_RULES.flatMap((rule) => told(rule, rule.check(compiled), name)),
          ...COMPILED_RULES.flatMap((rule) => told(rule, rule.checkCompiled?.(compiled) ?? [], name)),
        ]
      : []),
  ];
  const suppressions = [
    ...loaded.sources.flatMap(commentsOf),
    ...(loaded.environment ? entriesOf(loaded.environment.ignore) : []),
  ];
  const shown = hidePlainSecrets(redacted(found, loaded, context.files), compiled);
  const { findings, suppressed, used } = suppress(shown, suppressions, lineReader(loaded.sources));
  return {
    loaded,
    compiled,
    result: {
      name,
      findings,
      suppressed,
      summary: compiled && summaryOf(compiled),
      hosts: compiled?.hosts ?? [],
      open: suppressions.filter((suppression) => !used.has(suppression)),
      inputs: {},
    },
  };
}
