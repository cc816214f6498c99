import type { Example } from "./example.ts";
import type { Bearing, Problem, RuleProblem, Severity } from "./finding.ts";
import type { RuleId } from "./ids.generated.ts";
import type { Place } from "./place.ts";
import type { Text } from "./text.ts";

/** The words for one occurrence of a finding. */
export interface Wording {
  /** The problem in one line of a terminal: at most MOST_HEADLINE characters with the values of the example. */
  readonly message: Text;
  /** The evidence, and what Java, the connector or a person would experience: one line each, below the excerpt. */
  readonly notes?: readonly Text[];
  /** The instruction what to do. */
  readonly help?: Text;
}

/** Most characters of a headline, which a reader takes in at a glance; further information goes into notes. */
export const MOST_HEADLINE = 110;

/** The definition of one kind of finding, in a file of its own. */
export interface Definition<Args> extends Bearing {
  /** `group/problem`, according to the file's path, named after the problem. It is never reused for another problem. */
  readonly id: RuleId;
  readonly severity: Severity;
  /** True if the finding is about how a repository uses a kit. `kit verify`, which checks the kit alone, does not show it. */
  readonly ofUse?: true;
  /** The problem in one line. */
  readonly title: string;
  /** The consequence: what the program that reads the file would do. */
  readonly why: string;
  readonly remedy: string;
  /** Clauses of the requirement that the finding belongs to, e.g. ["A4"]. */
  readonly clauses: readonly string[];
  readonly fails: Example;
  /** Legitimate spellings that must not raise the finding. At least one. */
  readonly passes: readonly Example[];
  /** Returns the words for one occurrence: the only place where they are written. */
  readonly message: (args: Args) => Wording;
}

/** The documentation of one kind of finding, without its messages. */
// biome-ignore lint/suspicious/noExplicitAny: each rule has arguments of its own, and nobody calls it through this type
export type Documentation = Omit<Definition<any>, "message">;

/** Properties of one occurrence beside its words. A null pointer means that there is none. */
export type Circumstances = Omit<Problem, "at" | "message" | "notes" | "help" | "pointer" | keyof Bearing> & {
  readonly pointer?: string | null;
};

/** A kind of finding that reading stages raise. A rule is one with a check. */
export interface Diagnostic<Args> extends Definition<Args> {
  readonly scope: "read";
  /** Returns one occurrence, at a place. */
  at(place: Place | null, args: Args, circumstances?: Circumstances): RuleProblem;
  /** Returns true if the finding is of this kind. */
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
