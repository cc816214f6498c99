import { wrongUse } from "../../kernel/index.ts";
import type { Inputs } from "./inputs.ts";

/** Function that returns whether a path is below the checkout with all symbolic links followed. */
type Inside = (path: string, from?: string) => boolean;

function refuse(name: string, path: string): never {
  throw wrongUse(
    `the input '${name}' points outside the checkout, or into its .git: '${path}'`,
    "name a path in the checkout; copy other files of the runner there in an earlier step",
  );
}

/**
 * Refuses inputs of the Action that lead out of the checkout. `base` can be the name of a commit, which has no '..' and does not begin with
 * '/', or a path relative to the checkout or to the config repository in it.
 */
export function refuseOutside({ directory, base, sarifFile }: Inputs, inside: Inside): void {
  if (!inside(directory)) refuse("directory", directory);
  if (base !== null && !(inside(base) && inside(base, directory))) refuse("base", base);
  if (sarifFile !== null && !inside(sarifFile)) refuse("sarif-file", sarifFile);
}
