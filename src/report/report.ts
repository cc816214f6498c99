import type { Documentation, Finding, HeldFinding, HostVerdict, Severity, Verdict } from "../kernel/index.ts";
import type { Output } from "../platform/index.ts";

/** The result of `compile` for an environment's output folder. */
export interface OutputReport {
  readonly environment: string;
  readonly state: "written" | "unchanged" | "kept" | "not-written";
  /** The reason why the output folder was not written; null if it was written or is up to date. */
  readonly why: string | null;
  /** The path of the output folder as the user would write it. */
  readonly folder: string;
}

export interface TierReport {
  readonly environment: string;
  readonly signIn: string;
  readonly hosts: readonly HostVerdict[];
}

/** The findings of a plan, and its environments whose gate is `block`, that the plan's base commit has, too. */
export interface Standing {
  readonly findings: ReadonlySet<Finding>;
  /** The environments whose gate is `block` at the base commit, too. */
  readonly closed: ReadonlySet<string>;
  /** True if findings and gates that the base commit has count nevertheless (`--gate all`). */
  readonly counts: boolean;
}

/** A plan's remarks in addition to its findings, for a form that shows findings only. */
export interface PlanRemarks {
  /** The line that says whether the change can be merged, with the reason if not, or with what to look at first. */
  readonly headline: string;
  readonly remarks: readonly {
    readonly title: string;
    readonly lines: readonly string[];
    readonly place: { readonly file: string; readonly line: number } | null;
  }[];
}

/** The complete result of a command that reports findings, for any output form. */
export interface Report {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  /** The suppressed findings; omitted if only their number is known. */
  readonly held?: readonly HeldFinding[] | undefined;
  /** The changes that --fix or --fix-review made before the findings were computed; omitted without these options. */
  readonly fixed?:
    | readonly { readonly rule: string; readonly file: string; readonly line: number; readonly title: string }[]
    | undefined;
  /** For a plan, the findings and gates that its base commit has, too; omitted if nothing was compared. */
  readonly standing?: Standing | undefined;
  readonly planned?: PlanRemarks | undefined;
  /** The number of environments checked. */
  readonly environments: number;
  /** The environments without a verdict, each with the reason in words (the file that cannot be read). */
  readonly unread: readonly { readonly name: string; readonly why: string }[];
  /** The reasons why environments are blocked, by environment. */
  readonly blocked: ReadonlyMap<string, string>;
  readonly verdicts: readonly Verdict[];
  readonly tiers: readonly TierReport[];
  readonly outputs: readonly OutputReport[];
  readonly removed: readonly string[];
  /** The number of files that were checked on their own (lint); omitted for a check of environments. */
  readonly files?: number;
  /** The number of workstations, for a command that checks workstations; omitted for a check of environments. */
  readonly workstations?: number;
}

/** The facts that an output form can use in addition to the report: about the command and about the destination of the output. */
export interface ReportContext {
  readonly color: boolean;
  /** The width of the terminal in columns; null if the output is no terminal. */
  readonly width: number | null;
  readonly quiet: boolean;
  /** The lowest severity that leads to exit code 1. */
  readonly failOn: Severity;
  readonly today: string;
  /** The reporting command's name: 'check', 'properties lint'. */
  readonly command: string;
  /** The path from the checkout to the folder that findings' paths are relative to: '' or 'config/'. */
  readonly prefix: string;
  /** The highest number of bytes of the output, for an output form that can leave something out; null for the form's own limit. */
  readonly mostBytes: number | null;
  /** True in a GitHub workflow, where SARIF goes to GitHub's code scanning, which has no suppressions (docs/output-forms.md). */
  readonly codeScanning?: boolean;
  /** The documentation of every rule; set only for a form that is `documented`. */
  readonly rules?: readonly Documentation[];
  /**
   * Returns the text of a file for source excerpts; null if it is unreadable. Properties files are decoded as ISO-8859-1, as Java reads
   * them.
   */
  readText(path: string): string | null;
}

/** The facts about an output form that are known before its code is loaded. */
export interface FormWords {
  readonly name: string;
  /** The content of the output form and the readers for whom it is intended, for `--help`. */
  readonly summary: string;
  /** Output for programs is written exactly; output for people is made safe for their terminal. */
  readonly readers: "people" | "programs";
  /**
   * Set for a form for programs that is not JSON: the form itself escapes everything that a terminal, a log or a build service would
   * interpret.
   */
  readonly exact?: true;
}

/** One output form for reports with findings, in a file of forms/. */
export interface ReportForm extends FormWords {
  /** Set if the form prints the documentation of rules, which its caller provides. */
  readonly documented?: true;
  render(report: Report, context: ReportContext): string;
}

/** A further output form for the result of a command, with its limit and destination. */
export interface FurtherForm {
  readonly form: ReportForm;
  /** The highest number of bytes; null for the form's own limit. */
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
