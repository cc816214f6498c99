import { name, say, type Text } from "../../diagnostic/text.ts";

/** The result of a probe, for the diagnostics that report it among other findings. */
export interface ProbeArgs {
  /** Id of the probe. */
  readonly id: string;
  readonly target: string | null;
  /** The result of the probe; `help` is the instruction. */
  readonly says: Text;
  readonly help: Text | null;
  readonly control: Text;
}

/**
 * Returns the probe's words as a message.
 * @param outcome the result in words that follow the probe's id
 */
export const probeWords = ({ id, target, says, help, control }: ProbeArgs, outcome: Text) => ({
  message: target === null ? say`${name(id)} ${outcome}` : say`${name(id)} ${outcome} at ${name(target)}`,
  notes: [says, ...(control.length > 0 ? [control] : [])],
  help: help ?? say`docs/probe.md describes this probe`,
});
