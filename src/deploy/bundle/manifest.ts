import type { FileRole } from "../../compiler/index.ts";
import type { BroughtDeletion } from "../../kernel/index.ts";

/** A file of a bundle or of an installed plug-in folder: path with '/', size in bytes, lower-case hex SHA-256. */
export interface FileRecord {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The digest of a whole folder tree (`treeDigest`) and its number of files; empty folders do not count. */
export interface TreeRecord {
  readonly sha256: string;
  readonly files: number;
}

/**
 * One key that the environment decides. `value` has no escapes; a secret key has `secret` instead, the place of its reference in the YAML.
 */
export interface DecidedValue {
  readonly file: FileRole;
  readonly key: string;
  readonly value?: string;
  readonly secret?: string;
  /** True for the environment's writes, of which a deploy installs all or none; false for other keys that its YAML decides. */
  readonly unit: boolean;
}

/** One edit of a single value or Delete action of the client library's log4j2.xml. */
export interface Log4j2Edit {
  readonly what: "trigger" | "deletion" | "level";
  /** The name of the appender or logger that an edit of log4j2.xml changes; "" is the root logger. */
  readonly name: string;
  readonly value: string;
  /** The Delete action that a deploy sets for the appender, with `value` as its age; present only if `what` is "deletion". */
  readonly deletion?: BroughtDeletion;
}

export const BUNDLE_SCHEMA = "tierwright/bundle/v1";

/**
 * The manifest.json of a bundle, from which a deploy makes all its decisions (docs/bundles.md). `paths` has Windows paths, in which
 * `{install}` stands for the folder of the modeling tool.
 */
export interface BundleManifest {
  readonly schema: typeof BUNDLE_SCHEMA;
  readonly kind: "swap" | "settings";
  readonly environment: string;
  readonly connector: string;
  /** The number that orders bundles: by default the source commit's time in seconds since 1970, so a reverting commit has a higher one. */
  readonly serial: number;
  readonly compiler: string;
  readonly source: { readonly commit: string | null; readonly changed: boolean };
  readonly tool: {
    readonly name: string | null;
    readonly row: string;
    readonly versionFrom: { readonly file: string; readonly pattern: string } | null;
  };
  /** The plug-in; its `conf` and `logger` are paths relative to the plug-in folder, with '/'. */
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
    /**
     * Sizes and digests of the profiles (.mdzip) of all releases in the repository: a file with one of them, under any name, is a stale
     * copy unless it is in its place. Absent if the bundle has no profile.
     */
    readonly knownProfiles?: readonly Pick<FileRecord, "size" | "sha256">[];
  };
  readonly values: readonly DecidedValue[];
  readonly keep: readonly string[];
  readonly log4j2: readonly Log4j2Edit[];
  /** The decoded values of the conf that the workstation should have before its first deploy; null if no values were carried. */
  readonly expect: readonly { readonly key: string; readonly value: string }[] | null;
  readonly carried: {
    readonly from: string;
    readonly keys: readonly string[];
    readonly added: readonly string[];
    readonly dropped: readonly string[];
  } | null;
  /** Size, digest and entry counts of the kit's mapping definition, whose content no rule checks; null if the release names none. */
  readonly mapping: (FileRecord & { readonly judged: false; readonly counts: Readonly<Record<string, number>> }) | null;
  readonly tree: TreeRecord | null;
  /** Every entry of the bundle except manifest.json, sorted by path. */
  readonly files: readonly FileRecord[];
}
