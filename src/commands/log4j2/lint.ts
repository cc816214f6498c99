import { log4j2File } from "../../load/files.ts";
import { atLeast, compareFindings, type Finding, type Severity } from "../../diagnostic/finding.ts";
import { readNamedFile } from "../../io/named-file.ts";
import { namedFiles } from "../../io/wildcards.ts";
import { FINDING_FORMS, renderFindings } from "../../report/findings.ts";
import { log4j2Findings, RULE_IDS } from "../../run/rules.ts";
import { commentsOf, suppress, unusedFindings } from "../../run/suppress.ts";
import type { Command, ExitCode, Invocation } from "../command.ts";

export const command: Command = {
  name: "log4j2 lint",
  summary: "the logging rules on any log4j2.xml: sizes that log4j misreads, files that pile up, loggers left at DEBUG",
  arguments: [{ name: "FILE", summary: "a log4j2.xml", many: true }],
  options: [],
  formats: FINDING_FORMS,
  examples: [{ command: "log4j2 lint client/log4j2.xml --fail-on warning", does: "exits 1 when a rule reports anything" }],
  run: runLint,
};

interface Linted {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  /** Decoded, for the source excerpts. */
  readonly characters: string;
}

/** The logging rules on one file, with the suppressions in its own comments. */
function lint(directory: string, path: string): Linted {
  const file = log4j2File(path.replaceAll("\\", "/"), readNamedFile(directory, path), "argument");
  const found = log4j2Findings(file, null);
  const comments = commentsOf(file.source);
  const { findings, suppressed, used } = suppress(found, comments, (place) => file.source.line(place.line));
  const unused = comments.filter((comment) => !used.has(comment));
  return {
    findings: [...findings, ...unusedFindings(unused, found, RULE_IDS)],
    suppressed,
    characters: file.document.characters(),
  };
}

/** `lint FILE...`: exit code 1 for a finding at or above --fail-on. */
async function runLint({ args, directory, format, host, options, quiet, today }: Invocation): Promise<ExitCode> {
  const failOn = (options.get("fail-on") ?? "error") as Severity;
  const results = new Map(
    namedFiles(directory, args).map((path): [string, Linted] => [path.replaceAll("\\", "/"), lint(directory, path)]),
  );
  const all = [...results.values()];
  const findings = all.flatMap((result) => result.findings).sort(compareFindings);
  const suppressed = all.reduce((sum, result) => sum + result.suppressed, 0);
  const readText = (path: string) => results.get(path)?.characters ?? null;
  host.stdout.write(
    renderFindings(
      { findings, suppressed, environments: 0, verdicts: [], tiers: [], files: results.size },
      { format, host, directory, quiet, today, failOn, readText },
    ),
  );
  return findings.some((finding) => finding.severity === "error" || atLeast(finding.severity, failOn)) ? 1 : 0;
}
