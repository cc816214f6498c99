import type { Log4j2Document, ParsedPlugin, PropertiesDocument, SourceText } from "../../kernel/index.ts";

/** The program that reads a properties file: the connector, the client library or the connector's logger. */
export type FileRole = "connector" | "client" | "logger";

export const FILE_ROLES: readonly FileRole[] = ["connector", "client", "logger"];

/**
 * A properties file as it is on disk: a release's base file, a workstation's file that was copied to installed/, or one named on the
 * command line.
 */
export interface PropertiesFile {
  readonly path: string;
  readonly origin: "base" | "installed" | "argument";
  /** The program that reads the file; null if unknown: rules that depend on the program do not apply. */
  readonly role: FileRole | null;
  readonly bytes: Uint8Array;
  /** The text as ISO-8859-1, one character for each byte, so that offsets in `document` are offsets in it. */
  readonly source: SourceText;
  readonly document: PropertiesDocument;
  /** Keys whose value is a directory: those of every release and the release's own `directories`. */
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
