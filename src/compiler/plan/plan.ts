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

/** One change of one compiled file. */
export interface Change {
  /** Relative to dist/ENV, with '/'. */
  readonly file: string;
  /** null: the change is of the file. */
  readonly key: string | null;
  readonly kind: ChangeKind;
  readonly secret: boolean;
  /** Decoded; absent for secrets and for changes of a file. null: the key was not there. */
  readonly before?: string | null;
  readonly after?: string | null;
  /** Of kind text: a unified diff. */
  readonly diff?: string;
  readonly decides: string | null;
  readonly cause: Cause | null;
}

/** One field of the deployment tool's panel whose value changes: somebody types the new one. */
export interface PanelChange {
  readonly id: string;
  /** As the panel calls it. */
  readonly label: string;
  readonly kind: "add" | "set" | "remove";
  readonly secret: boolean;
  /** Absent for secrets; null: there was, or is, nothing to type. */
  readonly before?: string | null;
  readonly after?: string | null;
  /** Why the panel does not show it yet; null: it does. */
  readonly shownAfter: string | null;
  /** null: it is a default. */
  readonly cause: Cause | null;
}

/** Where sign-in and files go, before and after, when one of them moves. */
export interface TierMove {
  readonly moves: "together" | "sign-in" | "file-transfer";
  readonly signIn: { readonly before: string; readonly after: string };
  readonly fileTransfer: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** How each file server is judged after the change. */
  readonly hosts: readonly Pick<HostVerdict, "host" | "verdict" | "evidence">[];
}

/** A file server that was proven to be of the sign-in tier before the change, and no longer is. */
export interface LostHost {
  readonly host: string;
  readonly before: HostVerdict["verdict"];
  readonly after: HostVerdict["verdict"];
  /** What the verdict after the change rests on. */
  readonly evidence: string;
}

/** What a change of the connector release, or of its kit, brings beside the keys of the compiled files. */
export interface ConnectorChange {
  readonly before: string;
  readonly after: string;
  /** null: one of the two releases is not known here. */
  readonly kit: KitDiff | null;
  /** What compiling took over; null: nothing is carried. */
  readonly carry: {
    readonly from: string;
    readonly carried: readonly string[];
    readonly added: readonly string[];
    readonly dropped: readonly string[];
  } | null;
  /** The mapping definition differs. */
  readonly mapping: boolean;
}

/** Something that stays although one might expect otherwise. */
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
  /** In the order of the panel. */
  readonly panel: readonly PanelChange[];
  /** Which side cannot be compared, and why; null: both can. */
  readonly broken: { readonly side: "before" | "after"; readonly why: string } | null;
  readonly renamed: { readonly from: string } | { readonly to: string } | null;
  readonly tier: TierMove | null;
  readonly lost: readonly LostHost[];
  readonly connector: ConnectorChange | null;
  readonly stays: readonly Stays[];
  readonly findings: { readonly new: number; readonly gone: number; readonly unchanged: number };
  /** Of an environment that is added: where sign-in and files go. */
  readonly leads: { readonly signIn: string; readonly fileTransfer: readonly string[] } | null;
  /** Workstations whose installation is the base. */
  readonly machines: readonly string[];
}

/** A finding with what the change did to it. */
export interface PlanFinding {
  readonly state: "new" | "gone" | "unchanged";
  readonly finding: Finding;
}

/** A part of the change that decides what may be merged. */
export interface OwnRule {
  readonly what: RuleFile["what"] | "ignore" | "suppression";
  readonly file: string;
  readonly line: number | null;
  readonly change: "added" | "removed" | "changed";
  /** The rule that is silenced, where one is. */
  readonly rule: string | null;
}

/** A cell of the matrix whose code changes. */
export interface CellChange {
  /** The row of the tool's release, as written. */
  readonly row: string;
  readonly connector: string;
  /** The code; null: there is no such cell. */
  readonly before: string | null;
  readonly after: string | null;
  /** Environments that pass now, and that pass no longer, because of it. */
  readonly opens: readonly string[];
  readonly closes: readonly string[];
}

/** A code of the matrix' legend that means another gate. */
export interface CodeChange {
  readonly code: string;
  /** null: the legend has no such code. */
  readonly before: { readonly gate: string; readonly acceptable: boolean } | null;
  readonly after: { readonly gate: string; readonly acceptable: boolean } | null;
  /** Environments that pass now, and that pass no longer, because of it. */
  readonly opens: readonly string[];
  readonly closes: readonly string[];
}

export interface MatrixChange {
  readonly cells: readonly CellChange[];
  readonly codes: readonly CodeChange[];
}

/** Environments that change in the same way. */
export interface PlanGroup {
  readonly environments: readonly EnvironmentPlan[];
}

export interface PlanBase {
  readonly kind: "commit" | "folder" | "bundle" | "receipts" | "environment";
  /** As it was given, or the branch that it is by default. */
  readonly name: string;
  /** What it is, in words that complete "compared with ...". */
  readonly says: string;
  readonly commit: string | null;
  /** What compiled it, where another version did. */
  readonly compiler: string | null;
}

export interface Plan {
  readonly base: PlanBase;
  readonly environments: readonly EnvironmentPlan[];
  readonly groups: readonly PlanGroup[];
  readonly ownRules: readonly OwnRule[];
  /** null: the matrix stays as it is, or cannot be read on one side. */
  readonly matrix: MatrixChange | null;
  readonly findings: readonly PlanFinding[];
}

/** The place of a change as a plan shows it. */
export const causeOf = (place: Place | null, layer: CauseLayer | null): Cause | null =>
  place && layer ? { file: place.file, line: place.line, column: place.column, layer } : null;
