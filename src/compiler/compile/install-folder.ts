import { withoutTrailing } from "../../kernel/index.ts";
import type { CompiledEnvironment } from "./compiled.ts";

/** The tool's installation folder on a workstation: the environment's, else the site's with {tool} filled in (docs/formats.md). */
export function installFolder(compiled: CompiledEnvironment): string {
  const { environment, site, verdict } = compiled;
  const written = environment.workstation.install ?? site.tool.install;
  // the folder has one name, however an environment spells its row: the matrix' own
  return withoutTrailing(
    written.text.replaceAll("{tool}", verdict.matrix === null ? environment.tool.text : (verdict.row ?? environment.tool.text)),
    "\\/",
  );
}
