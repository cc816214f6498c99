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
  readonly unread?: Report["unread"];
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

/** The values of --format for a command that reports findings; text comes first, as the default. */
export const FINDING_FORMS: readonly string[] = [...new Set(["text", ...FORMS.map(({ name }) => name)])];

/**
 * Returns how an output form's text is written to standard output: as text for people, as JSON, or byte for byte. A name that is no form of
 * findings is text; a command without findings has JSON as its only form for programs.
 */
export function writtenAs(format: string): "text" | "json" | "exact" {
  const form = FORMS.find(({ name }) => name === format);
  return form?.readers !== "programs" ? "text" : form.exact ? "exact" : "json";
}

/**
 * Loads the output form of a name. For an unknown name, returns the text form, which is always loaded.
 * @param rules loads the documentation of all rules; called only for a form that prints it
 */
export async function loadForm(format: string, rules: () => Promise<readonly Documentation[]>): Promise<ReportForm> {
  const entry = FORMS.find(({ name }) => name === format && name !== text.name);
  const form = entry ? (await entry.load()).form : text;
  if (!form.documented) return form;
  const documentation = await rules();
  return { ...form, render: (report, context) => form.render(report, { ...context, rules: documentation }) };
}

/** Returns findings in the output form of the context. The caller writes the returned text. */
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
