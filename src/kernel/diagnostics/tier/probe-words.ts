import { name, say, type Text } from "../../diagnostic/text.ts";

/** What a probe found, for the diagnostics that carry it among other findings. */
export interface ProbeArgs {
  /** Which probe. */
  readonly id: string;
  readonly target: string | null;
  /** What it found, and what to do. */
  readonly says: Text;
  readonly help: Text | null;
  readonly control: Text;
}

/** The probe's own words; `outcome` is what it came to, in a sentence that begins with its id. */
export const probeWords = ({ id, target, says, help, control }: ProbeArgs, outcome: Text) => ({
  message: target === null ? say`${name(id)} ${outcome}` : say`${name(id)} ${outcome} at ${name(target)}`,
  notes: [says, ...(control.length > 0 ? [control] : [])],
  help: help ?? say`docs/probe.md says what this probe asks`,
});
