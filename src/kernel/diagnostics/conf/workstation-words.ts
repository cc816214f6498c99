import { name, say, type Text } from "../../diagnostic/text.ts";

/** The result of a check of `tierwright doctor`, for the diagnostics that report it among other findings. */
export interface WorkstationArgs {
  /** The id of a check of `tierwright doctor`. */
  readonly id: string;
  /** The result of the check in words; `details` has one entry for each file, `help` is the instruction. */
  readonly says: Text;
  readonly details: readonly Text[];
  readonly help: Text | null;
  readonly control: Text;
}

/**
 * Returns the message of a finding about a check of `tierwright doctor`.
 * @param outcome the words between the check's id and its result
 */
export const workstationWords = ({ id, says, details, help, control }: WorkstationArgs, outcome: Text) => ({
  message: say`${name(id)} ${outcome}: ${says}`,
  notes: [...details, ...(control.length > 0 ? [control] : [])],
  help: help ?? say`\`tierwright help doctor.md\` describes this check`,
});
