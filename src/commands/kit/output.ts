import { type Finding, type Severity, atLeast } from "../../diagnostic/finding.ts";
import { readExcerptText } from "../../io/excerpt-text.ts";
import type { RenderContext } from "../../report/findings.ts";
import type { ExitCode, Invocation } from "../command.ts";

/** What the kit reports may know of the place they print to. */
export function kitContext({ format, host, directory, quiet, today }: Invocation): RenderContext {
  return { format, host, directory, quiet, today, readText: (path) => readExcerptText(directory, path) };
}

/** 1 for an error, or a finding at or above the threshold. */
export function kitExit(findings: readonly Finding[], threshold: Severity): ExitCode {
  return findings.some(({ severity }) => severity === "error" || atLeast(severity, threshold)) ? 1 : 0;
}
