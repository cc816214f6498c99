import type { Text } from "../../kernel/index.ts";
import type { Looked } from "./looked.ts";

/** `skip`: what it needs is not there, and `says` tells what. `error`: the check did not come to an answer; nothing is known. */
export type State = "pass" | "warn" | "fail" | "skip" | "error";

/** What was done to see whether the check could have said something else: a thing that has to be found, or one that must not be. */
export interface Control {
  readonly did: Text;
  /** `none`: there is nothing that could be tried, and `says` says why. */
  readonly outcome: "held" | "failed" | "none";
  readonly says: Text;
}

/** What a check found, in words that name the file, what was found, what was expected and what it would lead to. */
export interface Answer {
  readonly state: State;
  readonly says: Text;
  /** One line each: the files, keys or folders that it is about. */
  readonly details: readonly Text[];
  /** What to do; null: nothing. */
  readonly help: Text | null;
  readonly control: Control | null;
}

/** What a check cannot do without; the runner skips it in words where that is missing. */
export type Need = "environment" | "repository" | "receipt" | "variables" | "running" | "own-machine";

/** One check, one file: `src/live/doctor/<family>/<name>.ts` is `<family>/<name>`. */
export interface Check {
  readonly id: string;
  /** One line: what is asked, without a question mark. */
  readonly asks: string;
  /** What happens in the tool where the answer is no. */
  readonly otherwise: string;
  /** What is tried to see whether it could have said something else. */
  readonly control: string;
  readonly needs: readonly Need[];
  /** Its place in a run, lowest first: files 10, their text 20, the environment 30, folders 40, plug-in 50, profile 60, tool 70, variables 80, leftovers 90. */
  readonly order: number;
  /** Looks, and changes nothing: it is given nothing that could. */
  run(looked: Looked): Answer | Promise<Answer>;
}
