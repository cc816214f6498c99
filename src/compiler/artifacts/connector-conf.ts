import { propertiesArtifact } from "./properties-file.ts";
import { confFolder } from "./targets.ts";

export const artifact = propertiesArtifact("connector", "connector-conf", "the connector's own settings", (compiled) => {
  const file = `${compiled.site.connector.conf.text}.properties`;
  return { path: `connector/${file}`, target: `${confFolder(compiled)}\\${file}`, entry: `plugin/conf/${file}` };
});
