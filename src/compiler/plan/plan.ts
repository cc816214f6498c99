import type { Finding, HostVerdict, Place, Verdict } from "../../kernel/index.ts";
import type { KitDiff } from "../kit/diff.ts";
import type { CauseLayer, RuleFile } from "./side.ts";

export type ChangeKind = "add" | "set" | "remove" | "spelling" | "file-added" | "file-removed" | "text";

export interface Cause {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly layer: CauseLayer;
}

/** One change of one compiled file, as an entry of `changes` in the plan's document (schema tierwright/plan/v1). */
export interface Change {
  /** Path of the changed file relative to dist/ENV, with '/'. */
  readonly file: string;
  /** The changed key; null if the change concerns the whole file. */
  readonly key: string | null;
  readonly kind: ChangeKind;
  readonly secret: boolean;
  /** Decoded value before the change, null if the key did not exist; absent for a secret, and for a change of the whole file. */
  readonly before?: string | null;
  readonly after?: string | null;
  /** A unified diff of the file, if `kind` is `text`. */
  readonly diff?: string;
  readonly decides: string | null;
  readonly cause: Cause | null;
}

/**
 * One field of the panel of the PLM vendor's deployment tool (sso/panel.md) whose value changes, so that somebody must type the new one; an
 * entry of `panel` in the plan's document.
 */
export interface PanelChange {
  readonly id: string;
  /** The field's label on the panel. */
  readonly field: string;
  readonly kind: "add" | "set" | "remove";
  readonly secret: boolean;
  /** Value of the field before the change; null if the field was empty; absent for a secret. */
  readonly before?: string | null;
  readonly after?: string | null;
  /** The step after which the panel shows the field; null if it shows the field from the start. */
  readonly shownAfter: string | null;
  /** The place in the YAML that states the value; null for a default. */
  readonly cause: Cause | null;
}

/** Addresses of sign-in and file transfer before and after a change that moves one of them. */
export interface TierMove {
  readonly moves: "together" | "sign-in" | "file-transfer";
  readonly signIn: { readonly before: string; readonly after: string };
  readonly fileTransfer: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Verdict on each file server after the change: whether it belongs to the sign-in tier. */
  readonly hosts: readonly Pick<HostVerdict, "host" | "verdict" | "evidence">[];
}

/** A file server that was proven to be in the sign-in tier before the change and no longer is. */
export interface LostHost {
  readonly host: string;
  readonly before: HostVerdict["verdict"];
  readonly after: HostVerdict["verdict"];
  /** Evidence for the verdict on the file server after the change. */
  readonly evidence: string;
}

/** The effects of a changed connector release or kit beyond the keys of the compiled files. */
export interface ConnectorChange {
  readonly before: string;
  readonly after: string;
  /** The differences between the kits of the two releases; null if the repository lacks one of the releases. */
  readonly kit: KitDiff | null;
  /** The keys of the connector's settings file that compiling took over from the installed conf; null if `carryFrom` is not set. */
  readonly carry: {
    readonly from: string;
    readonly carried: readonly string[];
    readonly added: readonly string[];
    readonly dropped: readonly string[];
  } | null;
  /** True if the mapping definition of the two kits differs. */
  readonly mapping: boolean;
}

/** A setting that stays although a reader could expect the change to affect it. */
export interface Stays {
  readonly what: string;
  readonly why: string;
}

export type PlanStatus = "added" | "removed" | "changed" | "unchanged" | "broken";

