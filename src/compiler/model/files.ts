import type { Log4j2Document, ParsedPlugin, PropertiesDocument, SourceText } from "../../kernel/index.ts";

/** The reader of a properties file: the connector, its client library or the connector's logger. */
export type FileRole = "connector" | "client" | "logger";

export const FILE_ROLES: readonly FileRole[] = ["connector", "client", "logger"];

/** A properties file as it is on disk: a release's base file, a file adopted into an environment, or one named on the command line. */
export interface PropertiesFile {
  readonly path: string;
  readonly origin: "base" | "installed" | "argument";
  /** The reader of the file. null means any properties file: rules that depend on the reader do not apply. */
  readonly role: FileRole | null;
  readonly bytes: Uint8Array;
  /** ISO-8859-1 view with one unit per byte, so that offsets of the document are offsets here. */
  readonly source: SourceText;
  readonly document: PropertiesDocument;
  /** Keys whose value is a directory: those of every release plus the release's own `directories`. */
  readonly directoryKeys: ReadonlySet<string>;
}

export interface Log4j2File {
  readonly path: string;
  readonly origin: "base" | "installed" | "argument" | "compiled";
  readonly bytes: Uint8Array;
  readonly source: SourceText;
  readonly document: Log4j2Document;
}

/** A release's base/plugin.xml: the kit's own descriptor, byte for byte. */
export interface PluginFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly source: SourceText;
  readonly parsed: ParsedPlugin;
}
