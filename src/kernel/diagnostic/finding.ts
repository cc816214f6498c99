import type { RuleId } from "./ids.generated.ts";
import type { Place } from "./place.ts";
import type { Subject } from "./subject.ts";
import { plain, type Text, withoutValues } from "./text.ts";

export type Severity = "error" | "warning" | "info";

/** A change of a text: the replacement of one range; an empty range inserts. */
export interface TextEdit {
  readonly place: Place;
  readonly text: string;
}

/** A fix that a program can apply. `safe`: the result certainly has the intended meaning. */
export interface Fix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
}

/** Another place that explains a finding. */
export interface Related {
  readonly message: Text;
  readonly place: Place;
}

/**
 * Relations of one kind of finding to other kinds. Each finding carries them, because a check that takes its findings from the cache loads
 * no rule.
 */
export interface Bearing {
  /**
   * Ids of findings, or of groups of findings ("conf/*"), that can explain a finding of this kind. If the report shows such an explaining
   * finding about a subject in this finding's `follows` or `restsOn`, this finding becomes a note of it or is not shown.
   */
  readonly because?: readonly (RuleId | `${string}/*`)[];
  /** The part of a file that a finding's error leaves unread: the whole file, or nothing; absent for the finding's own place. */
  readonly unread?: "file" | "nothing";
  /** True if only one finding of this kind is shown at a place, even if the words of further ones differ. */
  readonly oncePerPlace?: true;
  /** True if a rule's findings depend on the names of other environments. */
  readonly ofNames?: true;
}

/**
 * The result of a rule, without rule id and environment.
 * `message` is the problem in one line; `notes` are the evidence and how a reader (Java, the connector, log4j) would react; `help` is the
 * instruction.
 */
export interface Problem extends Bearing {
  readonly at: Place | null;
  readonly message: Text;
  readonly notes?: readonly Text[];
  readonly help?: Text;
  /** The JSON pointer of a finding in its YAML document; absent if it has none. */
  readonly pointer?: string;
  /**
   * The values by which a finding is recognized before and after a change, in addition to rule, file and place. A finding with other values
   * counts as new.
   */
  readonly about?: readonly string[];
  /** False if the line of a finding can contain a secret, so that no output format quotes it. */
  readonly quote?: false;
  /** The severity of one finding, instead of its rule's (docs/rules.md). */
  readonly severity?: Severity;
  readonly fix?: Fix;
  readonly related?: readonly Related[];
  /**
   * The value without which a finding cannot be judged. If that value could not be read, the read error is the finding, and this one is not
   * shown.
   */
  readonly needs?: Need;
  /** Further JSON pointers that the author can have meant: a value missing at one of them is one and the same mistake. */
  readonly meant?: readonly string[];
  /**
   * Subjects, such as a file or a key. This finding is the cause of other findings about these subjects whose definition names its id in
   * `because`.
   */
  readonly explains?: readonly Subject[];
  /** Subjects that this finding is a consequence of: it becomes a note of a finding that explains one of them. */
  readonly follows?: readonly Subject[];
  /** Subjects without which this finding means nothing: it is not shown if another finding explains one of them. */
  readonly restsOn?: readonly Subject[];
}

/** A value that a finding depends on: in a file that all environments share, or (without `file`) in the environment's own layers. */
export interface Need {
  readonly file?: string;
  /** The JSON pointer of the value; '*' matches any one part, "" is the whole document. */
  readonly pointer: string;
}

/** A finding with its rule but without environment, as the reading of a document raises it. */
export interface RuleProblem extends Problem {
  readonly rule: RuleId;
}

/** A problem with rule, severity and environment: the unit that is counted, printed and gated on. */
export interface Finding extends RuleProblem {
  readonly severity: Severity;
  readonly environment: string | null;
  /** All environments that a finding affects, if there are several; `environment` is the first of them. */
  readonly environments?: readonly string[];
  /** Values of `about` by environment, if `environments` is set and the rule supplies them. */
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
