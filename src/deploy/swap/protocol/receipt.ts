import type { FileRecord, TreeRecord } from "../../bundle/manifest.ts";
import type { FileRole } from "../../../compiler/index.ts";
import type { Drift } from "./drift.ts";
import type { RunKind } from "./plan.ts";
import type { DeployCode } from "./outcome.ts";

export type { Drift } from "./drift.ts";

export const RECEIPT_SCHEMA = "tierwright/receipt/v1";

export type DeployResult = "done" | "in-use" | "refused" | "rolled-back" | "attention";

export const RESULT_OF: Readonly<Record<DeployCode, DeployResult>> = {
  0: "done",
  1618: "in-use",
  10: "refused",
  11: "rolled-back",
  12: "attention",
};

export interface StateValue {
  readonly file: FileRole;
  readonly key: string;
  readonly value: string;
  /** True if the bundle decided the key. Only for such keys does `deploy --verify` show a differing value. */
  readonly decided?: boolean;
}

/** The state of the workstation after a deploy or rollback, with which `deploy --verify`, the detection script and the next run compare. */
export interface DeployState {
  readonly tree: { readonly sha256: string; readonly files: readonly FileRecord[] } | null;
  /** Decoded values of the keys that the bundle decides or installs; never secrets, and never values that only the workstation had. */
  readonly values: readonly StateValue[];
  readonly files: readonly (FileRecord & { readonly id: string })[];
  readonly secrets: readonly { readonly file: FileRole; readonly key: string }[];
  /**
   * Keys that the files had and that no bundle decides or installs; their values stay on the workstation. Missing in receipts of earlier
   * versions.
   */
  readonly named?: readonly { readonly file: FileRole; readonly key: string }[];
  /** Keys whose changed value --accept-drift left as it was, so no bundle set it. Missing in receipts of earlier versions. */
  readonly left?: readonly { readonly file: FileRole; readonly key: string }[];
  readonly keep: readonly string[];
}

export interface InstalledBundle {
  readonly name: string;
  readonly sha256: string;
  /** SHA-256 of the bundle's manifest.json. */
  readonly manifest: string;
  readonly environment: string;
  readonly connector: string;
  readonly serial: number;
  readonly commit: string | null;
  /** Present and true if the bundle was built with uncommitted changes. Receipts of earlier versions lack it. */
  readonly changed?: true;
  readonly compiler: string;
}

export interface ToolEvidence {
  readonly expected: string;
  readonly found: string | null;
  readonly proven: boolean;
  /** JAVA_VERSION in <install>/jre/release; null if unknown. */
  readonly java: string | null;
}

/** The size and digest of a file, by which a copy of it is recognized under any path. */
export type KnownContent = Pick<FileRecord, "size" | "sha256">;

/**
 * The record of a deploy or rollback: installed files, their paths, and the bundle with its source commit. A receipt with result `done`
 * describes the state until the next such receipt.
 */
export interface Receipt {
  readonly schema: typeof RECEIPT_SCHEMA;
  readonly sequence: number;
  readonly run: string;
  readonly result: DeployResult;
  readonly code: DeployCode;
  readonly kind: RunKind;
  /** The time of the deploy or rollback: ISO 8601, UTC. */
  readonly at: string;
  readonly machine: string;
  readonly user: string;
  readonly runner: string;
  readonly bundle: InstalledBundle | null;
  readonly install: string;
  readonly plugin: { readonly folder: string; readonly id: string; readonly conf: string; readonly logger: string | null };
  /**
   * `roots` and `strays`: places from which the modeling tool would load a second copy of the plug-in or a stale profile, for `deploy
   * --verify` without a bundle. `knownProfiles`: a copy of one of them elsewhere is a stale copy.
   */
  readonly paths: {
    readonly client: string;
    readonly roots?: readonly string[];
    readonly strays?: readonly string[];
    readonly knownProfiles?: readonly KnownContent[];
  };
  readonly tool: ToolEvidence;
  readonly key: { readonly sha256: string; readonly pem: string } | null;
  readonly state: DeployState | null;
  readonly before: { readonly run: string | null; readonly tree: TreeRecord | null } | null;
  /**
   * The plan with which a rollback undoes the deploy or rollback, and its SHA-256 (missing in receipts of 0.1.0); null if none is possible.
   */
  readonly undo: { readonly plan: string; readonly sha256?: string } | null;
  readonly strays: readonly { readonly path: string; readonly to: string; readonly sha256: string }[];
  readonly kept: readonly string[];
  readonly drift: readonly Drift[];
  readonly replaced: readonly Drift[];
  readonly flags: readonly { readonly flag: string; readonly reason: string | null }[];
  readonly error: string | null;
  readonly notes: readonly string[];
}
