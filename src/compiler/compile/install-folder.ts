import { withoutTrailing } from "../../kernel/index.ts";
import type { CompiledEnvironment } from "./compiled.ts";

/** Returns the tool's installation folder: workstation.install, otherwise tool.install of site.yaml, with {tool} filled in. */
export function installFolder(compiled: CompiledEnvironment): string {
  const { environment, site, verdict } = compiled;
  const written = environment.workstation.install ?? site.tool.install;
  // an environment can spell its tool release differently from the compatibility matrix; the folder's name uses the matrix's spelling
  return withoutTrailing(
    written.text.replaceAll("{tool}", verdict.matrix === null ? environment.tool.text : (verdict.row ?? environment.tool.text)),
    "\\/",
  );
}
