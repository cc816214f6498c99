import type { Documentation, Problem } from "../../kernel/index.ts";
import type { Log4j2File, PropertiesFile } from "../model/files.ts";
import type { RepositoryView } from "../compile/summary.ts";
import type { CompiledEnvironment } from "../compile/compiled.ts";

/** Optional checks of a rule in addition to its `check`, which covers only the rule's scope. */
interface OfCompiled {
  /** Reports, at a setting in an environment's YAML, a fault that the rule otherwise reports in a file that has the setting. */
  checkCompiled?(env: CompiledEnvironment): Iterable<Problem>;
  /** Reports problems in a log4j2.xml, for a rule of another scope. */
  checkLog4j2?(file: Log4j2File): Iterable<Problem>;
}

/** A rule that runs on every base and installed properties file as it is. */
export interface PropertiesRule extends Documentation, OfCompiled {
  readonly scope: "properties";
  check(file: PropertiesFile): Iterable<Problem>;
}

/** A rule that runs on every base and installed log4j2.xml as it is. */
export interface Log4j2Rule extends Documentation, OfCompiled {
  readonly scope: "log4j2";
  /**
   * Set for a rule on old log files that nothing deletes. For a log4j2.xml in base/, an appender's old files count as deleted if every
   * environment of the release sets logging.deleteAfter for it.
   */
  readonly of?: "deletion";
  /** @param decided Names of appenders for which every environment of the release sets logging.deleteAfter; only for `of: "deletion"`. */
  check(file: Log4j2File, decided?: ReadonlySet<string>): Iterable<Problem>;
}

/** A rule that runs on one compiled environment: its model, the layers of its values, its decoded files and its verdict. */
export interface EnvironmentRule extends Documentation, OfCompiled {
  readonly scope: "environment";
  /** Set for a rule that judges only sso.yaml and its files: it does not run for an environment without them. */
  readonly of?: "sign-in";
  check(env: CompiledEnvironment): Iterable<Problem>;
  /** Reports problems of releases and other shared parts, once per run instead of once per environment. */
  checkShared?(view: RepositoryView): Iterable<Problem>;
}

/** A rule that runs once on all environments, releases, the matrix and the exceptions together. */
export interface RepositoryRule extends Documentation, OfCompiled {
  readonly scope: "repository";
  check(view: RepositoryView): Iterable<Problem & { readonly environment?: string }>;
}

/** A rule whose findings are reported while a document is read (source, schema, model); its module has only documentation and examples. */
export interface ReadRule extends Documentation, OfCompiled {
  readonly scope: "read";
}

export type Rule = PropertiesRule | Log4j2Rule | EnvironmentRule | RepositoryRule | ReadRule;
