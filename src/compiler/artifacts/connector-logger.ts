import { propertiesArtifact } from "./properties-file.ts";
import { confFolder } from "./targets.ts";

export const artifact = propertiesArtifact("logger", "connector-logger", "the connector's logging", (compiled) => ({
  path: "connector/logger.properties",
  target: `${confFolder(compiled)}\\logger.properties`,
  entry: "plugin/conf/logger.properties",
}));
