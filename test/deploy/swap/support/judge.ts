import { existsSync, readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Scenario } from "./scenario.ts";
import { at } from "./installation.ts";
import { leftovers, livePairs, receipts, type Snapshot, snapshot } from "./snapshot.ts";

export type End = "old" | "new" | "neither";

/** Which of the two states lies there, whole: every file, byte for byte, in the tree and outside it. */
export function endOf(scenario: Scenario): End {
  const now = snapshot(scenario.root);
  if (isDeepStrictEqual(now, scenario.old)) return "old";
  return isDeepStrictEqual(now, scenario.new) ? "new" : "neither";
}

/** Where a state differs, for people. */
export function differing(a: Snapshot, b: Snapshot): string {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => a[key] !== b[key]);
  return keys.map((key) => `${key} ${a[key] === undefined ? "extra" : b[key] === undefined ? "missing" : "other"}`).join("; ");
}

const treeOf = (state: Snapshot): Snapshot =>
  Object.fromEntries(
    Object.entries(state).filter(
      ([path, hash]) =>
        hash !== "folder" && !path.endsWith(".tierwright-new") && path.includes("/plugins/com.example.connector/"),
    ),
  );

/**
 * What a tool that starts right after a kill would find: no plug-in, the old one, or the new one, and with a plug-in the pairs that belong
 * to it. A settings switch has no moment without plug-in: only its single files are whole.
 */
export function visibleProblem(scenario: Scenario, exchanged: boolean): string | null {
  const { root, old } = scenario;
  const tree = treeOf(snapshot(root));
  if (!exchanged || Object.keys(tree).length === 0) return null;
  const side = isDeepStrictEqual(tree, treeOf(old)) ? "old" : isDeepStrictEqual(tree, treeOf(scenario.new)) ? "new" : null;
  if (side === null) return `the plug-in folder is neither old nor new: ${differing(treeOf(old), tree)}`;
  return isDeepStrictEqual(livePairs(root), scenario.pairs[side]) ? null : `the plug-in folder is ${side}, the pairs are not`;
}

/** True where the plug-in folder is another in the new state. */
export const exchanges = ({ old, new: next }: Scenario): boolean => {
  const jars = (state: Snapshot) => Object.keys(treeOf(state)).filter((path) => path.endsWith(".jar"));
  return !isDeepStrictEqual(jars(old), jars(next));
};

/** What a finished run must not leave: a journal, temporary files, work folders that nothing knows. */
export function debris(root: string): readonly string[] {
  const swap = at.swap(root);
  if (!existsSync(swap)) return [];
  const receipts = existsSync(`${swap}/receipts`) ? readdirSync(`${swap}/receipts`) : [];
  const runs = readdirSync(swap).filter((name) => /^\d{8}T/.test(name));
  const orphans = runs.filter((name) => !receipts.some((file) => file.includes(name)));
  return [...leftovers(root), ...orphans];
}

/** Why the receipts do not tell the state that stands: one more for the new state, and the newest is of the tree that lies there. */
export function receiptProblem(scenario: Scenario, end: "old" | "new"): string | null {
  const { root, receipts: start } = scenario;
  const all = receipts(root);
  const wanted = start + (end === "new" ? 1 : 0);
  if (all.length !== wanted) return `${all.length} receipts, ${wanted} are of the ${end} state`;
  const newest = all.at(-1) as { state: { tree: { files: { path: string; sha256: string }[] } | null } } | undefined;
  if (!newest) return null;
  const prefix = "C/Program Files/Tool 2024x/plugins/com.example.connector/";
  const told = Object.fromEntries((newest.state.tree?.files ?? []).map((file) => [prefix + file.path, file.sha256]));
  const difference = differing(told, treeOf(snapshot(root)));
  return difference === "" ? null : `the newest receipt tells another tree: ${difference}`;
}
