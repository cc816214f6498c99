import type { Problem, Severity } from "../diagnostic/finding.ts";
import type { Log4j2File, PropertiesFile } from "../model/files.ts";
import type { RepositoryView } from "../compile/summary.ts";
import type { CompiledEnvironment } from "../compile/compiled.ts";

export type RuleGroup = "repo" | "tier" | "conf" | "logging" | "compat" | "kit" | "sso" | "idp" | "secret";

/**
 * A change of the example repository (src/rules/example.ts): one file, one replacement or its whole content.
 * The executed test applies it, runs the whole check and looks for this rule only.
 */
export interface Example {
  readonly file: string;
  /** Text of the example repository's file that is replaced, once. Leave out to write the whole file. */
  readonly replace?: string;
  readonly with: string | Uint8Array;
  /** Writes the content this many times over: for a file that is too large to be shown. */
  readonly repeat?: number;
  /** Further changes that the example needs. */
  readonly also?: readonly Example[];
  /** Options of the run: a hosts file, the day, proof required. */
  readonly options?: {
    readonly today?: string;
    readonly hosts?: string;
    readonly requireProof?: boolean;
    readonly withSecrets?: boolean;
    /** Also compare every kit with its lock, as `kit verify` does; `check` never looks at a kit. */
    readonly kit?: boolean;
  };
}

interface RuleBase {
  /** `group/problem`, named after the problem, never reused. */
  readonly id: `${RuleGroup}/${string}`;
  readonly severity: Severity;
  /** One line: what is wrong. */
  readonly title: string;
  /** Why it matters: what the reader of the file would actually do. */
  readonly why: string;
  readonly remedy: string;
  /** Checklist clauses that it belongs to, e.g. ["A4"]. */
  readonly clauses: readonly string[];
  readonly fails: Example;
  /** Silent cases: legitimate spellings that must raise no alarm. At least one. */
  readonly passes: readonly Example[];
  /** What the rule has to say about an environment's YAML that sets what it otherwise finds in a file as it lies. */
  checkCompiled?(env: CompiledEnvironment): Iterable<Problem>;
}

/** Runs on every base and installed properties file as it lies. */
export interface PropertiesRule extends RuleBase {
  readonly scope: "properties";
  check(file: PropertiesFile): Iterable<Problem>;
}

/** Runs on every base and installed log4j2.xml as it lies (for compiled logging settings: on the edited text). */
export interface Log4j2Rule extends RuleBase {
  readonly scope: "log4j2";
  check(file: Log4j2File): Iterable<Problem>;
}

/** Runs on one compiled environment: the model, its layers, the decoded result and the verdict. */
export interface EnvironmentRule extends RuleBase {
  readonly scope: "environment";
  check(env: CompiledEnvironment): Iterable<Problem>;
  /** What the rule has to say about releases and other shared parts: once a run, not once an environment. */
  checkShared?(view: RepositoryView): Iterable<Problem>;
}

/** Runs once on what all environments, releases, the matrix and the exceptions say together. */
export interface RepositoryRule extends RuleBase {
  readonly scope: "repository";
  check(view: RepositoryView): Iterable<Problem & { readonly environment?: string }>;
}

/** Raised by a reading stage (source, schema, model) itself; the file holds its documentation and examples. */
export interface ReadRule extends RuleBase {
  readonly scope: "read";
}

export type Rule = PropertiesRule | Log4j2Rule | EnvironmentRule | RepositoryRule | ReadRule;
