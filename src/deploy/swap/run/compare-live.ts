import { dirname } from "node:path";
import { append } from "../../../kernel/index.ts";
import { foldersOf, refuseUnwritable } from "../inspect/rights.ts";
import type { BundleManifest } from "../../bundle/manifest.ts";
import { PLUGIN_PREFIX, pluginRows } from "../../bundle/tree.ts";
import type { ProvenBundle } from "../protocol/bundle.ts";
import type { Layout } from "../protocol/layout.ts";
import { adviceFor } from "../inspect/advice.ts";
import { differenceText, bothValues, isLeft } from "../inspect/difference.ts";
import { driftSteps } from "../inspect/drift-steps.ts";
import { refuseKept } from "../inspect/kept-values.ts";
import { differences } from "../inspect/live-state.ts";
import { DeployStop, refusal } from "../protocol/outcome.ts";
import type { Targets, Where } from "../protocol/targets.ts";
import type { Found } from "../inspect/preflight.ts";
import type { Drift, Receipt } from "../protocol/receipt.ts";
import { stateReceipts } from "../records/receipts.ts";
import { bytesOf, changesOf } from "../stage/stage.ts";
import { keptKeys, machineFile } from "../stage/staged-files.ts";
import {
  changedOf,
  decidedKeys,
  differing,
  driftIn,
  editedValues,
  expectedValues,
  ignoredKeys,
  loadValues,
  namedKeys,
} from "../inspect/values.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { samePath } from "../protocol/paths.ts";

/**
 * Returns live values that changed since the last deploy (`drift`), and those that the bundle replaces although no receipt states them
 * (`replaced`).
 */
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
    const at = { file, live: live.values, secrets: found.secrets[file] };
    append(drift, driftIn(manifest, found.receipt, at, next));
    if (manifest.kind === "swap" && file !== "client") {
      const unstated = expectedValues(manifest, found.receipt, file) ? namedKeys(found.receipt?.state, file) : live.values.keys();
      const leave = new Set(ignoredKeys(manifest, found.receipt, at));
      append(replaced, differing({ ...at, expected: next, decided: decidedKeys(manifest, file) }, unstated, leave));
    }
  }
  return { drift, replaced };
}

/**
 * Returns the values of conf and logger that the bundle decides and a swap would change. Ignores secrets, which stay as they are on the
 * machine.
 */
export function changedInTree(bundle: ProvenBundle, found: Found): Drift[] {
  if (bundle.manifest.kind !== "swap") return [];
  return (["connector", "logger"] as const).flatMap((file) => {
    const live = (file === "connector" ? found.conf : found.logger)?.values;
    if (!live || (file === "logger" && bundle.manifest.plugin.logger === null)) return [];
    const expected = nextValues(bundle, file, found);
    return changedOf({ file, live, expected, decided: decidedKeys(bundle.manifest, file) }, found.secrets[file]);
  });
}

/** Returns the keys of `keep` that the workstation's conf has, whose values a swap would take from there. */
export const keptFromMachine = ({ manifest }: ProvenBundle, { conf }: Found): readonly string[] =>
  manifest.kind === "swap" && conf ? keptKeys(manifest, conf.values) : [];

/**
 * Returns the values that a properties file should have after the deploy; for a file that the deploy only edits, those of `editedValues`.
 */
function nextValues(bundle: ProvenBundle, file: "connector" | "logger" | "client", found: Found): ReadonlyMap<string, string> {
  const { manifest } = bundle;
  const path = file === "connector" ? manifest.plugin.conf : file === "logger" ? manifest.plugin.logger : null;
  if (manifest.kind === "swap" && file !== "client" && path !== null) {
    const live = (file === "connector" ? found.conf : found.logger)?.values ?? null;
    return loadValues(path, machineFile(manifest, file, bytesOf(bundle, PLUGIN_PREFIX + path), live, found.supplied).bytes);
  }
  return editedValues(manifest, found.receipt, file);
}

