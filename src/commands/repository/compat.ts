import type { Finding } from "../../diagnostic/finding.ts";
import { wrongUse } from "../../diagnostic/refusal.ts";
import { loadEnvironment } from "../../load/environment.ts";
import { type LoadedShared, loadShared } from "../../load/shared.ts";
import type { RepositoryFiles } from "../../io/repository-files.ts";
import { EXCEPTIONS_PATH, MATRIX_PATH } from "../../model/paths.ts";
import { type CompatReport, compatAnswerText, compatText } from "../../report/compat.ts";
import { compatJson, jobMatrixJson } from "../../report/compat-json.ts";
import { requireVersion } from "../../run/requires.ts";
import { readFindings } from "../../run/rules.ts";
import { type Subject, judgeIn, subjectOf } from "../../verdict/judge.ts";
import type { Verdict } from "../../verdict/verdict.ts";
import { VERSION } from "../../version.ts";
import type { Command, ExitCode, Invocation } from "../command.ts";
import { neighboursOf } from "../neighbours.ts";
import { openRepository } from "../open-repository.ts";
import { NL } from "../../report/style.ts";

export const command: Command = {
  name: "compat",
  summary: "the compatibility matrix with the environments on it, or an answer to 'may I?' before there is one",
  arguments: [],
  options: [
    {
      name: "tool",
      value: "ROW",
      summary: "ask about this tool release (with --connector and --tier) instead of the environments",
    },
    { name: "connector", value: "RELEASE", summary: "the connector release that is asked about" },
    { name: "tier", value: "RELEASE", summary: "the PLM tier's release that is asked about" },
    {
      name: "matrix-json",
      summary: "one line for a GitHub job matrix: environment, tool, connector, tier, matrix and gate of each environment",
    },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "compat",
      does: "the matrix as a table with the environments on it, and each verdict with its reasons; exit code 1 when one is blocked",
    },
    {
      command: 'compat --tool "2024x Refresh3" --connector 2606 --tier 2606',
      does: "may this pairing be used? The same reasons as for an environment, before there is one",
    },
    { command: "compat --matrix-json", does: "a job for each environment: strategy.matrix in a workflow reads it with fromJSON" },
  ],
  run: runCompat,
};

const QUESTION = ["tool", "connector", "tier"] as const;

/** The question on the command line, or null when the environments are asked about. */
function questionOf({ options }: Invocation): Subject | null {
  const [tool, connector, tierRelease] = QUESTION.map((name) => options.get(name));
  const missing = QUESTION.filter((name) => !options.has(name));
  if (missing.length === QUESTION.length) return null;
  if (options.has("matrix-json"))
    throw wrongUse(
      "--matrix-json is about the environments, not about a question",
      `leave out --${QUESTION.find((name) => options.has(name))}`,
    );
  if (tool === undefined || connector === undefined || tierRelease === undefined) {
    throw wrongUse(
      `a verdict has two axes, and ${missing.map((name) => `--${name}`).join(" and ")} is not given`,
      "ask with --tool, --connector and --tier together",
    );
  }
  return { environment: "", tool, connector, tierRelease };
}

/** Faults of the files that verdicts are made of; base files and the site decide none. */
function verdictProblems({ problems }: LoadedShared): readonly Finding[] {
  return readFindings(problems, null).filter(({ at, rule }) => {
    const file = at?.file ?? "";
    if (rule === "repo/missing-file" && file !== MATRIX_PATH) return false;
    return file === MATRIX_PATH || file === EXCEPTIONS_PATH || /^releases\/[^/]+\/(release|kit\.lock)\.yaml$/.test(file);
  });
}

function judgeEnvironments(files: RepositoryFiles, names: readonly string[], { model }: LoadedShared, today: string) {
  const verdicts: Verdict[] = [];
  const unread: string[] = [];
  const neighbours = neighboursOf(files, names);
  for (const name of names) {
    const { environment } = loadEnvironment(files, name, model, neighbours);
    if (environment) verdicts.push(judgeIn(model, subjectOf(environment), today));
    else unread.push(name);
  }
  return { verdicts, unread };
}

/** Shows the matrix with its verdicts, or answers a question. Exit code 1 for a blocked gate, an unreadable environment or a faulty file. */
async function runCompat(invocation: Invocation): Promise<ExitCode> {
  const { today, host, directory, options, format, quiet } = invocation;
  const question = questionOf(invocation);
  const { files, names } = openRepository(directory);
  const shared = loadShared(files);
  requireVersion(shared.model.site, VERSION);
  const judged = question
    ? { verdicts: [judgeIn(shared.model, question, today)], unread: [] }
    : judgeEnvironments(files, names, shared, today);
  const report: CompatReport = { ...judged, shared: shared.model, problems: verdictProblems(shared), today };
  const { color, width } = host.stdout;
  if (options.has("matrix-json")) {
    for (const name of report.unread)
      host.stderr.write(`tierwright: ${name} cannot be read and is not in the job matrix; \`tierwright check\` says why${NL}`);
    host.stdout.write(jobMatrixJson(report.verdicts));
  } else if (format === "json") host.stdout.write(compatJson(report));
  else host.stdout.write(question ? compatAnswerText(report, { color, width }) : compatText(report, { color, quiet, width }));
  const blocked = report.verdicts.some((verdict) => verdict.gate === "block");
  return blocked || report.unread.length > 0 || report.problems.some(({ severity }) => severity === "error") ? 1 : 0;
}
