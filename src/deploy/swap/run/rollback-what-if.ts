import { append, plural } from "../../../kernel/index.ts";
import { dirname, join } from "node:path";
import { becomesLine, becomesText } from "../inspect/difference.ts";
import { Layout } from "../protocol/layout.ts";
import { refuseLinks } from "../protocol/links.ts";
import { DeployStop, refuseOnReadError } from "../protocol/outcome.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { undoneRun } from "../records/receipts.ts";
import { foldersOf, refuseUnwritable } from "../inspect/rights.ts";
import { undoable } from "./rollback.ts";
import { secretsOf } from "../stage/compose.ts";
import type { FileChange } from "../stage/staged-files.ts";
import { isUnfinished } from "../records/unfinished.ts";
import { broughtValues, knownSecrets, loadValues, redact, shownPair, type Values } from "../inspect/values.ts";
import { backChange } from "./way-back.ts";
import type { SwapWorld } from "../../../platform/index.ts";

export interface WouldRollBack {
  /** The receipt of the deploy or rollback that a rollback would undo. */
  readonly undone: Receipt;
  /** The bundle of the state that a rollback would restore; null for the state before the first deploy. */
  readonly back: Receipt["bundle"];
  readonly notes: readonly string[];
}

function changeWords({ path, before, after, values }: FileChange, secrets: ReadonlySet<string> | undefined): string[] {
  const what = after === null ? "removed" : before === null ? "written" : "changed";
  const changed = values.filter((value) => value.before !== value.after);
  if (after === null) return [`${path} would be ${what}`];
  return [
    `${path} would be ${what}`,
    ...changed.map(
      (value) =>
        `  ${value.key}: ${becomesText(redact(value.key, value.before, secrets), redact(value.key, value.after, secrets))}`,
    ),
  ];
}

const PLACES = { connector: "conf", logger: "logger" } as const;

/** Returns the decoded values of a file of the plug-in folder; null if it is missing, no ordinary file, or Java cannot load it. */
function valuesAt({ files }: SwapWorld, path: string): Values | null {
  if (files.stat(path)?.kind !== "file") return null;
  try {
    return loadValues(path, files.read(path));
  } catch (error) {
    if (error instanceof DeployStop) return null;
    throw error;
  }
}

/** Returns a line for each key of conf and logger that a bundle decided and whose value a restored plug-in folder would change. */
function treeWords(
  world: SwapWorld,
  { from, to }: { readonly from: string; readonly to: string },
  undone: Receipt,
  receipts: readonly Receipt[],
): string[] {
  return (["connector", "logger"] as const).flatMap((file) => {
    const relative = undone.plugin[PLACES[file]];
    const sides = relative === null ? [] : [from, to].map((folder) => valuesAt(world, join(folder, relative)));
    const [live, kept] = sides;
    if (!live || !kept) return [];
    const secrets = knownSecrets(null, receipts, file);
    const decided = new Set(receipts.flatMap(({ state }) => [...broughtValues(state, file).decided]));
    return [...decided].sort().flatMap((key) => {
      const [was, next] = [live.get(key) ?? null, kept.get(key) ?? null];
      if (was === next) return [];
      const pair = shownPair(key, redact(key, next, secrets), redact(key, was, secrets), decided);
      return [becomesLine({ file, key, ...pair })];
    });
  });
}

/** Returns what `rollback` would change. Throws DeployStop for anything that would stop it. Writes nothing and takes no lock. */
export async function rollbackWhatIf(
  world: SwapWorld,
  install: string,
  swap: string,
  root: string | null,
): Promise<WouldRollBack> {
  return refuseOnReadError(async () => {
    refuseLinks(world, [install, swap], "folder");
    const layout = new Layout(swap, { root, windows: world.windows, named: [install] });
    const { receipts, newest, plan, tree, live, warnings } = await undoable(world, layout, install, root);
    const notes = [
      ...(isUnfinished(world.files, layout, newest)
        ? ["an unfinished run would be finished or undone first; if that was a deploy, nothing else would be undone"]
        : []),
      ...warnings,
    ];
    refuseUnwritable(world.files, [
      swap,
      ...(plan.tree ? [dirname(plan.tree.live), plan.tree.live] : []),
      ...foldersOf(plan.files),
    ]);
    const { undone, earlier } = undoneRun(receipts, newest);
    if (plan.tree) {
      const now = tree
        ? `be replaced: ${plural(live?.files.length ?? 0, "file")} by ${plural(tree.files.length, "file")}`
        : "be removed";
      notes.push(`${plan.tree.live} would ${now}`);
      if (tree && plan.tree.backup !== null)
        append(notes, treeWords(world, { from: plan.tree.live, to: layout.at(plan.tree.backup) }, undone, receipts));
    }
    const known = { connector: knownSecrets(null, receipts, "connector"), client: knownSecrets(null, receipts, "client") };
    for (const file of plan.files) {
      const change = backChange({ world, layout, notes, run: null }, file);
      if (change) append(notes, changeWords(change, secretsOf(known, file.id)));
    }
    for (const stray of plan.strays) notes.push(`${stray.path} would stay in quarantine (.swap/${stray.to})`);
    return { undone, back: earlier?.bundle ?? null, notes };
  });
}