export function refuseDrift(drift: readonly Drift[], manifest: BundleManifest, accepted: boolean): void {
  if (drift.length === 0 || accepted) return;
  const steps = driftSteps(
    drift.map(({ file, key }) => {
      return { file, key, isWrite: manifest.values.some((value) => value.unit && value.file === file && value.key === key) };
    }),
  );
  const left = drift.filter((row) => isLeft(manifest, row)).map(({ file, key }) => `${file}: ${key}`);
  const [writes, install] =
    manifest.kind === "settings"
      ? ["only a swap bundle writes", "and install the swap bundle, "]
      : ["this bundle does not write", ""];
  const accept =
    left.length === drift.length
      ? `${install}or leave them as they are with --accept-drift`
      : `or overwrite them with --accept-drift${left.length === 0 ? "" : ` (${writes} ${left.join(", ")})`}`;
  throw new DeployStop(
    10,
    `${drift.length === 1 ? "a value was" : `${drift.length} values were`} changed locally since the last deploy`,
    `${steps.join(", ")}, ${accept}; nothing was written`,
    drift.map(({ file, key, expected, found }) => bothValues(`${file}: ${key}`, found, expected, "expected")),
    drift,
  );
}

/**
 * Returns whether the live plug-in folder already equals the one that a swap bundle would install: conf and logger by values, other files
 * by digest.
 */
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

/** Returns whether the newest receipt names this bundle, and every file and value is already as the bundle would leave it. */
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
  // a bundle verified with another key is installed again, because the receipt must record that key
  if (bundle.key && bundle.key.sha256 !== receipt.key?.sha256) return false;
  if (found.strays.length > 0 || (bundle.manifest.kind === "swap" && !sameAsBundle(bundle, found))) return false;
  // log4j2.xml does not count: an install sets its levels and sizes, but users change them to investigate a problem
  if (changesOf(world, bundle, targets, found).changes.some(({ id }) => id !== "log4j2")) return false;
  return differences(world, layout, receipt, where, found.tree).length === 0;
}

/**
 * Returns notes about differences from the newest receipt that a settings bundle cannot fix. Throws DeployStop 12 if this bundle is already
 * installed and would change nothing, because the result 'already there' would hide these differences.
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
  const { kind, environment, connector } = bundle.manifest;
  const next = { kind, bundle: { name: "", environment, connector, manifest: bundle.manifestSha256 } };
  const advice = adviceFor(next, wrong, stateReceipts(world.files, layout), { where, file: null });
  const message = `${targets.install} differs from receipt ${receipt.run}, which a settings bundle cannot fix`;
  if (receipt.bundle?.manifest !== bundle.manifestSha256 || changesOf(world, bundle, targets, found).changes.length > 0)
    return [message, ...wrong.map(differenceText), advice];
  throw new DeployStop(12, message, advice, wrong.map(differenceText));
}

/** Throws a refusal if a swap bundle keeps a value of this workstation's conf (`keep`) that the connector cannot use. */
export function refuseUnusable(bundle: ProvenBundle, found: Found): void {
  const { manifest } = bundle;
  if (manifest.kind !== "swap" || manifest.keep.length === 0) return;
  const compiled = loadValues(manifest.plugin.conf, bytesOf(bundle, PLUGIN_PREFIX + manifest.plugin.conf));
  refuseKept(found.conf, manifest.keep, compiled);
}

/**
 * Throws a refusal for a bundle that is not signed with the key in the newest receipt: a key that verified an install stays required,
 * unless --key names it together with a new one (docs/rollout.md).
 */
export function refuseUnpinned(bundle: ProvenBundle, receipt: Receipt | null): void {
  const pinned = receipt?.key;
  if (!pinned || bundle.vouched.includes(pinned.sha256)) return;
  if (!bundle.key && bundle.signedBy(pinned.pem)) return;
  throw refusal(
    `an earlier install was verified with key ${pinned.sha256.slice(0, 16)}..., but this bundle is ${bundle.key ? "signed with another key" : "not signed with it"}`,
    "get the bundle with its .sig from where it was published; to change keys, give --key a file with the old and the new public key; nothing was written",
  );
}

/** Throws a refusal if this account cannot write into a folder in which the deploy would exchange files. */
export function refuseWithoutRights(world: SwapWorld, bundle: ProvenBundle, targets: Targets, found: Found): void {
  const { changes } = changesOf(world, bundle, targets, found);
  const tree = bundle.manifest.kind === "swap" ? [targets.plugins, targets.live] : [];
  refuseUnwritable(world.files, [...tree, ...foldersOf(changes), ...found.strays.map((path) => dirname(path))]);
}
