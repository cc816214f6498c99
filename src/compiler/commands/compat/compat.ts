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
import { compatText } from "../../views/compat.ts";
import { type CompatReport, compatDocument, jobMatrixJson } from "../../views/compat-document.ts";
import {
  type Command,
  type ExitCode,
  type Invocation,
  MOST_CHARACTERS,
  MOST_JOBS,
  NL,
  jobShardsJson,
  printResult,
  visibleJson,
} from "../../../report/index.ts";
import { requireVersion } from "../../run/requires.ts";
import { readFindings } from "../../run/rules.ts";
import { type Subject, judgeIn, subjectOf } from "../../verdict/judge.ts";
import { neighboursOf } from "../neighbours.ts";
import { openRepository } from "../open-repository.ts";
import { selectionAsked, selectionOf } from "./selection.ts";

export const command: Command = {
  name: "compat",
  summary:
    "the compatibility matrix with the environments on it, or whether a combination is allowed, before you create an environment",
  group: "Set up",
  short: "shows which combinations are allowed",
  arguments: [],
  options: [
    {
      name: "tool",
      value: "ROW",
      summary: "a tool release to ask about, with --connector and --tier; alone: its row",
    },
    { name: "connector", value: "RELEASE", summary: "the connector release to ask about; alone: its column" },
    { name: "tier", value: "RELEASE", summary: "the PLM tier's release to ask about" },
    {
      name: "matrix-json",
      summary: "one line for a GitHub job matrix: environment, tool, connector, tier, matrix and gate of each environment",
    },
    {
      name: "shards",
      value: "N",
      summary: "with --matrix-json: at most N jobs, each with a share of the environments",
    },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "compat",
      does: "the matrix as a table with the environments on it, and each verdict with its reasons; exit code 1 if one is blocked",
    },
    {
      command: "compat --connector 2606",
      does: "the column of this release: each row with its code and what it lets through; --tool ROW alone shows a row",
    },
    {
      command: 'compat --tool "2024x Refresh3" --connector 2606 --tier 2606',
      does: "whether this combination is allowed, with the same reasons as for an environment",
    },
    { command: "compat --matrix-json", does: "a job for each environment: strategy.matrix in a workflow reads it with fromJSON" },
    { command: "compat --matrix-json --shards 64", does: "64 jobs that share thousands of environments" },
  ],
  run: runCompat,
};

const QUESTION = ["tool", "connector", "tier"] as const;

/**
 * Returns the tool, connector and tier release of --tool, --connector and --tier; null if none is given, so that the verdicts on all
 * environments are shown. Throws a Refusal if only some are given.
 */
function questionOf({ options }: Invocation): Subject | null {
  const [tool, connector, tierRelease] = QUESTION.map((name) => options.get(name));
  const missing = QUESTION.filter((name) => !options.has(name));
  if (missing.length === QUESTION.length) return null;
  if (options.has("matrix-json"))
    throw wrongUse(
      "--matrix-json lists environments and cannot answer for a combination",
      `leave out --${QUESTION.find((name) => options.has(name))}`,
    );
  if (tool === undefined || connector === undefined || tierRelease === undefined) {
    throw wrongUse(
      `${missing.map((name) => `--${name}`).join(" and ")} ${missing.length === 1 ? "is" : "are"} required as well`,
      "give --tool, --connector and --tier together, or one of --tool and --connector alone",
    );
  }
  return { environment: "", tool, connector, tierRelease };
}

/**
 * Returns the findings on documents that verdicts depend on: the matrix, the exceptions, and release.yaml and kit.lock.yaml of each
 * release.
 */
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

/**
 * Returns the number of jobs (--shards) that share the environments; null if each environment has its own job. Throws a Refusal for a wrong
 * number.
 */
function shardsAsked({ options }: Invocation): number | null {
  const given = options.get("shards");
  if (given === undefined) return null;
  if (!options.has("matrix-json")) throw wrongUse("--shards requires --matrix-json", "give both, or neither");
  const count = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > MOST_JOBS)
    throw wrongUse(
      `--shards cannot be '${given}'`,
      `give a whole number from 1 to ${MOST_JOBS}; GitHub runs no more jobs per matrix`,
    );
  return count;
}

/**
 * Returns the line of --matrix-json with GitHub's job matrix. Throws a Refusal if it is longer than GitHub accepts as the outputs of a job.
 */
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
    `the job matrix has ${line.length} characters, and GitHub accepts 524,288 for all outputs of a job`,
    shards === null
      ? "use --shards N: at most N jobs, each with a share of the environments"
      : "use shorter names, or one job for all: check, compile and plan need no matrix",
  );
}

/**
 * Returns notes about the job matrix for the log of a GitHub workflow: environments that the job matrix lacks, and more jobs than GitHub
 * runs.
 */
function matrixNotes({ unread, verdicts }: CompatReport, shards: number | null): readonly string[] {
  const many = shards === null && verdicts.length > MOST_JOBS;
  return [
    ...unread.map((name) => `${name} cannot be read and is not in the job matrix; \`tierwright check\` shows why`),
    ...(many
      ? [`there are ${verdicts.length} environments, and GitHub runs at most ${MOST_JOBS} jobs per matrix; use --shards N`]
      : []),
  ];
}

/**
 * Shows the compatibility matrix with the verdicts on the environments, one row or column of it, or the verdict on one combination. Returns
 * exit code 1 for a blocked gate, an unreadable environment or a faulty file.
 */
async function runCompat(invocation: Invocation): Promise<ExitCode> {
  const { today, host, directory, options } = invocation;
  const asked = selectionAsked(options);
  const question = asked ? null : questionOf(invocation);
  const shards = shardsAsked(invocation);
  const { files, names } = openRepository(directory);
  const shared = loadShared(files);
  await requireVersion(shared.model.site, VERSION);
  const selection = asked && selectionOf(asked, shared.model, today);
  const judged = selection
    ? { selection, verdicts: [], unread: [] }
    : question
      ? { verdicts: [judgeIn(shared.model, question, today)], unread: [] }
      : judgeEnvironments(files, names, shared, today);
  const report: CompatReport = { ...judged, shared: shared.model, problems: verdictProblems(shared), today };
  if (options.has("matrix-json")) {
    for (const note of matrixNotes(report, shards)) host.stderr.write(`tierwright: ${note}${NL}`);
    // Written as bytes, because `stdout` cuts long lines of text for people, and a program needs the whole line.
    host.stdout.write(Buffer.from(visibleJson(matrixLine(report, shards))));
  } else printResult(invocation, compatDocument(report), compatText);
  const blocked = report.verdicts.some((verdict) => verdict.gate === "block");
  return blocked || report.unread.length > 0 || report.problems.some(({ severity }) => severity === "error") ? 1 : 0;
}
