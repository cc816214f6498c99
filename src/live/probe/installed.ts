import { PropertiesDocument } from "../../kernel/index.ts";
import { type AddressKey, type FileRole, splitAddresses } from "../../compiler/index.ts";

/** An address as it would be installed: the text that Java reads, with its file and key. */
export interface InstalledAddress {
  readonly text: string;
  /** The path of the file, relative to dist/<env>. */
  readonly file: string;
  readonly key: string;
}

/**
 * The addresses that a workstation would use, decoded from the bytes of its two settings files. null: the file or key is missing, or has no
 * value.
 */
export interface InstalledAddresses {
  readonly signIn: InstalledAddress | null;
  /** The client library's own copy of the sign-in address. */
  readonly clientSignIn: InstalledAddress | null;
  readonly webClient: InstalledAddress | null;
  /** The entries of BOOTSTRAP_URLS, or of another connector's key for file transfer. */
  readonly fileTransfer: readonly InstalledAddress[];
}

/** A compiled file, as it would be installed. */
export interface CompiledBytes {
  readonly role: FileRole;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Returns the addresses that Java reads in compiled files; YAML fields are not consulted.
 * @param keys the keys of the release's connector that hold addresses; for each role the one that decides comes first
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
