import { diskFiles } from "./disk-tree.ts";
import type { FileSystem } from "./file-system.ts";
import { NodeFiles } from "./memory-tree.ts";
import { OverlayFiles } from "./overlay-tree.ts";
import { ConfinedTree } from "./confined-tree.ts";
import type { OpenTree, TreeDescription } from "./source-tree.ts";

/** Returns access to the files of a described source tree, without any check of their paths. */
export function filesOf(described: TreeDescription): FileSystem {
  switch (described.kind) {
    case "disk":
      return diskFiles(described.folder);
    case "nodes":
      return new NodeFiles(described.nodes, described.ignoreCase);
    case "overlay":
      return new OverlayFiles(filesOf(described.under), described.changed);
  }
}

/** Opens a source tree from its description, in any thread, with every path checked before it is read. */
export const openTree = (described: TreeDescription): OpenTree => new ConfinedTree(filesOf(described), described);

/** Returns a source tree with changes on top of another one: new bytes by path, or null for a deleted file. */
export const overlayTree = (under: OpenTree, changed: ReadonlyMap<string, Uint8Array | null>): OpenTree =>
  changed.size === 0 ? under : openTree({ kind: "overlay", under: under.described, changed });
