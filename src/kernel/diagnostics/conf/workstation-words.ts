import { name, say, type Text } from "../../diagnostic/text.ts";

/** What a check of `tierwright doctor` found, for the diagnostics that carry it among other findings. */
export interface WorkstationArgs {
  /** Which check. */
  readonly id: string;
  /** What it found, file by file, and what to do. */
  readonly says: Text;
  readonly details: readonly Text[];
  readonly help: Text | null;
  readonly control: Text;
}

/** The check's own words; `outcome` is what it came to, in a sentence that begins with its id. */
export const workstationWords = ({ id, says, details, help, control }: WorkstationArgs, outcome: Text) => ({
  message: say`${name(id)} ${outcome}: ${says}`,
  notes: [...details, ...(control.length > 0 ? [control] : [])],
  help: help ?? say`docs/doctor.md says what this check asks`,
});
