import {
  type BundleManifest,
  type Layout,
  type Receipt,
  type Values,
  decidedKeys,
  driftOf,
  expectedValues,
  knownSecrets,
  namedKeys,
  stateReceipts,
} from "../../../deploy/index.ts";
import { append } from "../../../kernel/index.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { type FileRole, recordedEnvironment, recordingName } from "../../../compiler/index.ts";
import type { FoundDrift } from "../../views/recording-environment.ts";
import type { WorkstationPlaces } from "./meant.ts";
import { installedOf } from "./workstation.ts";

function receiptsAt({ files }: SwapWorld, layout: Layout): readonly Receipt[] {
  try {
    return stateReceipts(files, layout);
  } catch {
    return []; // deploy itself reports a fault in the settings files
  }
}

/**
 * Returns the other environment that was installed before the recording of an environment, by the receipts. Returns null if the recorded one
 * was, or if no receipt names any.
 */
export function formerEnvironment(world: SwapWorld, { layout }: WorkstationPlaces, environment: string): string | null {
  const names = receiptsAt(world, layout).map(({ bundle }) => bundle?.environment ?? environment);
  const former = recordedEnvironment(names.findLast((name) => name !== recordingName(environment)) ?? environment);
  return former === environment ? null : former;
}

const decided = ({ values }: BundleManifest, role: FileRole): Values =>
  new Map(values.flatMap(({ file, key, value }) => (file === role && value !== undefined ? [[key, value]] : [])));

/**
 * Returns the keys that a deploy of the bundle `there` would refuse as drift (docs/rollout.md), and the keys that the bundle `back` would
 * not restore. Returns null if there are none.
 */
export function driftAt(
  world: SwapWorld,
  { layout, connector, client }: WorkstationPlaces,
  there: BundleManifest,
  back: BundleManifest,
): FoundDrift | null {
  const receipts = receiptsAt(world, layout);
  const receipt = receipts.at(-1) ?? null;
  const [keys, lost]: [string[], string[]] = [[], []];
  for (const { file, values } of installedOf(world, { connector, client })) {
    const expected = expectedValues(there, receipt, file);
    const [going, coming] = [decided(there, file), decided(back, file)];
    const kept = file === "connector" ? [...there.keep, ...(receipt?.state?.keep ?? [])] : [];
    const leave = new Set([...knownSecrets(there, receipts, file), ...kept, ...namedKeys(receipt?.state, file)]);
    if (expected) {
      const next = new Map([...(receipt?.state ? expected : []), ...going]);
      const drift = driftOf({ file, live: values, expected, decided: decidedKeys(there, file) }, next, leave);
      append(
        keys,
        drift.map(({ key }) => key),
      );
    }
    const written = [...new Set([...going.keys(), ...coming.keys()])];
    append(
      lost,
      written.filter((key) => !there.keep.includes(key) && values.get(key) !== coming.get(key)),
    );
  }
  return keys.length === 0 ? null : { byHand: receipt === null, keys, lost };
}
