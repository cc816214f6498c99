import { basename } from "node:path";
import type { Layout } from "../protocol/layout.ts";
import type { SwapFiles, SwapWorld } from "../../../platform/index.ts";

/** Makes .swap/strays/<run>, the quarantine of one deploy or rollback, which no clean-up deletes. */
export function makeQuarantine(files: SwapFiles, layout: Layout, run: string): void {
  for (const folder of ["strays", `strays/${run}`]) if (!files.stat(layout.at(folder))) files.makeFolder(layout.at(folder), true);
}

/**
 * Copies the content of a file that no deploy or rollback wrote into quarantine before the file is replaced or deleted as a whole, because
 * a swap deletes no content of a user (docs/swap-protocol.md). Returns a note for the user.
 */
export function quarantineEdited(
  { files }: SwapWorld,
  layout: Layout,
  run: string,
  id: string,
  path: string,
  bytes: Uint8Array,
): string {
  const to = `strays/${run}/edited-${id}-${basename(path)}`;
  makeQuarantine(files, layout, run);
  files.write(layout.at(to), [bytes], path);
  return `${path} was changed since; a copy is in quarantine: .swap/${to}`;
}
