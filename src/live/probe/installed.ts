import { PropertiesDocument } from "../../kernel/index.ts";
import { type AddressKey, type FileRole, splitAddresses } from "../../compiler/index.ts";

/** An address that a deploy would install: the text that Java reads in a compiled file, with file and key. */
export interface InstalledAddress {
  readonly text: string;
  /** The path of the compiled file, relative to dist/<environment>. */
  readonly file: string;
  readonly key: string;
}

/**
 * The addresses that a workstation would use, decoded from the bytes of its two settings files. An address is null if its file or key is
 * missing, or has no value.
 */
export interface InstalledAddresses {
  readonly signIn: InstalledAddress | null;
  /** The client library's own copy of the sign-in address. */
  readonly clientSignIn: InstalledAddress | null;
  readonly webClient: InstalledAddress | null;
  /** The entries of BOOTSTRAP_URLS, or of another connector's key for file transfer. */
  readonly fileTransfer: readonly InstalledAddress[];
}

/** A compiled file, with the bytes that a deploy would install. */
export interface CompiledBytes {
  readonly role: FileRole;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Returns the addresses that Java reads in compiled files; YAML fields are not consulted.
 * @param keys the connector's keys that have addresses; of several with one role, the first is used
 */
export function installedAddresses(files: readonly CompiledBytes[], keys: readonly AddressKey[]): InstalledAddresses {
  const loaded = new Map(
    files.map(({ role, path, bytes }) => [role, { path, map: PropertiesDocument.parse(bytes).load().map }] as const),
  );
  const read = (role: AddressKey["role"], second = false): InstalledAddress | null => {
    const at = keys.find((one) => one.role === role && one.second === second);
    const file = at && loaded.get(at.file);
    if (!at || !file) return null;
    const text = file.map.get(at.key)?.value.trim() ?? "";
    return text === "" ? null : { text, file: file.path, key: at.key };
  };
  const bootstrap = read("fileTransfer");
  return {
    signIn: read("signIn"),
    clientSignIn: read("signIn", true),
    webClient: read("webClient"),
    fileTransfer: bootstrap ? splitAddresses(bootstrap.text).map((text) => ({ ...bootstrap, text })) : [],
  };
}
