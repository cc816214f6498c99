import { wrongUse } from "../../../kernel/index.ts";
import { recordingName } from "../../../compiler/index.ts";
import { isDerived } from "./derived.ts";

/**
 * Throws a Refusal to probe a tier while its environment is recorded, because the capture would mix the probe's requests with those of the
 * modeling tool. The folder environments/<name>.recording, which exists until the recording is stopped, shows that it is.
 */
export function refuseRecorded(directory: string, environment: string): void {
  if (!isDerived(directory, environment)) return;
  throw wrongUse(
    `${environment} is being recorded (environments/${recordingName(environment)} exists): the probe's requests would be recorded with those of the tool`,
    "run `tierwright record stop`, which also cleans up after a killed recording; then probe again",
  );
}
