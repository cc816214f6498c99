import type { Text } from "../../kernel/index.ts";
import type { Looked } from "./looked.ts";

/**
 * The result of a check. `skip`: something that the check needs is missing, and the answer names it. `error`: the check did not finish, so nothing is
 * known.
 */
export type State = "pass" | "warn" | "fail" | "skip" | "error";

/** A test of the check itself: looks for something that must be found, or for something that must not be. */
export interface Control {
  readonly did: Text;
  /** The control's result. `none`: no control was possible, and `says` gives the reason. */
  readonly outcome: "held" | "failed" | "none";
  readonly says: Text;
}

/** The result of a check, in words that name the file, the actual and the expected state, and the consequence. */
export interface Answer {
  readonly state: State;
  readonly says: Text;
  /** One line for each file, key or folder concerned. */
  readonly details: readonly Text[];
  /** The instruction for the user; null if there is nothing to do. */
  readonly help: Text | null;
  readonly control: Control | null;
}

/** A precondition of a check; if it is not met, the runner skips the check with a reason. */
export type Need = "environment" | "repository" | "receipt" | "variables" | "running" | "own-machine";

/** One check. `src/live/doctor/<family>/<name>.ts` has the id `<family>/<name>`. */
export interface Check {
  readonly id: string;
  /** The question in one line, without a question mark. */
  readonly asks: string;
  /** The consequence in the tool if the check fails. */
  readonly otherwise: string;
  /** A description of the control. */
  readonly control: string;
  readonly needs: readonly Need[];
  /**
   * The position in a run, lowest first: files 10, their text 20, the environment 30, folders 40, plug-in 50, profile 60, tool 70, variables 80,
   * leftovers 90.
   */
  readonly order: number;
  /** Runs the check. A check cannot change the workstation: `looked` offers no way to write. */
  run(looked: Looked): Answer | Promise<Answer>;
}
