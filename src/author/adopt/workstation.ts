import type { FileRole, Log4j2File, PropertiesFile } from "../../compiler/index.ts";

/** What was found of one workstation: the files as they lie there, and which release and tool they belong to. */
export interface Workstation {
  /** Name of its folder or archive. */
  readonly name: string;
  /** Their paths are those under which they are told to the user. */
  readonly properties: Readonly<Partial<Record<FileRole, PropertiesFile>>>;
  readonly log4j2: Log4j2File | null;
  /** A release of the repository; null: nothing says which one is installed. */
  readonly release: string | null;
  /** A row of the matrix, as the matrix spells it, or what the installation says; null: nothing says it. */
  readonly tool: string | null;
  /** What its plugin.xml says of its version, where that names no release. */
  readonly says: string | null;
  /** Where the tool is installed, when it is not where the site says. */
  readonly install: string | null;
}

/** Names of the files below installed/. */
export const INSTALLED_NAMES: Readonly<Record<FileRole | "log4j2", string>> = {
  connector: "connector.properties",
  client: "client.properties",
  logger: "logger.properties",
  log4j2: "log4j2.xml",
};
