import { log4j2File } from "../../load/files.ts";
import { namedFiles, readNamedFile } from "../../../platform/index.ts";
import {
  type Command,
  type ExitCode,
  FINDING_FORMS,
  type Invocation,
  contextOf,
  exitCodeOf,
  renderFindings,
} from "../../../report/index.ts";
import { log4j2Findings } from "../../run/rules.ts";
import { type Linted, together, withSuppressions } from "../lint-file.ts";

export const command: Command = {
  name: "log4j2 lint",
  summary: "the logging rules for any log4j2.xml",
  group: "Files",
  short: "applies the logging rules",
  arguments: [{ name: "FILE", summary: "a log4j2.xml", many: true }],
  options: [],
  formats: FINDING_FORMS,
  examples: [
    { command: "log4j2 lint client/log4j2.xml --fail-on warning", does: "exit code 1 if a rule reports anything above info" },
  ],
  run: runLint,
};

/** The findings of one log4j2.xml, with its decoded text for the quoted lines. */
type LintedFile = Linted & { readonly characters: string };

/** Returns the findings of the logging rules on one log4j2.xml, without those that its own comments suppress. */
function lint(directory: string, path: string): LintedFile {
  const file = log4j2File(path.replaceAll("\\", "/"), readNamedFile(directory, path), "argument");
  return { ...withSuppressions(file.source, log4j2Findings(file, null)), characters: file.document.characters() };
}

/** Runs `log4j2 lint FILE...`. Returns exit code 1 for a finding at or above the severity of --fail-on. */
async function runLint(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, host } = invocation;
  const results = new Map(
    namedFiles(directory, args).map((path): [string, LintedFile] => [path.replaceAll("\\", "/"), lint(directory, path)]),
  );
  const { findings, held } = together([...results.values()]);
  host.stdout.write(
    renderFindings(
      { findings, suppressed: held.length, held, environments: 0, verdicts: [], tiers: [], files: results.size },
      contextOf(invocation, (path) => results.get(path)?.characters ?? null),
    ),
  );
  return exitCodeOf(findings, invocation);
}
