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
    return []; // deploy and doctor report a damaged receipt
  }
}

/**
 * Returns the environment that was installed before a recording, by the receipts. Returns null if that was the recorded environment itself,
 * or if no receipt names an environment.
 */
export function formerEnvironment(world: Reading, { layout }: WorkstationPlaces, environment: string): string | null {
  const names = receiptsAt(world, layout).map(({ bundle }) => bundle?.environment ?? environment);
  const former = recordedEnvironment(names.findLast((name) => name !== recordingName(environment)) ?? environment);
  return former === environment ? null : former;
}

/**
 * Returns the keys that deploy would refuse as drift (docs/rollout.md) for the bundle `going`, and the keys whose present value the bundle
 * `back` would not restore. Returns null if deploy would refuse no key.
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

/** Returns the manifest of a recording's bundle; null if the bundle is missing or damaged, which deploy reports. */
export function manifestAt(path: string): BundleManifest | null {
  try {
    return readingFile(path, (source) => openBundle(source).manifest);
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    return null;
  }
}

/**
 * Returns the steps that lead a workstation back from a recording, by its files and receipts.
 * @param places null if the paths of the workstation's files are unknown
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
