import { wrongUse } from "../../../kernel/index.ts";
import { recordingName } from "../../../compiler/index.ts";
import { isDerived } from "./derived.ts";

/**
 * Throws a Refusal to probe a tier while its environment is recorded, because the probe's requests would be mixed with the tool's. The
 * folder of the recording's environment shows that, and exists until the recording is stopped.
 */
export function refuseRecorded(directory: string, environment: string): void {
  if (!isDerived(directory, environment)) return;
  throw wrongUse(
    `${environment} is being recorded (environments/${recordingName(environment)} exists): the probe's requests would be recorded with those of the tool`,
    "run `tierwright record stop`, which also cleans up after a killed recording; then probe again",
  );
}
