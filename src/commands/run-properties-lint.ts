import { DIRECTORY_KEYS, propertiesFile } from "../compile/read-files.ts";
import { atLeast, compareFindings, type Finding, type Severity } from "../diagnostic/finding.ts";
import { readExcerptText } from "../io/excerpt-text.ts";
import { readNamedFile } from "../io/named-file.ts";
import type { FileRole } from "../model/files.ts";
import { renderFindings } from "../report/findings.ts";
import { propertiesFindings, RULE_IDS } from "../run/rules.ts";
import { commentsOf, suppress, unusedFindings } from "../run/suppress.ts";
import type { ExitCode, Invocation } from "./command.ts";

interface Linted {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
}

/** The text rules on one file, with the suppressions in its own comments. */
function lint(directory: string, path: string, role: FileRole | null): Linted {
  const bytes = readNamedFile(directory, path);
  const file = propertiesFile(path.replaceAll("\\", "/"), bytes, "argument", role, new Set(DIRECTORY_KEYS));
  const found = propertiesFindings(file, null);
  const comments = commentsOf(file.source);
  const { findings, suppressed, used } = suppress(found, comments, (place) => file.source.line(place.line));
  const unused = comments.filter((comment) => !used.has(comment));
  return { findings: [...findings, ...unusedFindings(unused, found, RULE_IDS)], suppressed };
}

/** Runs the text rules on the files as they lie; exit code 1 for a finding at or above --fail-on. */
export async function runLint(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, format, host, options, quiet, today } = invocation;
  const role = (options.get("role") ?? null) as FileRole | null;
  const results = args.map((path) => lint(directory, path, role));
  const findings = results.flatMap((result) => result.findings).sort(compareFindings);
  const suppressed = results.reduce((sum, result) => sum + result.suppressed, 0);
  host.stdout.write(
    renderFindings(
      { findings, suppressed, environments: 0, verdicts: [], tiers: [], files: args.length },
      { format, host, directory, quiet, today, readText: (path) => readExcerptText(directory, path) },
    ),
  );
  const threshold = (options.get("fail-on") ?? "error") as Severity;
  return findings.some((finding) => finding.severity === "error" || atLeast(finding.severity, threshold)) ? 1 : 0;
}
