import type { Example } from "./example.ts";
import type { Bearing, Problem, RuleProblem, Severity } from "./finding.ts";
import type { RuleId } from "./ids.generated.ts";
import type { Place } from "./place.ts";
import type { Text } from "./text.ts";

/** The message, notes and help of one finding. */
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

/** The definition of one kind of finding (one rule or diagnostic). Each has a file of its own. */
export interface Definition<Args> extends Bearing {
  /** The id of a kind of finding, `group/problem`, as its file's path has it. An id is never used again for another problem. */
  readonly id: RuleId;
  readonly severity: Severity;
  /** True if findings of this kind are about how a repository uses a kit. `kit verify`, which checks the kit alone, does not show them. */
  readonly ofUse?: true;
  /** The problem that findings of this kind report, in general words, in one line. */
  readonly title: string;
  /** The consequence of the problem: what the program that reads the file would do. */
  readonly why: string;
  readonly remedy: string;
  /** The requirements in docs/requirements.md that this kind of finding serves, such as ["A4"]. */
  readonly clauses: readonly string[];
  readonly fails: Example;
  /** Legitimate changes of the example repository that must not raise the finding. At least one. */
  readonly passes: readonly Example[];
  /** Returns the words of a finding for one occurrence. No other code writes words of this finding. */
  readonly message: (args: Args) => Wording;
}

/** The definition of one kind of finding without the function that makes its messages, for documentation. */
// biome-ignore lint/suspicious/noExplicitAny: each rule has arguments of its own, and nobody calls it through this type
export type Documentation = Omit<Definition<any>, "message">;

/** The properties of one finding in addition to its words. A `pointer` of null means that the finding has no JSON pointer. */
export type Circumstances = Omit<Problem, "at" | "message" | "notes" | "help" | "pointer" | keyof Bearing> & {
  readonly pointer?: string | null;
};

/** The definition of a kind of finding that reading a file raises, before any rule runs. */
export interface Diagnostic<Args> extends Definition<Args> {
  readonly scope: "read";
  /** Returns a finding of this kind. `place` is null if it has no place in a file. */
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

/** Returns a definition with the methods that create findings of its kind (`at`) and recognize them (`is`). */
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
