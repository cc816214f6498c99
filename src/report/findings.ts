import type { Documentation, Finding, Severity } from "../kernel/index.ts";
import type { Host } from "../platform/index.ts";
import { form as text } from "./forms/text.ts";
import { FORMS } from "./registry.generated.ts";
import type { Report, ReportContext, ReportForm } from "./report.ts";

export interface FindingsInput {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  readonly held?: Report["held"];
  readonly fixed?: Report["fixed"];
  readonly standing?: Report["standing"];
  readonly planned?: Report["planned"];
  readonly environments: number;
  readonly verdicts: Report["verdicts"];
  readonly tiers: Report["tiers"];
  readonly unread?: readonly string[];
  readonly blocked?: Report["blocked"];
  readonly outputs?: Report["outputs"];
  readonly removed?: readonly string[];
  readonly files?: number;
  readonly workstations?: number;
}

export interface RenderContext {
  readonly format: string;
  readonly form: ReportForm;
  readonly mostBytes: number | null;
  readonly command: string;
  readonly prefix: string;
  readonly host: Host;
  readonly directory: string;
  readonly quiet?: boolean;
  readonly failOn?: Severity;
  readonly today?: string;
  readText(path: string): string | null;
}

/** Values of --format for a command that reports findings: every form that there is, the one for people first. */
export const FINDING_FORMS: readonly string[] = [...new Set(["text", ...FORMS.map(({ name }) => name)])];

/** How what is printed with a value of --format gets out; a command without findings has no other form for programs than JSON. */
export function writtenAs(format: string): "text" | "json" | "exact" {
  const form = FORMS.find(({ name }) => name === format);
  return form?.readers !== "programs" ? "text" : form.exact ? "exact" : "json";
}

/**
 * Loads the form of that name; that for people where a command has a form of its own, and as what nearly every command needs.
 * @param rules loads the documentation of all rules; called for a form that prints it
 */
export async function loadForm(format: string, rules: () => Promise<readonly Documentation[]>): Promise<ReportForm> {
  const entry = FORMS.find(({ name }) => name === format && name !== text.name);
  const form = entry ? (await entry.load()).form : text;
  if (!form.documented) return form;
  const documentation = await rules();
  return { ...form, render: (report, context) => form.render(report, { ...context, rules: documentation }) };
}

/** Findings in the form that was asked for; the entry point writes what this returns. */
export function renderFindings(input: FindingsInput, context: RenderContext): string {
  const report: Report = { outputs: [], removed: [], unread: [], blocked: new Map(), ...input };
  const options: ReportContext = {
    color: context.host.stdout.color,
    width: context.host.stdout.width,
    quiet: context.quiet ?? false,
    failOn: context.failOn ?? "error",
    today: context.today ?? context.host.now().toISOString().slice(0, 10),
    command: context.command,
    prefix: context.prefix,
    mostBytes: context.mostBytes,
    codeScanning: context.host.env("GITHUB_ACTIONS") === "true",
    readText: (path) => context.readText(path),
  };
  return context.form.render(report, options);
}
