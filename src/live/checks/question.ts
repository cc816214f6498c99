import type { Text } from "../../kernel/index.ts";

/**
 * A test of a probe or check itself: a second request, or a second look at the workstation, that must fail or must have another answer than
 * the first.
 */
export interface Control {
  readonly did: Text;
  /**
   * The result of a control. `held`: the control had the answer that it must have; `failed`: it had another one, so the answer of the probe
   * or check proves nothing; `none`: no control was possible.
   */
  readonly outcome: "held" | "failed" | "none";
  readonly says: Text;
}

/** The fields of an answer that `runQuestions`, which runs probes and checks, reads. */
export interface Controlled {
  readonly control: Control | null;
}

/** One question with a control: a probe of a server, or a check of a workstation. Its file is `<family>/<name>.ts`, as its id. */
export interface Question<Input, Answer extends Controlled, Need extends string> {
  readonly id: string;
  /** A description of what the control of a probe or check does. */
  readonly control: string;
  /** The preconditions of a probe or check; if one is not met, the probe or check is skipped, with the reason in its answer. */
  readonly needs: readonly Need[];
  /** The position of a probe or check in the sequence in which `runQuestions` asks them, lowest first. */
  readonly order: number;
  run(input: Input): Answer | Promise<Answer>;
}
