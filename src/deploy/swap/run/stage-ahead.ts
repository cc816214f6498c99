import { join } from "node:path";
import { PLUGIN_PREFIX, pluginRows } from "../../bundle/tree.ts";
import type { ProvenBundle } from "../protocol/bundle.ts";
import type { Deployed } from "./deployed.ts";
import type { Layout } from "../protocol/layout.ts";
import { refuseLinks } from "../protocol/links.ts";
import { refusal } from "../protocol/outcome.ts";
import type { Targets } from "../protocol/targets.ts";
import { refuseLongPaths } from "../inspect/path-lengths.ts";
import type { Found } from "../inspect/preflight.ts";
import type { Recovered } from "./recover.ts";
import { makeFolders } from "../stage/stage.ts";
import { inTree } from "../stage/staged-files.ts";
import { listTree } from "../protocol/tree.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/** Writes the new plug-in folder below .swap/ready for a later swap; the modeling tool can stay open. */
export function stageAhead(
  world: SwapWorld,
  bundle: ProvenBundle,
  targets: Targets,
  layout: Layout,
  found: Found,
  recovered: Recovered | null,
): Deployed {
  const { manifest, manifestSha256 } = bundle;
  if (manifest.kind === "settings") throw refusal("a settings bundle has nothing to stage", "install it with the tool open");
  refuseLongPaths(manifest, targets, `ready\\${manifestSha256}\\new`);
  const folder = layout.ready(manifestSha256);
  refuseLinks(world, [join(folder, ".."), folder, join(folder, "new")], "folder");
  makeFolders(world.files, join(folder, ".."), targets.swap);
  // the folder is restricted to this account from the start, because a later deploy of this bundle makes it its work folder
  if (world.files.stat(folder)?.kind !== "folder") world.files.makeFolder(folder, true);
  makeFolders(world.files, join(folder, "new"), targets.swap);
  const ready = new Map(listTree(world.files, join(folder, "new"))?.files.map((file) => [file.path, file.sha256]));
  for (const { path, sha256 } of pluginRows(manifest.files)) {
    if (ready.get(path) === sha256) continue;
    const target = join(folder, "new", path);
    makeFolders(world.files, join(target, ".."), targets.swap);
    world.reached("stage", path);
    world.files.write(target, bundle.read(PLUGIN_PREFIX + path), inTree(targets.live, path));
  }
  return {
    kind: "staged",
    targets,
    receipt: null,
    recovered,
    found,
    plan: null,
    notes: [`staged in ${folder}; the tool can stay open until the swap`],
  };
}
