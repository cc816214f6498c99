import { withoutTrailing } from "../../kernel/index.ts";
import type { CompiledEnvironment } from "./compiled.ts";

/** Returns the tool's installation folder on a workstation: the environment's own, otherwise the site's with {tool} filled in (docs/formats.md). */
export function installFolder(compiled: CompiledEnvironment): string {
  const { environment, site, verdict } = compiled;
  const written = environment.workstation.install ?? site.tool.install;
  // an environment can spell its tool differently from the matrix; the folder uses the spelling of the matrix
  return withoutTrailing(
    written.text.replaceAll("{tool}", verdict.matrix === null ? environment.tool.text : (verdict.row ?? environment.tool.text)),
    "\\/",
  );
}
