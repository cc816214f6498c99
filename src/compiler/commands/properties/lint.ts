import { relative, resolve, sep } from "node:path";
import { propertiesFile } from "../../load/files.ts";
import { DIRECTORY_KEYS } from "../../model/directories.ts";
import { namedFiles, readNamedExcerpt, readNamedFile } from "../../../platform/index.ts";
import { FILE_ROLES, type FileRole } from "../../model/files.ts";
import {
  type Command,
  type ExitCode,
  FINDING_FORMS,
  type Invocation,
  contextOf,
  exitCodeOf,
  renderFindings,
} from "../../../report/index.ts";
import type { Applied, Changed } from "../../run/apply-fixes.ts";
import { propertiesFindings } from "../../run/rules.ts";
import { type Linted, together, withSuppressions } from "../lint-file.ts";
import { FILE } from "./options.ts";

export const command: Command = {
  name: "properties lint",
  summary: "the text rules for any properties file",
  group: "Files",
  short: "applies the text rules",
  arguments: [{ ...FILE, many: true }],
  options: [
    { name: "role", value: "ROLE", summary: "the file's role: adds the rules of the program that reads it", choices: FILE_ROLES },
    { name: "fix", summary: "apply the safe fixes, then check again" },
    { name: "fix-review", summary: "apply every fix; review the change before you use the file" },
  ],
  formats: FINDING_FORMS,
  examples: [
    {
      command: "properties lint connector.properties --role connector",
      does: "shows what Java really reads for C:\\temp, and how to write it",
    },
    { command: "properties lint *.properties --format json", does: "findings as JSON; exit code 1 if one is an error" },
  ],
  run: runLint,
};

/**
 * Returns the findings of the text rules on one properties file, without those that its own comments suppress. Places name the file
 * relative to `directory`, with '/'.
 */
function lintFile(directory: string, path: string, role: FileRole | null, changed: Changed): Linted {
  const name = relative(directory, resolve(directory, path)).split(sep).join("/");
  const bytes = changed.get(name) ?? readNamedFile(directory, path);
  const file = propertiesFile(name, bytes, "argument", role, new Set(DIRECTORY_KEYS));
  return withSuppressions(file.source, propertiesFindings(file, null));
}

function lint({ directory, options }: Invocation, files: readonly string[], changed: Changed = new Map()): Linted {
  const role = (options.get("role") ?? null) as FileRole | null;
  return together(files.map((path) => lintFile(directory, path, role, changed)));
}

/** Runs the text rules on properties files; with --fix or --fix-review, applies fixes until none is left. */
async function lintAndFix(
  invocation: Invocation,
  files: readonly string[],
): Promise<Linted & { readonly fixed?: readonly Applied[] }> {
  const { directory, host, options } = invocation;
  if (!options.has("fix") && !options.has("fix-review")) return lint(invocation, files);
  const { fixAll, fixedLines } = await import("../../run/fix-all.ts");
  const done = await fixAll(directory, async (changed) => lint(invocation, files, changed), {
    alsoReview: options.has("fix-review"),
    named: true,
  });
  host.stderr.write(fixedLines(done));
  return { ...done.outcome, fixed: done.fixed };
}

/** Runs `properties lint FILE...` on the files on disk. Returns exit code 1 for a finding at or above the severity of --fail-on. */
async function runLint(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, host } = invocation;
  const files = namedFiles(directory, args);
  const { findings, held, fixed } = await lintAndFix(invocation, files);
  host.stdout.write(
    renderFindings(
      {
        findings,
        suppressed: held.length,
        held,
        ...(fixed && { fixed }),
        environments: 0,
        verdicts: [],
        tiers: [],
        files: files.length,
      },
      contextOf(invocation, (path) => readNamedExcerpt(directory, path)),
    ),
  );
  return exitCodeOf(findings, invocation);
}
