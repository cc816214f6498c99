import type { Scalar, Span } from "../../kernel/index.ts";
import { FILE_ROLES, type FileRole } from "./files.ts";
import { KNOWN_WRITES, type KnownWrite } from "./known-keys.ts";

/** A write ((file, key) pair) that a connector profile declares, with its places in the profile's YAML. */
export interface ProfileWrite extends KnownWrite {
  /** True if every environment must give the write a value. */
  readonly required: boolean;
  /** The YAML leaf of the connector profile that names the environment.yaml field. */
  readonly leaf: Scalar;
  readonly span: Span;
  readonly keySpan: Span;
}

/** The facts of a connector that are equal in all its releases: its writes, its files and the keys whose value is a directory. */
export interface ConnectorProfile {
  /** Path of the connector profile; null for the built-in connector. */
  readonly path: string | null;
  readonly files: readonly FileRole[];
  readonly writes: readonly (KnownWrite | ProfileWrite)[];
  readonly directories: readonly Scalar[];
}

/** The connector of a release that names no profile: the PLM connector of Cameo Systems Modeler (docs/formats.md). */
export const BUILT_IN_CONNECTOR: ConnectorProfile = {
  path: null,
  files: FILE_ROLES,
  writes: KNOWN_WRITES,
  directories: [],
};

/** Returns a write with its places in a connector profile; null for a write of the built-in connector. */
export const profileWrite = (write: KnownWrite | ProfileWrite): ProfileWrite | null => ("leaf" in write ? write : null);
