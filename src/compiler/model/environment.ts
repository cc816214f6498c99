import type { Mapping, Scalar, Span } from "../../kernel/index.ts";
import type { FileRole } from "./files.ts";
import type { SecretReference } from "./secret.ts";

export type LayerName = "defaults" | "extends" | "environment";

export interface Layer {
  readonly name: LayerName;
  readonly tree: Mapping;
}

/** A value of `workstation.set`: decoded text, or a reference to a secret. */
export type SetValue = Scalar | SecretReference;

export interface DeclaredHost {
  readonly name: string;
  readonly keySpan: Span;
  readonly addresses: readonly Scalar[];
  /** The place of a second entry for the host in another spelling (host names ignore case); null if there is none. */
  readonly duplicate: Span | null;
}

/**
 * File servers that `tier.members` declares to belong to the tier of one sign-in host, although their addresses differ from its addresses.
 */
export interface DeclaredMembers {
  /** The sign-in host of the tier as written. */
  readonly name: string;
  readonly keySpan: Span;
  readonly hosts: readonly Scalar[];
}

export interface Tier {
  readonly span: Span;
  readonly release: Scalar;
  readonly signIn: Scalar;
  readonly webClient: Scalar | null;
  readonly fileTransfer: readonly Scalar[];
  /** The place of the list of file-transfer addresses. */
  readonly fileTransferSpan: Span;
  readonly transport: Scalar | null;
  readonly hosts: ReadonlyMap<string, DeclaredHost>;
  /** The hosts that `tier.members` declares to belong to a sign-in host's tier, by the sign-in host in lower case. */
  readonly members: ReadonlyMap<string, DeclaredMembers>;
  readonly sharedWith: readonly Scalar[];
}

export interface Workstation {
  readonly install: Scalar | null;
  readonly licenseServer: Scalar | null;
  readonly stagingDir: Scalar | null;
  readonly importWorkingDir: Scalar | null;
  readonly embeddedBrowser: Scalar | null;
  readonly sessionAgent: Scalar | null;
  readonly set: Readonly<Record<FileRole, ReadonlyMap<string, { readonly keySpan: Span; readonly value: SetValue }>>>;
  readonly keep: readonly Scalar[];
}

export interface Logging {
  readonly payload: { readonly enabled: Scalar | null; readonly dir: Scalar | null };
  /** Sizes by appender name (log4j2 `SizeBasedTriggeringPolicy`), at which an appender begins a new file. */
  readonly triggers: ReadonlyMap<string, { readonly keySpan: Span; readonly value: Scalar }>;
  /** Ages by appender name, after which the appender's rolled files are deleted. */
  readonly deleteAfter: ReadonlyMap<string, { readonly keySpan: Span; readonly value: Scalar }>;
  /** Levels by logger name; '' and `root` mean the root logger. */
  readonly levels: ReadonlyMap<string, { readonly keySpan: Span; readonly value: Scalar }>;
  readonly keepDays: Scalar | null;
}

/** The `connector` part of sso.yaml: the three TC_SSO_* keys and the configured initializer class. */
export interface SsoConnector {
  readonly span: Span;
  readonly loginUrl: Scalar | null;
  readonly appId: Scalar | null;
  readonly sessionFlag: Scalar | null;
  readonly initializer: Scalar | null;
}

export interface IgnoreEntry {
  readonly rule: Scalar;
  readonly file: Scalar | null;
  readonly key: Scalar | null;
  readonly reason: Scalar | null;
  readonly span: Span;
}

/** One environment with its layers merged. Every leaf keeps the place where it was written. */
export interface Environment {
  readonly name: string;
  /** Path of environment.yaml. */
  readonly path: string;
  readonly nameScalar: Scalar;
  readonly description: Scalar | null;
  /** YAML layers, lowest precedence first: defaults, extends, environment. Absent layers are left out. */
  readonly layers: readonly Layer[];
  readonly extends: Scalar | null;
  /** The original environment of a recording; null if this environment is no recording. */
  readonly derivedFrom: Scalar | null;
  /** True if `tier` comes as a whole from the extended environment. */
  readonly tierInherited: boolean;
  readonly connector: Scalar;
  readonly tool: Scalar;
  readonly authentication: Scalar | null;
  readonly sso: boolean;
  readonly tier: Tier;
  readonly workstation: Workstation;
  readonly carryFrom: Scalar | null;
  readonly logging: Logging;
  readonly ignore: readonly IgnoreEntry[];
  /** The connector part of sso.yaml; null if there is none. */
  readonly ssoConnector: SsoConnector | null;
}
