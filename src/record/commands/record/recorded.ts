import { wrongUse } from "../../../kernel/index.ts";
import { recordingName } from "../../../compiler/index.ts";
import { isDerived } from "./derived.ts";

/**
 * Nothing else asks a tier while its environment is recorded: its requests would stand among those of the tool. The recording's own folder says so,
 * whichever store it was made in, and is there until it is stopped.
 */
export function refuseRecorded(directory: string, environment: string): void {
  if (!isDerived(directory, environment)) return;
  throw wrongUse(
    `${environment} is being recorded (environments/${recordingName(environment)} is there): what a probe asks would stand among what the tool says`,
    "`tierwright record stop` ends the recording, and takes away what a killed one left; then probe again",
  );
}
