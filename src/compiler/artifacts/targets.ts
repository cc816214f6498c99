import type { CompiledEnvironment } from "../compile/compiled.ts";
import { installFolder } from "../compile/install-folder.ts";

export { installFolder };

/** Returns the Windows path of the connector's conf folder in the tool's installation folder. */
export function confFolder(compiled: CompiledEnvironment): string {
  return `${installFolder(compiled)}\\plugins\\${compiled.site.connector.folder.text}\\conf`;
}

/**
 * Returns the Windows path of the client library's log4j2.xml: client.log4j2 of site.yaml, otherwise log4j2.xml in the folder of the client
 * library's properties file.
 */
export function clientLog4j2(compiled: CompiledEnvironment): string {
  const { client } = compiled.site;
  return client.log4j2?.text ?? client.file.text.replace(/(?<![^\\/])[^\\/]+$/, "log4j2.xml");
}
