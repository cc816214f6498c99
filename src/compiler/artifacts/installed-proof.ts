import type { CompiledEnvironment } from "../compile/compiled.ts";
import { isRefusal } from "../../kernel/index.ts";
import { artifact as clientConf } from "./client-conf.ts";
import { artifact as clientLog4j2 } from "./client-log4j2.ts";
import { artifact as connectorConf } from "./connector-conf.ts";
import { artifact as connectorLogger } from "./connector-logger.ts";

const CONTEXT = { version: "", template: () => null, installed: [] };

/**
 * Returns why `compile` would not write the files for a workstation; an empty list if all of them decode to the compiled environment. Only
 * files without a template are checked, so that the command `check` does not load the template compiler.
 */
export function installedFaults(compiled: CompiledEnvironment): readonly string[] {
  return [connectorConf, connectorLogger, clientConf, clientLog4j2].flatMap((artifact) => {
    try {
      const file = artifact.produce(compiled, CONTEXT);
      return file ? artifact.prove(file, compiled, CONTEXT).map((fault) => `${file.path}: ${fault}`) : [];
    } catch (error) {
      if (isRefusal(error, 1)) return [`${artifact.name}: ${error.message}`];
      throw error;
    }
  });
}
