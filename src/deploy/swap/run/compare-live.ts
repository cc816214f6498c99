import { append } from "../../../kernel/index.ts";
import { PLUGIN_PREFIX, pluginRows } from "../../bundle/tree.ts";
import type { ProvenBundle } from "../protocol/bundle.ts";
import type { Layout } from "../protocol/layout.ts";
import { adviceFor } from "../inspect/advice.ts";
import { differenceText, bothValues } from "../inspect/difference.ts";
import { refuseKept } from "../inspect/kept-values.ts";
import { differences } from "../inspect/live-state.ts";
import { DeployStop, refused } from "../protocol/outcome.ts";
import type { Targets, Where } from "../protocol/targets.ts";
import type { Found } from "../inspect/preflight.ts";
import type { Drift, Receipt } from "../protocol/receipt.ts";
import { stateReceipts } from "../records/receipts.ts";
import { bytesOf, changesOf } from "../stage/stage.ts";
import { machineFile } from "../stage/staged-files.ts";
import { decidedKeys, driftOf, expectedValues, loadValues, namedIn, replacedOf } from "../inspect/values.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { samePath } from "../protocol/paths.ts";

/** Live values that nobody expected, and those that are replaced where nothing was known. */
export function compareLive(bundle: ProvenBundle, found: Found): { drift: Drift[]; replaced: Drift[] } {
  const { manifest } = bundle;
  const drift: Drift[] = [];
  const replaced: Drift[] = [];
  for (const [file, live] of [
    ["connector", found.conf],
    ["logger", found.logger],
    ["client", found.client],
  ] as const) {
    if (!live) continue;
    const next = nextValues(bundle, file, found);
    const leave = new Set([
      ...found.secrets[file],
      ...(file === "connector" ? [...manifest.keep, ...(found.receipt?.state?.keep ?? [])] : []),
      ...namedIn(found.receipt?.state, file),
    ]);
    const decided = decidedKeys(manifest, file);
    const expected = expectedValues(manifest, found.receipt, file);
    if (expected) append(drift, driftOf({ file, live: live.values, expected, decided }, next, leave));
    else if (manifest.kind === "swap" && file !== "client")
      append(replaced, replacedOf({ file, live: live.values, expected: next, decided }, leave));
  }
  return { drift, replaced };
}

/** What the run would leave in a file, as far as the bundle decides it. */
function nextValues(bundle: ProvenBundle, file: "connector" | "logger" | "client", found: Found): ReadonlyMap<string, string> {
  const { manifest } = bundle;
  const path = file === "connector" ? manifest.plugin.conf : file === "logger" ? manifest.plugin.logger : null;
  if (manifest.kind === "swap" && file !== "client" && path !== null) {
    const live = (file === "connector" ? found.conf : found.logger)?.values ?? null;
    return loadValues(path, machineFile(manifest, file, bytesOf(bundle, PLUGIN_PREFIX + path), live, found.supplied).bytes);
  }
  return new Map(
    manifest.values.flatMap((value) => (value.file === file && value.value !== undefined ? [[value.key, value.value]] : [])),
  );
}

export function refuseDrift(drift: readonly Drift[], accepted: boolean): void {
  if (drift.length === 0 || accepted) return;
  throw new DeployStop(
    10,
    `${drift.length === 1 ? "a value" : `${drift.length} values`} on this machine ${drift.length === 1 ? "is" : "are"} not what the last receipt or the carried conf says: somebody changed ${drift.length === 1 ? "it" : "them"} here`,
    "take them into the environment's YAML (workstation.set, or workstation.keep for what belongs to the machine), or install all the same with --accept-drift; nothing was written",
    drift.map(({ file, key, expected, found }) => bothValues(`${file}: ${key}`, found, expected, "expected was")),
    drift,
  );
}

