import { PropertiesDocument, mayBeSecret } from "../../kernel/index.ts";
import type { FileRole } from "../model/files.ts";
import { PLACEHOLDER } from "../model/secret.ts";
import type { CompiledSide, SideFile, SideKey } from "./side.ts";
import { NOTHING } from "./side-of.ts";

/** One key of an installed properties file with its value, which is null for a secret, because bundles and receipts record no secret. */
export interface InstalledValue {
  readonly file: FileRole;
  readonly key: string;
  readonly value: string | null;
}

/** The installed state of an environment, from a swap bundle or from a receipt. */
export interface Installation {
  readonly environment: string;
  readonly connector: string;
  /** Name of the connector's settings file in its conf folder. */
  readonly conf: string;
  /** Installed files whose bytes are known, by their path in dist/ENV. */
  readonly files: readonly { readonly path: string; readonly role: FileRole | null; readonly bytes: Buffer }[];
  /** Values of properties files whose bytes are not available. `whole` lists the roles of files of which every key is known. */
  readonly values: readonly InstalledValue[];
  readonly whole: readonly FileRole[];
  readonly machine: string | null;
}

const sideKey = (key: string, value: string | null, raw: string | null): SideKey => ({
  key,
  value,
  raw,
  secret: value === null || value.startsWith(PLACEHOLDER) || mayBeSecret(key, value),
  reference: null,
  place: null,
  layer: null,
  decides: null,
});

const COMMON = { purpose: "install", text: "", settled: "", causes: [] } as const;

function fileOf({ path, role, bytes }: Installation["files"][number]): SideFile {
  if (role === null) {
    const text = bytes.toString("utf8");
    return { ...COMMON, path, role, partial: false, keys: null, text, settled: text };
  }
  const entries = PropertiesDocument.parse(bytes).load().map;
  const keys = new Map([...entries].map(([key, { value, raw }]) => [key, sideKey(key, value, raw)] as const));
  return { ...COMMON, path, role, partial: false, keys };
}

const pathOf = (role: FileRole, conf: string): string =>
  role === "client" ? "client/CommonClient.properties" : `connector/${role === "logger" ? "logger.properties" : conf}`;

function valuesFile(role: FileRole, { values, whole, conf }: Installation): readonly SideFile[] {
  const own = values.filter(({ file }) => file === role);
  if (own.length === 0) return [];
  const keys = new Map(own.map(({ key, value }) => [key, sideKey(key, value, null)] as const));
  return [{ ...COMMON, path: pathOf(role, conf), role, partial: !whole.includes(role), keys }];
}

/** Returns the installed state in the form in which a plan compares it with a compiled environment. */
export function installedSide(installation: Installation): CompiledSide {
  const { environment, connector, files, machine } = installation;
  const given = files.map(fileOf);
  const others = (["connector", "client", "logger"] as const).filter((role) => !given.some((file) => file.role === role));
  return {
    ...NOTHING,
    name: environment,
    connector,
    files: [...given, ...others.flatMap((role) => valuesFile(role, installation))],
    installed: true,
    machines: machine === null ? [] : [machine],
  };
}
