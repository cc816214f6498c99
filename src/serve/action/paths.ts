import { wrongUse } from "../../kernel/index.ts";
import type { Inputs } from "./inputs.ts";

/** Whether a path stays where it may be; true for one below the checkout, whatever links lie on its way. */
type Inside = (path: string, from?: string) => boolean;

function refuse(name: string, path: string): never {
  throw wrongUse(
    `the input '${name}' leads out of the checkout, or into its .git: '${path}'`,
    "name a place below the checkout; what lies elsewhere on the runner can be copied there by a step before",
  );
}

/**
 * Nothing outside of the checkout is read or written for an input. A base may be the name of a commit, which holds no '..' and begins with no
 * '/', or a path from the checkout or from the config repository in it.
 */
export function refuseOutside({ directory, base, sarifFile }: Inputs, inside: Inside): void {
  if (!inside(directory)) refuse("directory", directory);
  if (base !== null && !(inside(base) && inside(base, directory))) refuse("base", base);
  if (sarifFile !== null && !inside(sarifFile)) refuse("sarif-file", sarifFile);
}