/** The tree that a swap bundle brings, conf and logger decoded: proven against the bundle itself, whatever a receipt says. */
function sameAsBundle(bundle: ProvenBundle, found: Found): boolean {
  const { plugin, files } = bundle.manifest;
  const own = new Set([plugin.conf, plugin.logger]);
  const wanted = new Map(pluginRows(files).map(({ path, sha256 }) => [path, sha256]));
  const live = found.tree?.files ?? [];
  if (live.length !== wanted.size) return false;
  if (!live.every(({ path, sha256 }) => wanted.has(path) && (own.has(path) || wanted.get(path) === sha256))) return false;
  return (["connector", "logger"] as const).every((file) => {
    const values = (file === "connector" ? found.conf : found.logger)?.values ?? new Map<string, string>();
    const next = file === "logger" && plugin.logger === null ? new Map<string, string>() : nextValues(bundle, file, found);
    return values.size === next.size && [...next].every(([key, value]) => values.get(key) === value);
  });
}

/** True when every file and value is as this very bundle would leave it: an install would change nothing, and the receipt says the same. */
export function alreadyThere(
  world: SwapWorld,
  layout: Layout,
  bundle: ProvenBundle,
  found: Found,
  targets: Targets,
  where: Where,
): boolean {
  const { receipt } = found;
  if (receipt?.bundle?.manifest !== bundle.manifestSha256 || !samePath(receipt.install, targets.install, world.windows))
    return false;
  // another key vouches for it now: the receipt has to say so
  if (bundle.key && bundle.key.sha256 !== receipt.key?.sha256) return false;
  if (found.strays.length > 0 || (bundle.manifest.kind === "swap" && !sameAsBundle(bundle, found))) return false;
  // logging is left to whoever looks into something: its levels and sizes are set with an install, and not proven
  if (changesOf(world, bundle, targets, found).changes.some(({ id }) => id !== "log4j2")) return false;
  return differences(world, layout, receipt, where, found.tree).length === 0;
}

/**
 * What a settings bundle leaves as it is although it is not what was installed: a note, and where there is nothing else to do the run ends with
 * 12, because 'already there' would not be true.
 */
export function leftAsIs(
  world: SwapWorld,
  layout: Layout,
  bundle: ProvenBundle,
  found: Found,
  targets: Targets,
  where: Where,
): readonly string[] {
  const { receipt } = found;
  if (bundle.manifest.kind === "swap" || !receipt) return [];
  const wrong = differences(world, layout, receipt, where, found.tree).filter(({ kind }) => kind !== "value");
  if (wrong.length === 0) return [];
  const advice = adviceFor(receipt, wrong, stateReceipts(world.files, layout));
  const message = `${targets.install} is not as receipt ${receipt.run} says, and a settings bundle does not fix that`;
  if (receipt.bundle?.manifest !== bundle.manifestSha256 || changesOf(world, bundle, targets, found).changes.length > 0)
    return [message, ...wrong.map(differenceText), advice];
  throw new DeployStop(12, message, advice, wrong.map(differenceText));
}

/** What a swap keeps from this machine has to be what the connector can use (C7). */
export function refuseUnusable(bundle: ProvenBundle, found: Found): void {
  const { manifest } = bundle;
  if (manifest.kind !== "swap" || manifest.keep.length === 0) return;
  const compiled = loadValues(manifest.plugin.conf, bytesOf(bundle, PLUGIN_PREFIX + manifest.plugin.conf));
  refuseKept(found.conf, manifest.keep, compiled);
}

/** A key that an earlier run checked with stays: an unsigned or otherwise signed bundle is refused from then on (docs/rollout.md). */
export function refuseUnpinned(bundle: ProvenBundle, receipt: Receipt | null): void {
  const pinned = receipt?.key;
  if (!pinned || bundle.vouched.includes(pinned.sha256)) return;
  if (!bundle.key && bundle.signedBy(pinned.pem)) return;
  throw refused(
    `an earlier install was checked with key ${pinned.sha256.slice(0, 16)}..., and this bundle is ${bundle.key ? "signed with another key" : "not signed with it"}`,
    "take the bundle with its .sig beside it from where it was published; to change keys, give a file with the old and the new public key to --key; nothing was written",
  );
}
