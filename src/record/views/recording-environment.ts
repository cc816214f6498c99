import { path, plural, printedCommand, shellCommand } from "../../kernel/index.ts";
import type { MovedAddress } from "../recording/moved.ts";
import { recordingTitle, withoutCredentials } from "../../compiler/index.ts";
import type { RecordingRecord } from "../recording/record.ts";
import type { Step } from "../recording/steps.ts";
import { bundleNames } from "../../deploy/index.ts";
import { type RecordingDocument, recordingDocument, stopStep } from "./recording.ts";

/** The recording of an environment whose relays listen, with what its next steps depend on. */
export interface RecordingReady {
  readonly record: RecordingRecord;
  /** The absolute path of the folder that contains the captures. */
  readonly store: string;
  readonly moved: readonly MovedAddress[];
  /** The addresses of the environment that are not recorded, because a browser opens them directly without a relay. */
  readonly stays: readonly { readonly what: string; readonly address: string }[];
  /** The drift because of which `deploy` would refuse the bundle that leads the workstation to the relays; null if there is none. */
  readonly drift: FoundDrift | null;
  /** The environment that was installed before the recording, by the receipts; null if it was the recorded one or is unknown. */
  readonly former: string | null;
}

/** The drift of a workstation's settings, which `deploy` refuses to overwrite without --accept-drift (docs/rollout.md). */
export interface FoundDrift {
  /** True if the workstation has no receipt: its settings were installed without `deploy`. */
  readonly byHand: boolean;
  readonly keys: readonly string[];
  /** The keys whose current value is lost, because the bundle that ends the recording (`back`) sets another one. */
  readonly lost: readonly string[];
}

/** Returns the `tierwright deploy` command that installs one of a recording's two bundles on the workstation. */
export const deployWords = (
  { workstation }: Pick<RecordingRecord, "workstation">,
  bundle: string,
  more: readonly string[] = [],
): string => printedCommand(shellCommand`tierwright deploy ${path(bundle)} --switch-environment ${workstation.words} ${more}`);

/** Returns the command `tierwright record VERB`, with --store unless the recording uses the default store of captures. */
export const verbWords = (
  { store, workstation }: Pick<RecordingRecord, "store"> & Partial<Pick<RecordingRecord, "workstation">>,
  verb: string,
): string => printedCommand(shellCommand`tierwright record ${verb} ${store} ${workstation?.words ?? []}`);

const CLOSE =
  "close the connector's switcher and any other program here that connects to the tier: its requests would be recorded with those of the tool";

const MOST_KEYS = 3;
const named = (keys: readonly string[]): string =>
  `${keys.slice(0, MOST_KEYS).join(", ")}${keys.length > MOST_KEYS ? ` and ${keys.length - MOST_KEYS} more` : ""}`;

function driftWords({ byHand, keys }: FoundDrift, environment: string): string {
  const [values, differ, were] = [plural(keys.length, "value"), ...(keys.length === 1 ? ["differs", "was"] : ["differ", "were"])];
  const found = byHand
    ? `It was installed without a deploy: ${values} here (${named(keys)}) ${differ} from the conf that ${environment} carries from`
    : `${values} ${were} changed here since the last deploy (${named(keys)})`;
  return `${found}, which deploy refuses as drift without --accept-drift`;
}

/** Returns the step that deploys the bundle which leads the workstation to the relays, with advice if `deploy` would refuse it as drift. */
export function thereStep(
  record: RecordingRecord,
  bundle: string,
  drift: FoundDrift | null,
  former: string | null,
  then = "",
): Step {
  const command = deployWords(record, bundle);
  const other = former === null ? "" : `. It has ${former} installed, and switching back installs ${record.environment}`;
  const says = `point this workstation at the relays${then}${other}`;
  if (!drift) return { says, command };
  const { lost } = drift;
  const what = `${says}. ${driftWords(drift, record.environment)}`;
  if (former !== null)
    return { says: `${what}. Switching back does not restore them: note them, then add --accept-drift`, command };
  return lost.length === 0
    ? {
        says: `${what}. Switching back restores every value of both files, so accept the drift this once`,
        command: deployWords(record, bundle, ["--accept-drift"]),
      }
    : {
        says: `${what}. Switching back sets ${named(lost)} to the value of ${record.environment} instead of the present one: if this workstation is right, correct the environment first; otherwise add --accept-drift`,
        command,
      };
}

/**
 * Returns the steps that lead the workstation from the relays to the recorded environment or to `former`.
 * @param former The environment that was installed before the recording; null if it was the recorded one.
 * @param drift The values that `deploy` refuses to overwrite now; null if there are none, or if the recording has only just started.
 */
export function backSteps(
  record: Pick<RecordingRecord, "environment" | "workstation">,
  bundle: string,
  former: string | null,
  drift: FoundDrift | null,
  until = "",
): readonly Step[] {
  const { environment } = record;
  const accepted = drift === null ? [] : ["--accept-drift"];
  const noted = drift === null ? "" : `. ${driftWords(drift, environment)}: note them first`;
  const command = deployWords(record, bundle, accepted);
  const restart = `and restart the tool${until}`;
  if (former === null) return [{ says: `switch this workstation back to ${environment}, ${restart}${noted}`, command }];
  const { zip } = bundleNames(former, "", true);
  return [
    { says: `switch this workstation to ${environment}, ${restart}; ${former} was installed before${noted}`, command },
    {
      says: `or build the bundle of ${former} instead`,
      command: printedCommand(shellCommand`tierwright bundle ${former} --settings`),
    },
    {
      says: `and switch this workstation back to ${former}`,
      command: deployWords(record, `dist/bundles/${zip}`, accepted),
    },
  ];
}

/** Returns the next steps of a started environment recording: switch the workstation to the relays, record, stop and switch back. */
export function environmentSteps({ record, stays, drift, former }: RecordingReady): readonly Step[] {
  const { bundle, hosts, trust } = record;
  const there: readonly Step[] = bundle
    ? [thereStep(record, bundle.there, drift, former)]
    : [
        {
          says: `make this workstation resolve ${hosts.map(({ name, address }) => `${name} as ${address}`).join(", ")}: one line each in its hosts file`,
        },
        ...(trust === null
          ? []
          : [{ says: `make its Java trust ${trust}, in a truststore named by -Djavax.net.ssl.trustStore` }]),
      ];
  return [
    ...there,
    { says: "restart the tool: it reads its addresses only at startup" },
    { says: CLOSE },
    ...stays.map(({ what, address }) => ({
      says: `not recorded: ${what} (${withoutCredentials(address)}), which a browser opens directly`,
    })),
    { says: "count the recorded exchanges", command: verbWords(record, "status") },
    stopStep(verbWords(record, "stop")),
    ...(bundle
      ? backSteps(record, bundle.back, former, null, "; until then it cannot connect")
      : [{ says: "remove the lines from the hosts file, and restart the tool; until then it cannot connect" }]),
  ];
}

/** Returns the JSON document of `record start` for an environment whose relays listen. */
export function environmentDocument(ready: RecordingReady): RecordingDocument {
  const { record, store, moved } = ready;
  const { id, environment, relays, bundle, trust } = record;
  return recordingDocument(
    {
      id,
      store,
      environment,
      title: recordingTitle(environment),
      relays,
      moved: moved.map(({ role, tier, relay }) => ({ role, tier: withoutCredentials(tier), relay: withoutCredentials(relay) })),
      authority: trust,
      bundle,
    },
    environmentSteps(ready),
  );
}
