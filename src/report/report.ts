import type { Documentation, Finding, HeldFinding, HostVerdict, Severity, Verdict } from "../kernel/index.ts";
import type { Output } from "../platform/index.ts";

/** What became of an environment's folder, for the forms that say so. */
export interface OutputReport {
  readonly environment: string;
  readonly state: "written" | "unchanged" | "kept" | "not-written";
  /** Why it was not written. */
  readonly why: string | null;
  /** As the user would name it. */
  readonly folder: string;
}

export interface TierReport {
  readonly environment: string;
  readonly signIn: string;
  readonly hosts: readonly HostVerdict[];
}

/** What a plan's base has already. */
export interface Standing {
  readonly findings: ReadonlySet<Finding>;
  /** Environments whose gate is closed at the base, too. */
  readonly closed: ReadonlySet<string>;
  /** True where it counts all the same (`--gate all`). */
  readonly counts: boolean;
}

/** What a plan says beside its findings, for a form that shows findings alone. */
export interface PlanRemarks {
  /** Whether it may be merged, and why not, or what to look at first. */
  readonly headline: string;
  readonly remarks: readonly {
    readonly title: string;
    readonly lines: readonly string[];
    readonly place: { readonly file: string; readonly line: number } | null;
  }[];
}

/** Everything that a run has to say, for any output form. */
export interface Report {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  /** Findings that a comment or an entry holds back, where they are known one by one. */
  readonly held?: readonly HeldFinding[] | undefined;
  /** What --fix or --fix-review changed before these findings were made; absent where neither was given. */
  readonly fixed?:
    | readonly { readonly rule: string; readonly file: string; readonly line: number; readonly title: string }[]
    | undefined;
  /** Of a plan: what its base has already; absent where nothing was compared. */
  readonly standing?: Standing | undefined;
  readonly planned?: PlanRemarks | undefined;
  /** How many environments were looked at. */
  readonly environments: number;
  /** Environments whose YAML cannot be read as one: they have no verdict. */
  readonly unread: readonly string[];
  /** Environments that may not be used as they are, each with the reason. */
  readonly blocked: ReadonlyMap<string, string>;
  readonly verdicts: readonly Verdict[];
  readonly tiers: readonly TierReport[];
  readonly outputs: readonly OutputReport[];
  readonly removed: readonly string[];
  /** Files that were checked on their own (lint), where there are no environments. */
  readonly files?: number;
  /** Of a command that looks at workstations instead of environments, how many. */
  readonly workstations?: number;
}

/** What a form may know of the place it prints to. */
export interface ReportContext {
  readonly color: boolean;
  /** Columns of the terminal; null when it is not one. */
  readonly width: number | null;
  readonly quiet: boolean;
  /** From which severity on a finding makes the exit code. */
  readonly failOn: Severity;
  readonly today: string;
  /** The command that reports, as it is called: 'check', 'properties lint'. */
  readonly command: string;
  /** Where the folder that findings name their files in lies in the checkout: '' or 'config/'. */
  readonly prefix: string;
  /** What the text may have at most, for a form that can leave something out; null: what the form says itself. */
  readonly mostBytes: number | null;
  /** What is printed goes to GitHub's code scanning, which knows no suppressions (docs/output-forms.md). */
  readonly codeScanning?: boolean;
  /** Documentation of every rule, handed in for a form that is `documented`. */
  readonly rules?: readonly Documentation[];
  /** Text of a file for source excerpts, null when it cannot be read. Properties and XML in their ISO-8859-1 view, as Java reads them. */
  readText(path: string): string | null;
}

/** What is known of an output form before its code is loaded. */
export interface FormWords {
  readonly name: string;
  /** What it is and who reads it: help tells it. */
  readonly summary: string;
  /** What programs read is written exactly; what people read is made safe for their terminal. */
  readonly readers: "people" | "programs";
  /** A form for programs that is not JSON: it lets nothing out by itself that a terminal, a log or a build service would act on. */
  readonly exact?: true;
}

/** One output form, one file in forms/. */
export interface ReportForm extends FormWords {
  /** The form prints documentation of rules, which its caller hands in. */
  readonly documented?: true;
  render(report: Report, context: ReportContext): string;
}

/** A further form of what one run found: how much of it, and where it goes. */
export interface FurtherForm {
  readonly form: ReportForm;
  /** null: as much as the form has room for. */
  readonly mostBytes: number | null;
  readonly output: Output;
}

export function countBySeverity(findings: readonly Finding[]): { errors: number; warnings: number; infos: number } {
  let errors = 0;
  let warnings = 0;
  for (const finding of findings) {
    if (finding.severity === "error") errors++;
    else if (finding.severity === "warning") warnings++;
  }
  return { errors, warnings, infos: findings.length - errors - warnings };
}
