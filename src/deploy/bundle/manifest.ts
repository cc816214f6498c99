import type { FileRole } from "../../compiler/index.ts";

/** A file of a bundle or of an installed tree: path with '/', size in bytes, lower-case hex SHA-256. */
export interface FileRecord {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** Digest of a whole tree (`treeDigest`) and how many files it has; empty folders do not count. */
export interface TreeRecord {
  readonly sha256: string;
  readonly files: number;
}

/** One key that the environment decides. `value` is decoded; a secret has its pointer instead and no value. */
export interface DecidedValue {
  readonly file: FileRole;
  readonly key: string;
  readonly value?: string;
  readonly secret?: string;
  /** One of the writes that make the environment: all of them old, or all of them new (D5). */
  readonly unit: boolean;
}

/** One scoped edit of the client library's log4j2.xml. */
export interface Log4j2Edit {
  readonly what: "trigger" | "level";
  /** Appender or logger; "" is the root logger. */
  readonly name: string;
  readonly value: string;
}

export const BUNDLE_SCHEMA = "tierwright/bundle/v1";

/** manifest.json of a bundle: everything that a deploy decides by (docs/bundles.md). Paths are Windows paths, `{install}` the tool's folder. */
export interface BundleManifest {
  readonly schema: typeof BUNDLE_SCHEMA;
  readonly kind: "swap" | "settings";
  readonly environment: string;
  readonly connector: string;
  /** Seconds since 1970 of the source commit: a revert is newer. */
  readonly serial: number;
  readonly compiler: string;
  readonly source: { readonly commit: string | null; readonly changed: boolean };
  readonly tool: {
    readonly name: string | null;
    readonly row: string;
    readonly versionFrom: { readonly file: string; readonly pattern: string } | null;
  };
  /** `conf` and `logger` are relative to the plug-in folder, with '/'. */
  readonly plugin: { readonly folder: string; readonly id: string; readonly conf: string; readonly logger: string | null };
  readonly java: string | null;
  readonly verdict: {
    readonly matrix: string | null;
    readonly reason: string | null;
    readonly tierRange: boolean | null;
    readonly exception: { readonly reason: string; readonly owner: string; readonly until: string } | null;
  };
  readonly paths: {
    readonly install: string;
    readonly client: string;
    readonly log4j2: string | null;
    readonly profile: string | null;
    readonly profiles: readonly string[];
    readonly roots: readonly string[];
    readonly strays: readonly string[];
    /** Profiles of the repository's releases: a copy of any of them, under whatever name, is a stray. Absent where no profile is brought. */
    readonly knownProfiles?: readonly Pick<FileRecord, "size" | "sha256">[];
  };
  readonly values: readonly DecidedValue[];
  readonly keep: readonly string[];
  readonly log4j2: readonly Log4j2Edit[];
  /** What the conf is expected to hold when no receipt says so: the decoded conf that was carried from. */
  readonly expect: readonly { readonly key: string; readonly value: string }[] | null;
  readonly carried: {
    readonly from: string;
    readonly keys: readonly string[];
    readonly added: readonly string[];
    readonly dropped: readonly string[];
  } | null;
  /** Recorded, never judged (C9). */
  readonly mapping: (FileRecord & { readonly judged: false; readonly counts: Readonly<Record<string, number>> }) | null;
  readonly tree: TreeRecord | null;
  /** The exact set of the bundle's other entries, sorted by path. */
  readonly files: readonly FileRecord[];
}
