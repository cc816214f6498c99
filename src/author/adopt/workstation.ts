import type { FileRole, Log4j2File, PropertiesFile } from "../../compiler/index.ts";

/** The files found for one workstation, with the connector release and tool that they belong to. */
export interface Workstation {
  /** The name of the workstation's folder or archive. */
  readonly name: string;
  /** Properties files by role, with the paths that messages show. */
  readonly properties: Readonly<Partial<Record<FileRole, PropertiesFile>>>;
  readonly log4j2: Log4j2File | null;
  /** The connector release, one of the repository's; null if no file identifies it. */
  readonly release: string | null;
  /** The tool: a row as the matrix spells it, or the name in the installation folder; null if nothing identifies it. */
  readonly tool: string | null;
  /** The version in plugin.xml if it matches no release of the repository; otherwise null. */
  readonly says: string | null;
  /** The tool's installation folder if it differs from the site's; null otherwise. */
  readonly install: string | null;
}

/** Names of a workstation's settings files below installed/, by role. */
export const INSTALLED_NAMES: Readonly<Record<FileRole | "log4j2", string>> = {
  connector: "connector.properties",
  client: "client.properties",
  logger: "logger.properties",
  log4j2: "log4j2.xml",
};
