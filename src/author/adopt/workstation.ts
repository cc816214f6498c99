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
  /** The tool release, as the matrix spells its row, or else as the installation folder's name has it; null if nothing identifies it. */
  readonly tool: string | null;
  /** The version in plugin.xml; null if there is none, or if the digest of plugin.xml or a deploy receipt identified the release. */
  readonly says: string | null;
  /** The tool's installation folder if it differs from the one in site.yaml; null otherwise. */
  readonly install: string | null;
}

/** Names of a workstation's settings files below installed/, by role. */
export const INSTALLED_NAMES: Readonly<Record<FileRole | "log4j2", string>> = {
  connector: "connector.properties",
  client: "client.properties",
  logger: "logger.properties",
  log4j2: "log4j2.xml",
};
