import type { Text } from "../../kernel/index.ts";
import type { Control, Question } from "../checks/question.ts";
import type { Looked } from "./looked.ts";

export type { Control } from "../checks/question.ts";

/**
 * The result of a check. `skip`: something that the check needs is missing, and the answer names it. `error`: the check did not finish, or
 * its control failed, so nothing is known.
 */
export type State = "pass" | "warn" | "fail" | "skip" | "error";

/** The answer of a check, in words that name the file, the actual and the expected state, and the consequence. */
export interface Answer {
  readonly state: State;
  readonly says: Text;
  /** One line for each file, key or folder that the answer of a check is about. */
  readonly details: readonly Text[];
  /** The instruction for the user; null if there is nothing to do. */
  readonly help: Text | null;
  readonly control: Control | null;
}

/** A precondition of a check; if it is not met, the check is skipped, with the reason in its answer. */
export type Need = "environment" | "repository" | "receipt" | "variables" | "running" | "own-machine";

/**
 * One check. `src/live/doctor/<family>/<name>.ts` has the id `<family>/<name>`. `order` begins with 1 for files, 2 for their text, 3 for
 * values and addresses, 4 for folders, 5 for the plug-in, 6 for the kit profile, 7 for the modeling tool, 8 for environment variables, 9
 * for leftovers. A check cannot change the workstation: its input offers no way to write.
 */
export interface Check extends Question<Looked, Answer, Need> {
  /** The question that a check answers, in one line without a question mark. */
  readonly asks: string;
  /** The consequence for the user of the modeling tool if the workstation fails the check. */
  readonly otherwise: string;
}
