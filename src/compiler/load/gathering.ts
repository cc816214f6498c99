import type { RuleProblem, SourceText } from "../../kernel/index.ts";

/** The lists to which the readers of documents add their problems and source texts. */
export interface Gathering {
  readonly problems: RuleProblem[];
  readonly sources: SourceText[];
}
