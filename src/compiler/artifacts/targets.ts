import type { CompiledEnvironment } from "../compile/compiled.ts";
import { installFolder } from "../compile/install-folder.ts";

export { installFolder };

/** Returns the connector's conf folder in the installation. */
export function confFolder(compiled: CompiledEnvironment): string {
  return `${installFolder(compiled)}\\plugins\\${compiled.site.connector.folder.text}\\conf`;
}

/** Returns the path of the client library's log4j2.xml: the site's own path, otherwise beside the client file. */
export function clientLog4j2(compiled: CompiledEnvironment): string {
  const { client } = compiled.site;
  return client.log4j2?.text ?? client.file.text.replace(/(?<![^\\/])[^\\/]+$/, "log4j2.xml");
}
