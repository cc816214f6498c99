import { dirname } from "node:path";
import type { SwapWorld } from "../../../platform/index.ts";
import type { Found } from "../inspect/preflight.ts";
import { foldersOf, refuseUnwritable } from "../inspect/rights.ts";
import type { ProvenBundle } from "../protocol/bundle.ts";
import type { Targets } from "../protocol/targets.ts";
import { changesOf } from "../stage/stage.ts";

/** Throws a refusal if this account cannot write into a folder in which the run would exchange files. */
export function refuseWithoutRights(world: SwapWorld, bundle: ProvenBundle, targets: Targets, found: Found): void {
  const { changes } = changesOf(world, bundle, targets, found);
  const tree = bundle.manifest.kind === "swap" ? [targets.plugins, targets.live] : [];
  refuseUnwritable(world.files, [...tree, ...foldersOf(changes), ...found.strays.map((path) => dirname(path))]);
}
