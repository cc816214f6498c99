import type { Documentation, Problem } from "../../kernel/index.ts";
import type { Log4j2File, PropertiesFile } from "../model/files.ts";
import type { RepositoryView } from "../compile/summary.ts";
import type { CompiledEnvironment } from "../compile/compiled.ts";

/** What a rule says beside the files of its scope. */
interface OfCompiled {
  /** About an environment's YAML that sets what the rule otherwise finds in a file as it lies. */
  checkCompiled?(env: CompiledEnvironment): Iterable<Problem>;
  /** About a log4j2.xml, for a rule of another scope. */
  checkLog4j2?(file: Log4j2File): Iterable<Problem>;
}

/** Runs on every base and installed properties file as it lies. */
export interface PropertiesRule extends Documentation, OfCompiled {
  readonly scope: "properties";
  check(file: PropertiesFile): Iterable<Problem>;
}

/** Runs on every base and installed log4j2.xml as it lies (for compiled logging settings: on the edited text). */
export interface Log4j2Rule extends Documentation, OfCompiled {
  readonly scope: "log4j2";
  check(file: Log4j2File): Iterable<Problem>;
}

/** Runs on one compiled environment: the model, its layers, the decoded result and the verdict. */
export interface EnvironmentRule extends Documentation, OfCompiled {
  readonly scope: "environment";
  /** It judges sso.yaml and what belongs to it alone: nobody asks it where there is none. */
  readonly of?: "sign-in";
  check(env: CompiledEnvironment): Iterable<Problem>;
  /** What the rule has to say about releases and other shared parts: once a run, not once an environment. */
  checkShared?(view: RepositoryView): Iterable<Problem>;
}

/** Runs once on what all environments, releases, the matrix and the exceptions say together. */
export interface RepositoryRule extends Documentation, OfCompiled {
  readonly scope: "repository";
  check(view: RepositoryView): Iterable<Problem & { readonly environment?: string }>;
}

/** Raised by a reading stage (source, schema, model) itself; the file holds its documentation and examples. */
export interface ReadRule extends Documentation, OfCompiled {
  readonly scope: "read";
}

export type Rule = PropertiesRule | Log4j2Rule | EnvironmentRule | RepositoryRule | ReadRule;
