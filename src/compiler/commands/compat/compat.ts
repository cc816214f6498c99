import {
  EXCEPTIONS_PATH,
  type Finding,
  MATRIX_PATH,
  VERSION,
  type Verdict,
  missingFile,
  wrongUse,
} from "../../../kernel/index.ts";
import { loadEnvironment } from "../../load/environment.ts";
import { type LoadedShared, loadShared } from "../../load/shared.ts";
import type { SourceTree } from "../../../platform/index.ts";
import { type CompatReport, compatAnswerText, compatText } from "../../views/compat.ts";
import { compatJson, jobMatrixJson } from "../../views/compat-json.ts";
import {
  type Command,
  type ExitCode,
  type Invocation,
  MOST_CHARACTERS,
  MOST_JOBS,
  NL,
  jobShardsJson,
  visibleJson,
} from "../../../report/index.ts";
import { requireVersion } from "../../run/requires.ts";
import { readFindings } from "../../run/rules.ts";
import { type Subject, judgeIn, subjectOf } from "../../verdict/judge.ts";
import { neighboursOf } from "../neighbours.ts";
import { openRepository } from "../open-repository.ts";

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
    {
      name: "shards",
      value: "N",
      summary:
        "with --matrix-json: at most N jobs, each with a share of the environments; for more of them than GitHub makes jobs",
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
    { command: "compat --matrix-json --shards 64", does: "64 jobs that share thousands of environments out among them" },
  ],
  run: runCompat,
};

const QUESTION = ["tool", "connector", "tier"] as const;

/**
 * Returns the pair and tier to judge from the command line; null if the environments are judged. Throws a Refusal if only some of the three options
 * are given.
 */
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

/** Returns the findings on files that verdicts depend on. Base files and site.yaml are not among them. */
function verdictProblems({ problems }: LoadedShared): readonly Finding[] {
  return readFindings(problems, null).filter((finding) => {
    const file = finding.at?.file ?? "";
    if (missingFile.is(finding) && file !== MATRIX_PATH) return false;
    return file === MATRIX_PATH || file === EXCEPTIONS_PATH || /^releases\/[^/]+\/(release|kit\.lock)\.yaml$/.test(file);
  });
}

function judgeEnvironments(files: SourceTree, names: readonly string[], { model }: LoadedShared, today: string) {
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

/** Returns the number of jobs that share the environments; null if each environment has its own job. Throws a Refusal for a wrong number. */
function shardsAsked({ options }: Invocation): number | null {
  const given = options.get("shards");
  if (given === undefined) return null;
  if (!options.has("matrix-json")) throw wrongUse("--shards is for --matrix-json", "give both, or neither");
  const count = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > MOST_JOBS)
    throw wrongUse(
      `--shards cannot be '${given}'`,
      `a whole number from 1 to ${MOST_JOBS}: GitHub makes no more jobs of a matrix`,
    );
  return count;
}

/** Returns the line for the job matrix. Throws a Refusal if it is too long for a job's output, which GitHub would drop. */
function matrixLine({ verdicts }: CompatReport, shards: number | null): string {
  const line =
    shards === null
      ? jobMatrixJson(verdicts)
      : jobShardsJson(
          verdicts.map(({ environment }) => environment),
          shards,
        );
  if (line.length <= MOST_CHARACTERS) return line;
  throw wrongUse(
    `the job matrix has ${line.length} characters, and GitHub takes 524,288 of all outputs of a job`,
    shards === null
      ? "--shards N is several times shorter: at most N jobs, each with a share of the environments"
      : "shorter names, or one job for all: check, compile and plan need no matrix",
  );
}

/** Returns notes about the job matrix for the log of a workflow. */
function matrixNotes({ unread, verdicts }: CompatReport, shards: number | null): readonly string[] {
  const many = shards === null && verdicts.length > MOST_JOBS;
  return [
    ...unread.map((name) => `${name} cannot be read and is not in the job matrix; \`tierwright check\` says why`),
    ...(many
      ? [`GitHub makes at most ${MOST_JOBS} jobs of a matrix, and these are ${verdicts.length}; --shards N shares them out`]
      : []),
  ];
}

/** Shows the matrix with its verdicts, or the verdict on one pair. Exit code 1 for a blocked gate, an unreadable environment or a faulty file. */
async function runCompat(invocation: Invocation): Promise<ExitCode> {
  const { today, host, directory, options, format, quiet } = invocation;
  const question = questionOf(invocation);
  const shards = shardsAsked(invocation);
  const { files, names } = openRepository(directory);
  const shared = loadShared(files);
  await requireVersion(shared.model.site, VERSION);
  const judged = question
    ? { verdicts: [judgeIn(shared.model, question, today)], unread: [] }
    : judgeEnvironments(files, names, shared, today);
  const report: CompatReport = { ...judged, shared: shared.model, problems: verdictProblems(shared), today };
  const { color, width } = host.stdout;
  if (options.has("matrix-json")) {
    for (const note of matrixNotes(report, shards)) host.stderr.write(`tierwright: ${note}${NL}`);
    // Written as bytes, because long text lines are cut for people and a program needs this one whole.
    host.stdout.write(Buffer.from(visibleJson(matrixLine(report, shards))));
  } else if (format === "json") host.stdout.write(compatJson(report));
  else host.stdout.write(question ? compatAnswerText(report, { color, width }) : compatText(report, { color, quiet, width }));
  const blocked = report.verdicts.some((verdict) => verdict.gate === "block");
  return blocked || report.unread.length > 0 || report.problems.some(({ severity }) => severity === "error") ? 1 : 0;
}
