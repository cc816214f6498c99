import type { RuleId } from "./ids.generated.ts";
import type { Place } from "./place.ts";
import type { Subject } from "./subject.ts";
import { plain, type Text, withoutValues } from "./text.ts";

export type Severity = "error" | "warning" | "info";

/** One replacement of a range; an empty range inserts. */
export interface TextEdit {
  readonly place: Place;
  readonly text: string;
}

/** A fix that a machine can apply. `safe` means: the meaning after it is certainly the intended one. */
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

/** What one kind of finding has to do with others. Each finding carries it, because a run that takes its findings from the cache loads no rule. */
export interface Bearing {
  /**
   * Ids of findings that explain this one, or groups of them ("conf/*"): where one of them is shown about the same thing (Problem.follows,
   * Problem.restsOn), this one is a note of it, or is not shown.
   */
  readonly because?: readonly (RuleId | `${string}/*`)[];
  /** The part of a file that an error leaves unread: all of it, or nothing; absent: the finding's own place. */
  readonly unread?: "file" | "nothing";
  /** One finding at a place is enough, whatever the words of the others are. */
  readonly oncePerPlace?: true;
  /** The result depends on which other environments exist. */
  readonly ofNames?: true;
}

/**
 * What a rule saw, before it is known which rule and which environment it belongs to.
 * `message` says what was found in one line, `notes` the evidence and what a reader (Java, the connector, log4j) would do with it; `help`
 * says what to do.
 */
export interface Problem extends Bearing {
  readonly at: Place | null;
  readonly message: Text;
  readonly notes?: readonly Text[];
  readonly help?: Text;
  /** JSON pointer inside the YAML document, where there is one. */
  readonly pointer?: string;
  /**
   * What else makes this problem the same one before and after a change, beside its rule, file and place: the pair that a rule judges. Other
   * values make another problem, which counts as new.
   */
  readonly about?: readonly string[];
  /** false: the line may hold a secret, so no output form quotes it. */
  readonly quote?: false;
  /** Overrides the severity of the rule for this one problem (docs/rules.md). */
  readonly severity?: Severity;
  readonly fix?: Fix;
  readonly related?: readonly Related[];
  /** What would have to be read for this to be known. An error there is the cause, and this its consequence, which is not told. */
  readonly needs?: Need;
  /** Pointers that were meant beside `pointer`: a value that is missing there is the same mistake. */
  readonly meant?: readonly string[];
  /** The things that this problem explains to findings whose definition names its id (Definition.because). */
  readonly explains?: readonly Subject[];
  /** The things that explain this problem: it becomes a note of the finding that explains one of them. */
  readonly follows?: readonly Subject[];
  /** The things without which this problem says nothing: it is not shown where a finding explains one of them. */
  readonly restsOn?: readonly Subject[];
}

/** A value that a problem misses: in a file of all environments, or (without `file`) in the environment's own layers. */
export interface Need {
  readonly file?: string;
  /** JSON pointer; '*' stands for any one part. "" is the whole document. */
  readonly pointer: string;
}

/** A problem raised by a reading stage, which knows the rule it belongs to. */
export interface RuleProblem extends Problem {
  readonly rule: RuleId;
}

/** A problem with its rule: the unit that is counted, printed and gated on. */
export interface Finding extends RuleProblem {
  readonly severity: Severity;
  readonly environment: string | null;
  /** All environments that it affects, where one mistake affects several; `environment` is the first of them. */
  readonly environments?: readonly string[];
  /** What it is about in each of them, where `environments` is set and the rule says so. */
  readonly aboutEach?: Readonly<Record<string, readonly string[]>>;
}

/** What a stage raised, as a finding of a run. */
export function findingOf(problem: RuleProblem, severity: Severity, environment: string | null): Finding {
  return { ...problem, severity: problem.severity ?? severity, environment };
}

/** The same words in all of it, with no value in them but those that `keep` knows. */
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

/** The environments that a finding affects; none when it is about what all share. */
export function affected({ environment, environments }: Pick<Finding, "environment" | "environments">): readonly string[] {
  return environments ?? (environment === null ? [] : [environment]);
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** True when `severity` is at least as grave as `threshold`. */
export function atLeast(severity: Severity, threshold: Severity): boolean {
  return RANK[severity] <= RANK[threshold];
}

function text(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One stable order on every machine: by file, place, rule, message (code unit order, never the locale's). */
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
