import type { Example } from "./example.ts";
import type { Bearing, Problem, RuleProblem, Severity } from "./finding.ts";
import type { RuleId } from "./ids.generated.ts";
import type { Place } from "./place.ts";
import type { Text } from "./text.ts";

/** What is told of one occurrence. */
export interface Wording {
  /** What was found, in one line of a terminal: no more than MOST_HEADLINE characters with the values of the example. */
  readonly message: Text;
  /** The evidence, and what Java, the connector or a person would meet: a line each, below the excerpt. */
  readonly notes?: readonly Text[];
  /** What to do. */
  readonly help?: Text;
}

/** A headline is read at a glance; what else is to be said are notes. */
export const MOST_HEADLINE = 110;

/** What one kind of finding says about itself, in its own file. */
export interface Definition<Args> extends Bearing {
  /** `group/problem` as the file's place says it, named after the problem, never used again for another one. */
  readonly id: RuleId;
  readonly severity: Severity;
  /** It is about what a repository makes of a kit: `kit verify`, which compares the kit alone, does not show it. */
  readonly ofUse?: true;
  /** One line: what is wrong. */
  readonly title: string;
  /** Why it matters: what the reader of the file would actually do. */
  readonly why: string;
  readonly remedy: string;
  /** Clauses of the requirement that it belongs to, e.g. ["A4"]. */
  readonly clauses: readonly string[];
  readonly fails: Example;
  /** Silent cases: legitimate spellings that must raise no alarm. At least one. */
  readonly passes: readonly Example[];
  /** The words for one occurrence: the only place where they are written. */
  readonly message: (args: Args) => Wording;
}

/** The documentation of one kind of finding, without its words. */
// biome-ignore lint/suspicious/noExplicitAny: each rule has arguments of its own, and nobody calls it through this type
export type Documentation = Omit<Definition<any>, "message">;

/** What is known of one occurrence beside its words; a pointer that is null is none. */
export type Circumstances = Omit<Problem, "at" | "message" | "notes" | "help" | "pointer" | keyof Bearing> & {
  readonly pointer?: string | null;
};

/** A kind of finding. Reading stages raise it; a rule is one with a check. */
export interface Diagnostic<Args> extends Definition<Args> {
  readonly scope: "read";
  /** One occurrence, at a place. */
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

/** A kind of finding from its documentation and its words. */
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
