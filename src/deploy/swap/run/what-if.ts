import { plural } from "../../../kernel/index.ts";
import type { ProvenBundle } from "../protocol/bundle.ts";
import {
  alreadyThere,
  changedInTree,
  compareLive,
  keptFromMachine,
  refuseDrift,
  refuseUnpinned,
  refuseUnusable,
  refuseWithoutRights,
} from "./compare-live.ts";
import type { DeployOptions, Deployed } from "./deployed.ts";
import type { Layout } from "../protocol/layout.ts";
import { becomesLine, becomesText, acceptedText } from "../inspect/difference.ts";
import { refuseUnwritable } from "../inspect/rights.ts";
import type { Targets } from "../protocol/targets.ts";
import { refuseUnset, suppliedNotes } from "../inspect/machine-secrets.ts";
import { toolRunningStop, missingFolders, preflight } from "../inspect/preflight.ts";
import { secretsOf } from "../stage/compose.ts";
import { changesOf } from "../stage/stage.ts";
import { redact } from "../inspect/values.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { isUnfinished } from "../records/unfinished.ts";

/** Returns what `deploy` would change. Throws DeployStop for anything that would stop it. Writes nothing and takes no lock. */
export async function whatIf(
  world: SwapWorld,
  bundle: ProvenBundle,
  options: DeployOptions,
  targets: Targets,
  layout: Layout,
): Promise<Deployed> {
  const found = await preflight(world, bundle.manifest, targets, options.where, layout, options.allowed, options.secrets);
  refuseUnpinned(bundle, found.receipt);
  refuseUnusable(bundle, found);
  refuseUnset(bundle.manifest, found);
  const { drift, replaced } = compareLive(bundle, found);
  refuseDrift(drift, bundle.manifest, options.allowed.acceptDrift);
  const listed = new Set(replaced.map(({ file, key }) => `${file} ${key}`));
  const changed = [...replaced, ...changedInTree(bundle, found).filter(({ file, key }) => !listed.has(`${file} ${key}`))];
  const kept = keptFromMachine(bundle, found);
  const { changes, notes: later } = changesOf(world, bundle, targets, found);
  const notes = [
    ...(bundle.manifest.tree
      ? [
          `${targets.live} would ${found.tree ? `be replaced: ${plural(found.tree.files.length, "file")} by` : "be created:"} ${plural(bundle.manifest.tree.files, "file")}`,
        ]
      : []),
    ...changes.flatMap(({ id, path, before, values }) => {
      const known = secretsOf(found.secrets, id);
      return [
        `${path} would be ${before ? "changed" : "written"}`,
        ...values
          .filter((value) => value.before !== value.after)
          .map(({ key, before: was, after }) => `  ${key}: ${becomesText(redact(key, was, known), redact(key, after, known))}`),
      ];
    }),
    ...suppliedNotes(bundle.manifest, found),
    ...later,
    ...(isUnfinished(world.files, layout, found.receipt) ? ["an unfinished run would be finished or undone first"] : []),
    ...changed.map(becomesLine),
    ...(kept.length > 0 ? [`kept from this machine: ${kept.join(", ")}`] : []),
    ...drift.map((row) => `would be ${acceptedText(bundle.manifest, row)}`),
    ...found.strays.map((path) => `${path} would go into quarantine`),
    ...missingFolders(world, targets, bundle.manifest.kind === "swap").map((folder) => `${folder} would be created`),
  ];
  if (alreadyThere(world, layout, bundle, found, targets, options.where))
    return { kind: "already", targets, receipt: found.receipt, recovered: null, found, plan: null, notes: [] };
  refuseUnwritable(world.files, [world.files.stat(layout.swap) ? layout.swap : targets.install]);
  refuseWithoutRights(world, bundle, targets, found);
  if (bundle.manifest.kind === "swap" && found.processes.length > 0) throw toolRunningStop(found.processes, targets.install);
  return { kind: "what-if", targets, receipt: null, recovered: null, found, plan: null, notes };
}
