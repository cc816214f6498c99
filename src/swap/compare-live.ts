import type { OpenBundle } from "./bundle.ts";
import type { Layout } from "./layout.ts";
import { differences, said } from "./live-state.ts";
import { refused } from "./outcome.ts";
import type { Places } from "./places.ts";
import type { Found } from "./preflight.ts";
import type { Drift, Receipt } from "./receipt.ts";
import { bytesOf } from "./stage.ts";
import { machineFile } from "./staged-files.ts";
import { driftOf, expectedValues, loadValues, replacedOf, unsaidKeys } from "./values.ts";
import type { SwapWorld } from "./world.ts";

/** Live values that nobody expected, and those that are replaced where nothing was known. */
export function compareLive(bundle: OpenBundle, found: Found): { drift: Drift[]; replaced: Drift[] } {
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
      ...unsaidKeys(manifest, found.receipt, file),
      ...(file === "connector" ? [...manifest.keep, ...(found.receipt?.state?.keep ?? [])] : []),
    ]);
    const expected = expectedValues(manifest, found.receipt, file);
    if (expected) drift.push(...driftOf(file, live.values, expected, next, leave));
    else if (manifest.kind === "swap" && file !== "client") replaced.push(...replacedOf(file, live.values, next, leave));
  }
  return { drift, replaced };
}

/** What the run would leave in a file, as far as the bundle decides it. */
function nextValues(bundle: OpenBundle, file: "connector" | "logger" | "client", found: Found): ReadonlyMap<string, string> {
  const { manifest } = bundle;
  const path = file === "connector" ? manifest.plugin.conf : file === "logger" ? manifest.plugin.logger : null;
  if (manifest.kind === "swap" && file !== "client" && path !== null) {
    const live = (file === "connector" ? found.conf : found.logger)?.values ?? null;
    return loadValues(path, machineFile(manifest, file, bytesOf(bundle, `plugin/${path}`), live).bytes);
  }
  return new Map(
    manifest.values.flatMap((value) => (value.file === file && value.value !== undefined ? [[value.key, value.value]] : [])),
  );
}

export function refuseDrift(drift: readonly Drift[], accepted: boolean): void {
  if (drift.length === 0 || accepted) return;
  throw refused(
    `${drift.length === 1 ? "a value" : `${drift.length} values`} on this machine ${drift.length === 1 ? "is" : "are"} not what the last receipt or the carried conf says: somebody changed ${drift.length === 1 ? "it" : "them"} here`,
    "take them into the environment's YAML (workstation.set, or workstation.keep for what belongs to the machine), or install all the same with --accept-drift; nothing was written",
    drift.map(({ file, key, expected, found }) => `${file}: ${key} is ${said(found)}, expected was ${said(expected)}`),
  );
}

/** True when every file and value is as this very bundle left it. */
export function alreadyThere(world: SwapWorld, layout: Layout, bundle: OpenBundle, found: Found, places: Places): boolean {
  const { receipt } = found;
  if (receipt?.bundle?.manifest !== bundle.manifestSha256 || receipt.install !== places.install) return false;
  // another key vouches for it now: the receipt has to say so
  if (bundle.key && bundle.key.sha256 !== receipt.key?.sha256) return false;
  return found.strays.length === 0 && differences(world, layout, receipt, found.tree).length === 0;
}

/** A key that an earlier run checked with stays: an unsigned or otherwise signed bundle is refused from then on (DESIGN 8). */
export function refuseUnpinned(bundle: OpenBundle, receipt: Receipt | null): void {
  const pinned = receipt?.key;
  if (!pinned || bundle.vouched.includes(pinned.sha256)) return;
  if (!bundle.key && bundle.signedBy(pinned.pem)) return;
  throw refused(
    `an earlier install was checked with key ${pinned.sha256.slice(0, 16)}..., and this bundle is ${bundle.key ? "signed with another key" : "not signed with it"}`,
    "take the bundle with its .sig beside it from where it was published; to change keys, give a file with the old and the new public key to --key; nothing was written",
  );
}
