import { PropertiesDocument } from "../../kernel/index.ts";
import { type FileRole, splitAddresses } from "../../compiler/index.ts";

/** An address as it would be installed: the text that Java reads, with its file and key. */
export interface InstalledAddress {
  readonly text: string;
  /** The path relative to dist/<env>. */
  readonly file: string;
  readonly key: string;
}

/** The addresses that a workstation would use, decoded from the bytes of its two files. null: the file or key is missing, or has no text. */
export interface InstalledAddresses {
  readonly signIn: InstalledAddress | null;
  /** The client library's own copy of the sign-in address. */
  readonly clientSignIn: InstalledAddress | null;
  readonly webClient: InstalledAddress | null;
  /** The entries of BOOTSTRAP_URLS. */
  readonly fileTransfer: readonly InstalledAddress[];
}

/** A compiled file, as it would be installed. */
export interface CompiledBytes {
  readonly role: FileRole;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Returns the addresses that Java reads in compiled files; YAML fields are not consulted. */
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
