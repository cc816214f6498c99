import type { CompiledEnvironment } from "../compile/compiled.ts";
import { isRefusal } from "../../kernel/index.ts";
import { artifact as clientConf } from "./client-conf.ts";
import { artifact as clientLog4j2 } from "./client-log4j2.ts";
import { artifact as connectorConf } from "./connector-conf.ts";
import { artifact as connectorLogger } from "./connector-logger.ts";

const CONTEXT = { version: "", template: () => null, installed: [] };

/**
 * Returns why the files that go onto a workstation would not be written, in words; empty when all of them read back as meant. It is the part of
 * the proof that no template takes part in, so that a check loads no templates' compiler.
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
