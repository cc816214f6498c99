import { plain, type Text } from "../../src/kernel/diagnostic/text.ts";

/** A problem or finding, or one as JSON has it, where texts are strings. */
interface Told {
  readonly message: string | Text;
  readonly notes?: readonly (string | Text)[];
}

interface Helped {
  readonly help?: string | Text | null;
}

const textOf = (said: string | Text): string => (typeof said === "string" ? said : plain(said));

/** What is said of a problem: its headline and its notes, as text with "; " between them. */
export const said = (problem: Told | undefined): string =>
  problem === undefined ? "(there is none)" : [problem.message, ...(problem.notes ?? [])].map(textOf).join("; ");

/** What is to be done about it; empty when nothing is said. */
export const helpOf = (problem: Helped | undefined): string => textOf(problem?.help ?? "");

/** The problem with its words as text. */
export const inWords = <P extends Told & Helped>(problem: P) => ({
  ...problem,
  message: said(problem),
  help: helpOf(problem),
});
