import { PropertiesDocument } from "../../kernel/index.ts";
import { type FileRole, splitAddresses } from "../../compiler/index.ts";

/** One address as it would be installed: the text that Java reads, and the file and key that it reads it from. */
export interface InstalledAddress {
  readonly text: string;
  /** Relative to dist/<env>. */
  readonly file: string;
  readonly key: string;
}

/** Where a workstation would go, decoded from the bytes of its two files. null: the file or the key is not there, or has no text. */
export interface InstalledAddresses {
  readonly signIn: InstalledAddress | null;
  /** The client library's own copy of it. */
  readonly clientSignIn: InstalledAddress | null;
  readonly webClient: InstalledAddress | null;
  /** BOOTSTRAP_URLS, entry by entry. */
  readonly fileTransfer: readonly InstalledAddress[];
}

/** A compiled file, as it would be installed. */
export interface CompiledBytes {
  readonly role: FileRole;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The addresses that Java reads in compiled files; a YAML field that says something else has no part in it. */
export function installedAddresses(files: readonly CompiledBytes[]): InstalledAddresses {
  const loaded = new Map(
    files.map(({ role, path, bytes }) => [role, { path, map: PropertiesDocument.parse(bytes).load().map }] as const),
  );
  const read = (role: FileRole, key: string): InstalledAddress | null => {
    const file = loaded.get(role);
    const text = file?.map.get(key)?.value.trim() ?? "";
    return file && text !== "" ? { text, file: file.path, key } : null;
  };
  const bootstrap = read("client", "BOOTSTRAP_URLS");
  return {
    signIn: read("connector", "TC_SERVER_URL"),
    clientSignIn: read("client", "URL"),
    webClient: read("connector", "AWC_WEBLOGIC_HOST_URL"),
    fileTransfer: bootstrap ? splitAddresses(bootstrap.text).map((text) => ({ ...bootstrap, text })) : [],
  };
}
