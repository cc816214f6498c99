import {
  type BundleManifest,
  type Layout,
  type Receipt,
  driftIn,
  knownSecrets,
  openBundle,
  stateReceipts,
} from "../../../deploy/index.ts";
import { append, isReadFailure } from "../../../kernel/index.ts";
import { readingFile } from "../../../platform/index.ts";
import { recordedEnvironment, recordingName } from "../../../compiler/index.ts";
import type { RecordingRecord } from "../../recording/record.ts";
import type { Step } from "../../recording/steps.ts";
import { type FoundDrift, backSteps } from "../../views/recording-environment.ts";
import type { WorkstationPlaces } from "./meant.ts";
import { type Reading, installedOf } from "./workstation.ts";

function receiptsAt({ files }: Reading, layout: Layout): readonly Receipt[] {
  try {
    return stateReceipts(files, layout);
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    return []; // `deploy` and `doctor` report a damaged receipt
  }
}

/**
 * Returns the environment that was installed before a recording: the newest one in the workstation's receipts that is not the recording's
 * own. Returns null if that is the recorded environment, or if no receipt names an environment.
 */
export function formerEnvironment(world: Reading, { layout }: WorkstationPlaces, environment: string): string | null {
  const names = receiptsAt(world, layout).map(({ bundle }) => bundle?.environment ?? environment);
  const former = recordedEnvironment(names.findLast((name) => name !== recordingName(environment)) ?? environment);
  return former === environment ? null : former;
}

/**
 * Returns the keys that `deploy` would refuse to overwrite as drift (docs/rollout.md) if it installed the bundle `going`, and those whose
 * current value the bundle `back` would not restore. Returns null if `deploy` would refuse no key.
 */
export function driftAt(
  world: Reading,
  places: WorkstationPlaces,
  going: BundleManifest,
  back: BundleManifest,
): FoundDrift | null {
  const receipts = receiptsAt(world, places.layout);
  const receipt = receipts.at(-1) ?? null;
  const [keys, lost]: [string[], string[]] = [[], []];
  for (const { file, values } of installedOf(world, places)) {
    const at = { file, live: values, secrets: knownSecrets(going, receipts, file) };
    append(
      keys,
      driftIn(going, receipt, at).map(({ key }) => key),
    );
    const coming = new Map(back.values.flatMap((row) => (row.file === file ? [[row.key, row.value]] : [])));
    const written = [...going.values, ...back.values].filter((row) => row.file === file && row.value !== undefined);
    append(
      lost,
      [...new Set(written.map(({ key }) => key))].filter(
        (key) => !going.keep.includes(key) && values.get(key) !== coming.get(key),
      ),
    );
  }
  return keys.length === 0 ? null : { byHand: receipt === null, keys, lost };
}

/** Returns the manifest of a bundle file; null if the file is missing or damaged, which `deploy` reports. */
export function manifestAt(path: string): BundleManifest | null {
  try {
    return readingFile(path, (source) => openBundle(source).manifest);
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    return null;
  }
}

/**
 * Returns the steps that lead a workstation from the relays back to its tier, by its files and receipts.
 * @param places The paths of the workstation's files; null if they are unknown.
 * @param bundle The path of the bundle that installs the recorded environment again.
 */
export function stepsBack(
  world: Reading,
  places: WorkstationPlaces | null,
  record: Pick<RecordingRecord, "environment" | "workstation">,
  bundle: string,
): readonly Step[] {
  const back = places && manifestAt(bundle);
  const drift = places && back && driftAt(world, places, back, back);
  return backSteps(record, bundle, places && formerEnvironment(world, places, record.environment), drift);
}
