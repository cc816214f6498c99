import type { ProvenBundle } from "../protocol/bundle.ts";
import { alreadyThere, compareLive, refuseDrift, refuseUnpinned, refuseUnusable } from "./compare-live.ts";
import type { DeployOptions, Deployed } from "./deployed.ts";
import type { Layout } from "../protocol/layout.ts";
import { said } from "../inspect/live-state.ts";
import type { Targets } from "../protocol/targets.ts";
import { inUse, missingFolders, preflight } from "../inspect/preflight.ts";
import { changesOf } from "../stage/stage.ts";
import { sayable } from "../inspect/values.ts";
import type { SwapWorld } from "../../io/machine.ts";
import { isUnfinished } from "../records/unfinished.ts";

/** What an install would do, with everything that would stop it; writes nothing and takes no lock. Throws DeployStop. */
export async function whatIf(
  world: SwapWorld,
  bundle: ProvenBundle,
  options: DeployOptions,
  places: Targets,
  layout: Layout,
): Promise<Deployed> {
  const found = await preflight(world, bundle.manifest, places, options.where, layout, options.allowed);
  refuseUnpinned(bundle, found.receipt);
  refuseUnusable(bundle, found);
  const { drift, replaced } = compareLive(bundle, found);
  refuseDrift(drift, options.allowed.acceptDrift);
  const { changes, notes: later } = changesOf(world, bundle, places, found);
  const notes = [
    ...(bundle.manifest.tree
      ? [
          `${places.live} would ${found.tree ? `be replaced: ${found.tree.files.length} files by` : "be made:"} ${bundle.manifest.tree.files} files`,
        ]
      : []),
    ...changes.flatMap(({ id, path, before, values }) => {
      const known = id === "connector" || id === "client" ? found.secrets[id] : undefined;
      return [
        `${path} would be ${before ? "changed" : "written"}`,
        ...values
          .filter((value) => value.before !== value.after)
          .map(
            ({ key, before: was, after }) =>
              `  ${key}: ${said(sayable(key, was, known))} would become ${said(sayable(key, after, known))}`,
          ),
      ];
    }),
    ...later,
    ...(isUnfinished(world.files, layout, found.receipt) ? ["an unfinished run would be finished or undone first"] : []),
    ...replaced.map(({ file, key, expected, found: live }) => `${file}: ${key} ${said(live)} would become ${said(expected)}`),
    ...found.strays.map((path) => `${path} would go into quarantine`),
    ...missingFolders(world, places, bundle.manifest.kind === "swap").map((folder) => `${folder} would be made`),
  ];
  if (alreadyThere(world, layout, bundle, found, places, options.where))
    return { kind: "already", places, receipt: found.receipt, recovered: null, found, plan: null, notes: [] };
  if (bundle.manifest.kind === "swap" && found.processes.length > 0) throw inUse(found.processes, places.install);
  return { kind: "what-if", places, receipt: null, recovered: null, found, plan: null, notes };
}
