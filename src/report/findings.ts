import type { Finding, Severity } from "../diagnostic/finding.ts";
import type { Host } from "../io/host.ts";
import { FORMS } from "./registry.generated.ts";
import type { Report, ReportContext } from "./report.ts";

export interface FindingsInput {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  readonly fixed?: Report["fixed"];
  readonly environments: number;
  readonly verdicts: Report["verdicts"];
  readonly tiers: Report["tiers"];
  readonly unread?: readonly string[];
  readonly blocked?: Report["blocked"];
  readonly outputs?: Report["outputs"];
  readonly removed?: readonly string[];
  readonly files?: number;
}

export interface RenderContext {
  readonly format: string;
  readonly host: Host;
  readonly directory: string;
  readonly quiet?: boolean;
  readonly failOn?: Severity;
  readonly today?: string;
  readText(path: string): string | null;
}

/** Values of --format for a command that reports findings: every form that there is, the one for people first. */
export const FINDING_FORMS: readonly string[] = [...new Set(["text", ...FORMS.map(({ name }) => name)])];

/** A document that a program reads; also that of a command without findings, which has no other form for programs than JSON. */
export const forProgramsOnly = (format: string): boolean => FORMS.find(({ name }) => name === format)?.readers === "programs";

/** Findings in the form that was asked for; the entry point writes what this returns. */
export function renderFindings(input: FindingsInput, context: RenderContext): string {
  const form = FORMS.find((item) => item.name === context.format) ?? FORMS.find((item) => item.name === "text");
  const report: Report = { outputs: [], removed: [], unread: [], blocked: new Map(), ...input };
  const options: ReportContext = {
    color: context.host.stdout.color,
    width: context.host.stdout.width,
    quiet: context.quiet ?? false,
    failOn: context.failOn ?? "error",
    today: context.today ?? context.host.now().toISOString().slice(0, 10),
    readText: (path) => context.readText(path),
  };
  return form?.render(report, options) ?? "";
}
