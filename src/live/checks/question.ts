import type { Text } from "../../kernel/index.ts";

/**
 * The control of a probe or check, with its result: a second request to the server, or a second read of the workstation, that must fail or
 * must have another answer than the first.
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

/**
 * One question with a control: a probe of a server, or a check of a workstation. Its file is `<family>/<name>.ts`, and its id is
 * `<family>/<name>`.
 */
export interface Question<Input, Answer extends Controlled, Need extends string> {
  readonly id: string;
  /** The description of the control of a probe or check, for --details. */
  readonly control: string;
  /** The preconditions of a probe or check; if one is not met, the probe or check is skipped, with the reason in its answer. */
  readonly needs: readonly Need[];
  /** The position of a probe or check in the sequence in which `runQuestions` asks them, lowest first. */
  readonly order: number;
  run(input: Input): Answer | Promise<Answer>;
}
