import { name, say, type Text } from "../../diagnostic/text.ts";

/** The result of a check of `tierwright doctor`, for the diagnostics that report it among other findings. */
export interface WorkstationArgs {
  /** Id of the check. */
  readonly id: string;
  /** The result of the check; `details` has one entry for each file, `help` the instruction. */
  readonly says: Text;
  readonly details: readonly Text[];
  readonly help: Text | null;
  readonly control: Text;
}

/**
 * Returns the check's words as a message.
 * @param outcome the result in words that follow the check's id
 */
export const workstationWords = ({ id, says, details, help, control }: WorkstationArgs, outcome: Text) => ({
  message: say`${name(id)} ${outcome}: ${says}`,
  notes: [...details, ...(control.length > 0 ? [control] : [])],
  help: help ?? say`docs/doctor.md describes this check`,
});
