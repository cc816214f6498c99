import { name, say, type Text } from "../../diagnostic/text.ts";

/** The result of a probe, for the diagnostics that report it among other findings. */
export interface ProbeArgs {
  /** The id of a probe. */
  readonly id: string;
  readonly target: string | null;
  /** The result of the probe in words; `help` is the instruction. */
  readonly says: Text;
  readonly help: Text | null;
  readonly control: Text;
}

/**
 * Returns the message of a finding about a probe.
 * @param outcome the words between the probe's id and its result
 */
export const probeWords = ({ id, target, says, help, control }: ProbeArgs, outcome: Text) => ({
  message: target === null ? say`${name(id)} ${outcome}` : say`${name(id)} ${outcome} at ${name(target)}`,
  notes: [says, ...(control.length > 0 ? [control] : [])],
  help: help ?? say`\`tierwright help probe.md\` describes this probe`,
});
