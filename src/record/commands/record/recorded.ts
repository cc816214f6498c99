import { wrongUse } from "../../../kernel/index.ts";
import { recordingName } from "../../../compiler/index.ts";
import { isDerived } from "./derived.ts";

/**
 * Refuses to probe a tier while its environment is recorded, because the probe's requests would be mixed with the tool's. The folder of the
 * recording shows that, whichever store it uses, and exists until the recording is stopped.
 */
export function refuseRecorded(directory: string, environment: string): void {
  if (!isDerived(directory, environment)) return;
  throw wrongUse(
    `${environment} is being recorded (environments/${recordingName(environment)} is there): what a probe asks would stand among what the tool says`,
    "`tierwright record stop` ends the recording, and takes away what a killed one left; then probe again",
  );
}
