import type { RuleProblem, SourceText } from "../../kernel/index.ts";

/** The problems and source texts that the readers collect. */
export interface Gathering {
  readonly problems: RuleProblem[];
  readonly sources: SourceText[];
}
