import { type Finding, type Problem, textOf } from "../../src/diagnostic/finding.ts";
import { plain } from "../../src/diagnostic/text.ts";

type Told = Pick<Problem | Finding, "message" | "notes">;

/** What is said of a problem: its headline and its notes, as text with "; " between them. */
export const said = (problem: Told | undefined): string =>
  problem === undefined
    ? "(there is none)"
    : [problem.message, ...(problem.notes ?? [])].map((text) => plain(textOf(text))).join("; ");

/** What is to be done about it; empty when nothing is said. */
export const helpOf = (problem: Pick<Problem | Finding, "help"> | undefined): string => plain(textOf(problem?.help ?? ""));

/** The problem with its words as text. */
export const inWords = <P extends Told & Pick<Problem | Finding, "help">>(problem: P) => ({
  ...problem,
  message: said(problem),
  help: helpOf(problem),
});
