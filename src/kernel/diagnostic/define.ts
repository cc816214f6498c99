import type { Example } from "./example.ts";
import type { Bearing, Problem, RuleProblem, Severity } from "./finding.ts";
import type { RuleId } from "./ids.generated.ts";
import type { Place } from "./place.ts";
import type { Text } from "./text.ts";

/** The words for one occurrence of a finding. */
export interface Wording {
  /** The problem of a finding in one line: at most MOST_HEADLINE characters with the values of the rule's example. */
  readonly message: Text;
  /** The evidence for a finding, and what Java, the connector or a person would experience: one line each, below the excerpt. */
  readonly notes?: readonly Text[];
  /** The instruction what to do about a finding. */
  readonly help?: Text;
}

/** The most characters of a headline, which a reader takes in at a glance; further information goes into notes. */
export const MOST_HEADLINE = 110;

/** The definition of one kind of finding, in a file of its own. */
export interface Definition<Args> extends Bearing {
  /** The id of a kind of finding, `group/problem`, as its file's path has it. An id is never used again for another problem. */
  readonly id: RuleId;
  readonly severity: Severity;
  /** True if a finding is about how a repository uses a kit. `kit verify`, which checks the kit alone, does not show such findings. */
  readonly ofUse?: true;
  /** The problem that findings of this kind report, in general words, in one line. */
  readonly title: string;
  /** The consequence of the problem: what the program that reads the file would do. */
  readonly why: string;
  readonly remedy: string;
  /** The clauses of docs/requirements.md that a rule serves, such as ["A4"]. */
  readonly clauses: readonly string[];
  readonly fails: Example;
  /** Legitimate contents that must not raise the finding. At least one. */
  readonly passes: readonly Example[];
  /** Returns the words of a finding for one occurrence. They are written nowhere else. */
  readonly message: (args: Args) => Wording;
}

/** The documentation of one kind of finding, without its messages. */
// biome-ignore lint/suspicious/noExplicitAny: each rule has arguments of its own, and nobody calls it through this type
export type Documentation = Omit<Definition<any>, "message">;

/** The properties of one finding in addition to its words. A null pointer means that there is none. */
export type Circumstances = Omit<Problem, "at" | "message" | "notes" | "help" | "pointer" | keyof Bearing> & {
  readonly pointer?: string | null;
};

/** A kind of finding that is raised while a file is read, before any rule runs. */
export interface Diagnostic<Args> extends Definition<Args> {
  readonly scope: "read";
  /** Returns a finding of this kind at a place; null for a finding without one. */
  at(place: Place | null, args: Args, circumstances?: Circumstances): RuleProblem;
  /** Returns true if a finding is of this kind. */
  is(finding: Pick<RuleProblem, "rule">): boolean;
}

function bearingOf({ because, unread, oncePerPlace, ofNames }: Bearing): Bearing {
  return {
    ...(because && { because }),
    ...(unread && { unread }),
    ...(oncePerPlace && { oncePerPlace }),
    ...(ofNames && { ofNames }),
  };
}

/** Returns a kind of finding with the methods that raise and recognize it. */
export function defineDiagnostic<Args>(definition: Definition<Args>): Diagnostic<Args> {
  const bearing = bearingOf(definition);
  return {
    ...definition,
    scope: "read",
    at(place, args, { pointer, ...circumstances } = {}) {
      const known = typeof pointer === "string" ? { pointer } : {};
      return { rule: definition.id, at: place, ...definition.message(args), ...known, ...circumstances, ...bearing };
    },
    is: ({ rule }) => rule === definition.id,
  };
}
