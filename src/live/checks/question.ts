import type { Text } from "../../kernel/index.ts";

/** A test of a question itself: a request or look that must fail, or must have another answer. */
export interface Control {
  readonly did: Text;
  /** The control's result. `none`: no control was possible, and `says` gives the reason. */
  readonly outcome: "held" | "failed" | "none";
  readonly says: Text;
}

/** The parts of an answer that the runner reads. */
export interface Controlled {
  readonly control: Control | null;
}

/** One question with a control: a probe of a server, or a check of a workstation. Its file is `<family>/<name>.ts`, as its id. */
export interface Question<Input, Answer extends Controlled, Need extends string> {
  readonly id: string;
  /** A description of the control. */
  readonly control: string;
  /** The preconditions; if one is not met, the runner skips the question with a reason. */
  readonly needs: readonly Need[];
  /** The position in a run, lowest first. */
  readonly order: number;
  run(input: Input): Answer | Promise<Answer>;
}
