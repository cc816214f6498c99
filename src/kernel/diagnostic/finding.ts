import type { RuleId } from "./ids.generated.ts";
import type { Place } from "./place.ts";
import type { Subject } from "./subject.ts";
import { plain, type Text, withoutValues } from "./text.ts";

export type Severity = "error" | "warning" | "info";

/** A change of a file's text: the replacement of the range `place`; an empty range inserts. */
export interface TextEdit {
  readonly place: Place;
  readonly text: string;
}

/** A change with which `check --fix` or an editor can correct a finding. `safe`: the result certainly has the intended meaning. */
export interface Fix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
}

/** Another place in the repository that explains a finding, with a message about it. */
export interface Related {
  readonly message: Text;
  readonly place: Place;
}

/**
 * Relations of one kind of finding to other kinds. Each finding contains them, because a check that takes its findings from the cache loads
 * no rule.
 */
export interface Bearing {
  /**
   * Ids of findings, or of groups of findings ("conf/*"), that can explain a finding of this kind. If the report has such an explaining
   * finding about a subject in this finding's `follows` or `restsOn`, this finding becomes a note of it or is not shown.
   */
  readonly because?: readonly (RuleId | `${string}/*`)[];
  /**
   * The part of a file that is not read because of an error of this kind: the whole file, or nothing; absent if it is the value at the
   * finding's place.
   */
  readonly unread?: "file" | "nothing";
  /** True if only one finding of this kind is shown at a place, even if several there have different words. */
  readonly oncePerPlace?: true;
  /** True if findings of this kind depend on the names of other environments, so that a renamed environment can change them. */
  readonly ofNames?: true;
}

/**
 * A problem that a rule found, without rule id and environment. `message` is the problem in one line; `notes` are the evidence and how the
 * reader of the file (Java, the connector, log4j) would react; `help` is the instruction.
 */
export interface Problem extends Bearing {
  readonly at: Place | null;
  readonly message: Text;
  readonly notes?: readonly Text[];
  readonly help?: Text;
  /** The JSON pointer of a finding in its YAML document; absent if it has none. */
  readonly pointer?: string;
  /**
   * The values by which `plan` recognizes a finding before and after a change, in addition to rule, file and place. A finding with other
   * values counts as new.
   */
  readonly about?: readonly string[];
  /** False if the line of a finding can contain a secret, so that no output format quotes it. */
  readonly quote?: false;
  /** The severity of this finding, if it differs from that of its rule (docs/rules.md). */
  readonly severity?: Severity;
  readonly fix?: Fix;
  readonly related?: readonly Related[];
  /** The value on which this finding depends. If that value could not be read, the read error is the finding, and this one is not shown. */
  readonly needs?: Need;
  /** Further JSON pointers at which the author can have meant to write the value: if it is missing there, that is no separate mistake. */
  readonly meant?: readonly string[];
  /**
   * Subjects, such as a file or a key, about which this finding can be the cause of other findings. Those name this finding's id in the
   * `because` of their definition.
   */
  readonly explains?: readonly Subject[];
  /** Subjects about which this finding can be a consequence: it becomes a note of a finding whose `explains` has one of them. */
  readonly follows?: readonly Subject[];
  /** Subjects without which this finding has no meaning: it is not shown if the `explains` of another finding has one of them. */
  readonly restsOn?: readonly Subject[];
}

/** A value that a finding depends on. It is in `file`, which all environments share, or, without `file`, in a layer of the environment. */
export interface Need {
  readonly file?: string;
  /** The JSON pointer of the value; '*' matches any one part, "" is the whole document. */
  readonly pointer: string;
}

/** A problem with its rule's id but without environment, as reading a document raises it. */
export interface RuleProblem extends Problem {
  readonly rule: RuleId;
}

/** A problem with rule, severity and environment: the unit that a report counts and prints and that decides the exit code. */
export interface Finding extends RuleProblem {
  readonly severity: Severity;
  readonly environment: string | null;
  /** The names of all environments that a finding affects, if there are several; `environment` is the first of them. */
  readonly environments?: readonly string[];
  /** The values of `about` by environment, if `environments` is set and the rule gives such values. */
  readonly aboutEach?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns the finding for a problem that a rule reports: with the problem's own severity if it has one, otherwise `severity`, and the
 * environment.
 */
export function findingOf(problem: RuleProblem, severity: Severity, environment: string | null): Finding {
  return { ...problem, severity: problem.severity ?? severity, environment };
}

/** Returns a finding with all values in its words redacted, except those that `keep` accepts. */
export function hidingValues<P extends Pick<Problem, "message" | "notes" | "help">>(
  problem: P,
  keep?: (value: string) => boolean,
): P {
  return {
    ...problem,
    message: withoutValues(problem.message, keep),
    ...(problem.notes && { notes: problem.notes.map((note) => withoutValues(note, keep)) }),
    ...(problem.help && { help: withoutValues(problem.help, keep) }),
  };
}

/** Returns the names of the environments that a finding affects; empty if it is about something that all environments share. */
export function affectedEnvironments({
  environment,
  environments,
}: Pick<Finding, "environment" | "environments">): readonly string[] {
  return environments ?? (environment === null ? [] : [environment]);
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** Returns true if `severity` is as bad as `threshold` or worse. */
export function atLeast(severity: Severity, threshold: Severity): boolean {
  return RANK[severity] <= RANK[threshold];
}

function text(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares findings for one stable order on every machine: by file, place, severity, rule, environment, message (by code units, never by locale). */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    text(a.at?.file ?? "", b.at?.file ?? "") ||
    (a.at?.line ?? 0) - (b.at?.line ?? 0) ||
    (a.at?.column ?? 0) - (b.at?.column ?? 0) ||
    RANK[a.severity] - RANK[b.severity] ||
    text(a.rule, b.rule) ||
    text(a.environment ?? "", b.environment ?? "") ||
    text(plain(a.message), plain(b.message))
  );
}