export interface EnvironmentPlan {
  readonly name: string;
  readonly status: PlanStatus;
  readonly verdict: { readonly before: Verdict | null; readonly after: Verdict | null };
  readonly restartTool: boolean;
  readonly changes: readonly Change[];
  /** Changed fields of the deployment tool's panel, in the order of the panel. */
  readonly panel: readonly PanelChange[];
  /** The side of the comparison whose environment cannot be compiled, with the reason; null if both sides can be compared. */
  readonly broken: { readonly side: "before" | "after"; readonly why: string } | null;
  readonly renamed: { readonly from: string } | { readonly to: string } | null;
  readonly tier: TierMove | null;
  readonly lost: readonly LostHost[];
  readonly connector: ConnectorChange | null;
  readonly stays: readonly Stays[];
  readonly findings: { readonly new: number; readonly gone: number; readonly unchanged: number };
  /** Addresses of sign-in and file transfer of an added environment; null for any other. */
  readonly leads: { readonly signIn: string; readonly fileTransfer: readonly string[] } | null;
  /** Workstations whose installed state is compared with the compiled files; empty without receipts. */
  readonly machines: readonly string[];
}

/** A finding with its state: new, gone (resolved) or unchanged. */
export interface PlanFinding {
  readonly state: "new" | "gone" | "unchanged";
  readonly finding: Finding;
}

/** A changed file (`RuleFile`), suppression or entry of `tier.members` or `tier.hosts` that decides what can be merged. */
export interface OwnRule {
  readonly what: RuleFile["what"] | "ignore" | "suppression" | "tier";
  readonly file: string;
  readonly line: number | null;
  readonly change: "added" | "removed" | "changed";
  /** The suppressed rule; null if the change is not one of a suppression. */
  readonly rule: string | null;
  /** The host that `tier.members` or `tier.hosts` declares; null if the change is not one of such a declaration. */
  readonly host: string | null;
}

/** A cell of the matrix whose code changes. */
export interface CellChange {
  /** The tool release of the row, as the matrix writes it. */
  readonly row: string;
  readonly connector: string;
  /** The cell's code before and after the change; null if the matrix then has no such cell. */
  readonly before: string | null;
  readonly after: string | null;
  /** Environments whose gate opens (`opens`) or closes (`closes`) because of the change. */
  readonly opens: readonly string[];
  readonly closes: readonly string[];
}

/** A code of the matrix whose gate or acceptability changes. */
export interface CodeChange {
  readonly code: string;
  /** The meaning of the matrix's code before and after the change; null if the matrix does not define the code then. */
  readonly before: { readonly gate: string; readonly acceptable: boolean } | null;
  readonly after: { readonly gate: string; readonly acceptable: boolean } | null;
  /** Environments whose gate opens (`opens`) or closes (`closes`) because of the change. */
  readonly opens: readonly string[];
  readonly closes: readonly string[];
}

export interface MatrixChange {
  readonly cells: readonly CellChange[];
  readonly codes: readonly CodeChange[];
}

/** Environments with equal changes. */
export interface PlanGroup {
  readonly environments: readonly EnvironmentPlan[];
}

export interface PlanBase {
  readonly kind: "commit" | "folder" | "bundle" | "receipts" | "environment";
  /** The base as named on the command line, or the default branch. */
  readonly name: string;
  /** A description of the base that completes "compared with ...". */
  readonly says: string;
  readonly commit: string | null;
  /** The version of Tierwright that compiled the base; null if it is the running version. */
  readonly compiler: string | null;
}

export interface Plan {
  readonly base: PlanBase;
  readonly environments: readonly EnvironmentPlan[];
  readonly groups: readonly PlanGroup[];
  readonly ownRules: readonly OwnRule[];
  /** The change of the matrix; null if there is none, or if the matrix before or after the change is unreadable. */
  readonly matrix: MatrixChange | null;
  readonly findings: readonly PlanFinding[];
}

/** Returns the place and layer that explain a change, in the form that a plan shows; null if the place or the layer is unknown. */
export const causeOf = (place: Place | null, layer: CauseLayer | null): Cause | null =>
  place && layer ? { file: place.file, line: place.line, column: place.column, layer } : null;

/**
 * Returns true for a compiled file that only restates settings for people: a plan names the file without its lines. sso/panel.json counts
 * as well if the plan shows the fields of the deployment tool's panel.
 */
export const isNote = (file: string, panel: EnvironmentPlan["panel"]): boolean =>
  file.endsWith(".md") || (panel.length > 0 && file === "sso/panel.json");
