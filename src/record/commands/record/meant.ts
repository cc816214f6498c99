import { join } from "node:path";
import { type BundleManifest, type Layout, layoutOf, targetsOf, whereOf } from "../../../deploy/index.ts";
import { environmentNameFault, isRefusal } from "../../../kernel/index.ts";
import { relaysFor } from "../../recording/moved.ts";
import { MOVED_KEYS, type MovedKey } from "../../recording/pointing.ts";
import { compileOne, openRepository } from "../../../compiler/index.ts";
import type { Invocation } from "../../../report/index.ts";
import { settingsOf, tierAddressesOf } from "./bundles.ts";
import { requestOf } from "./prepared.ts";

/**
 * The paths of a workstation's folders and settings files. They come from site.yaml, the environment and the command line, never from
 * recording.json, which somebody could have changed.
 */
export interface WorkstationPlaces {
  readonly layout: Layout;
  readonly connector: string;
  readonly client: string;
  /** The path of logger.properties; null if the connector release has none. */
  readonly logger: string | null;
}

/** Returns the paths of a workstation's settings files, from a bundle's manifest and the options of the command. */
export function workstationPlaces(
  invocation: Invocation,
  manifest: BundleManifest,
  machine: { readonly windows: boolean },
): WorkstationPlaces {
  const where = whereOf(invocation);
  const targets = targetsOf(manifest, where);
  return {
    layout: layoutOf(targets, where, machine),
    connector: join(targets.live, manifest.plugin.conf),
    client: targets.client,
    logger: manifest.plugin.logger === null ? null : join(targets.live, manifest.plugin.logger),
  };
}

/** A recorded environment, as the repository of the command defines it now. */
export interface RecordedEnvironment {
  readonly places: WorkstationPlaces;
  readonly manifest: BundleManifest;
  /** The keys that hold sign-in and file-transfer addresses, with the values that the environment decides. */
  readonly keys: readonly MovedKey[];
  /**
   * Returns the names of the environment's servers, each with the loopback address to which the hosts file must lead the name in a
   * recording of mode `tls`.
   */
  hosts(): readonly { readonly name: string; readonly address: string }[];
}

/** Returns an environment as the repository defines it now; null if it has no environment of that name, or none that compiles. */
export async function readRecordedEnvironment(invocation: Invocation, environment: string): Promise<RecordedEnvironment | null> {
  if (environmentNameFault(environment) !== null) return null;
  try {
    if (!openRepository(invocation.directory).names.includes(environment)) return null;
    const { ready } = await compileOne(requestOf(invocation, environment), invocation.host);
    if (!ready?.compiled.release) return null;
    const source = { serial: 0, source: { commit: null, changed: false }, unknown: null };
    const { manifest } = settingsOf(ready, source).composed;
    const decided = new Map(manifest.values.map(({ file, key, value }) => [`${file}/${key}`, value]));
    const keys = MOVED_KEYS.flatMap(({ file, key }) => {
      const back = decided.get(`${file}/${key}`);
      return back === undefined ? [] : [{ file, key, back }];
    });
    const machine = await invocation.host.machine(() => undefined);
    return {
      manifest,
      keys,
      places: workstationPlaces(invocation, manifest, machine),
      hosts: () => relaysFor(tierAddressesOf(ready.compiled), "tls").map(({ host: name, at: address }) => ({ name, address })),
    };
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
