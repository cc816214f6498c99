import { VERSION, isRefusal, wrongUse } from "../../../kernel/index.ts";
import { type SourceTree, mergeFiles } from "../../../platform/index.ts";
import {
  type CompareRequest,
  type Compared,
  type GateMode,
  type GateResult,
  MOST_BYTES,
  type Plan,
  compareEnvironments,
  compareInstalled,
  compareRepositories,
  environmentNames,
  gateOf,
  gateWords,
  hasChanges,
  openRepository,
  recordingsInGit,
  refuseNone,
  refuseRecordings,
  remarksOf,
  renderPlan,
  reportOf,
  plainOptions,
  repositoryAt,
  ruleFiles,
  selectEnvironments,
} from "../../../compiler/index.ts";
import {
  type Command,
  type ExitCode,
  FINDING_FORMS,
  type Invocation,
  type Standing,
  contextOf,
  failOn,
  renderFindings,
  tell,
} from "../../../report/index.ts";
import { type Base, withBase } from "./plan-base.ts";

export const command: Command = {
  name: "plan",
  summary: "what would change: each key with its YAML line, verdicts and findings before and after, and whether it can be merged",
  group: "Every day",
  short: "shows what a change does, and whether to merge",
  arguments: [{ name: "ENV", summary: "environments to compare (default: all)", optional: true, many: true }],
  options: [
    {
      name: "base",
      value: "BASE",
      summary:
        "what to compare with: a branch, tag or commit, a folder, a bundle, a receipt or a folder of them (default: the merge base with the remote's default branch)",
    },
    { name: "from", value: "ENV", summary: "with --to: compare two environments of this repository; this is the base" },
    { name: "to", value: "ENV", summary: "with --from: the environment to switch to" },
    { name: "detailed-exitcode", summary: "exit code 10 if something changes and nothing blocks it" },
    {
      name: "gate",
      value: "WHICH",
      summary:
        "which findings and blocking gates give exit code 1: all of them (all, the default), or those that the base does not have (new)",
      choices: ["all", "new"],
    },
    MOST_BYTES,
  ],
  formats: FINDING_FORMS,
  examples: [
    { command: "plan", does: "what the work tree changes, compared with where its branch left the default branch" },
    { command: "plan production --base v1.4", does: "one environment, compared with a tag" },
    { command: "plan --from production --to pilot", does: "what changes for a workstation that switches from one to the other" },
    {
      command: "plan --base \\\\server\\receipts",
      does: "what a new bundle would change on the workstations that copied their receipts there",
    },
  ],
  run: runPlan,
};

async function requestOf(invocation: Invocation, files: SourceTree, asked: readonly string[] | null): Promise<CompareRequest> {
  const { directory, today, host } = invocation;
  return {
    ...repositoryAt(directory),
    version: VERSION,
    names: environmentNames(files),
    options: plainOptions(today),
    resolve: false,
    asked: asked && new Set(asked),
    rules: ruleFiles(files, mergeFiles({ kind: "disk", folder: directory })),
    found: await recordingsInGit(directory, host),
  };
}

function namesOf(base: Base): readonly string[] {
  return base.kind === "repository" ? base.side.names : base.sides.map(({ name }) => name);
}

/**
 * Returns the environments that the arguments of `plan` name. Throws a Refusal that also names --base, because a user can mean a revision.
 */
function named(asked: readonly string[], names: readonly string[]): readonly string[] {
  try {
    return selectEnvironments(asked, names);
  } catch (error) {
    if (!isRefusal(error, 2)) throw error;
    throw wrongUse(error.message, `${error.help}; a revision or folder to compare with is named by --base`);
  }
}

/** Compares the repository with the base of --base. An environment can be named even if only the base or only the repository has it. */
function comparedWith(invocation: Invocation, files: SourceTree): Promise<Compared> {
  return withBase(invocation, async (base) => {
    const { args, host } = invocation;
    const own = environmentNames(files);
    refuseNone(own);
    const names = [...new Set([...own, ...namesOf(base)])].sort();
    const asked = args.length === 0 ? null : named(args, names);
    const request = await requestOf(invocation, files, asked);
    return base.kind === "repository"
      ? compareRepositories(request, base.side, base.base, host)
      : compareInstalled(request, base.sides, base.base, host);
  });
}

async function comparedPair(invocation: Invocation, files: SourceTree): Promise<Compared> {
  const { args, options, host } = invocation;
  const [from, to] = ["from", "to"].map((name) => options.get(name));
  if (from === undefined || to === undefined) {
    throw wrongUse("--from and --to belong together", "name the current environment with --from, and the new one with --to");
  }
  if (options.has("base"))
    throw wrongUse("--from and --to compare two environments of this repository: there is no --base", "leave one of them out");
  if (args.length > 0) throw wrongUse(`--from and --to name the environments: '${args[0]}' is one too many`, "leave it out");
  refuseRecordings([from, to]);
  const names = environmentNames(files);
  const one = (word: string) => named([word], names)[0] ?? word;
  return compareEnvironments(await requestOf(invocation, files, null), one(from), one(to), host);
}

/** Returns the findings and blocking gates that the plan's base already has, for output formats that show only findings. */
const standingOf = ({ findings, environments }: Plan, { mode }: GateResult): Standing => ({
  findings: new Set(findings.flatMap(({ state, finding }) => (state === "unchanged" ? [finding] : []))),
  closed: new Set(environments.flatMap(({ name, verdict }) => (verdict.before?.gate === "block" ? [name] : []))),
  counts: mode === "all",
});

/** Runs `plan`. Exit codes: 2 no base; 1 findings or gates that block; 10 with --detailed-exitcode if something changes; else 0. */
async function runPlan(invocation: Invocation): Promise<ExitCode> {
  const { options } = invocation;
  refuseRecordings(invocation.args);
  const { files } = openRepository(invocation.directory);
  const pair = options.has("from") || options.has("to");
  const { plan, outcome } = await (pair ? comparedPair : comparedWith)(invocation, files);
  const gate = gateOf(plan, (options.get("gate") ?? "all") as GateMode, failOn(invocation));
  const standing = standingOf(plan, gate);
  const planned = { headline: gateWords(plan, gate, failOn(invocation)), remarks: remarksOf(plan) };
  tell(
    invocation,
    (as) =>
      renderPlan(plan, gate, contextOf(as)) ?? renderFindings({ ...reportOf(outcome, ""), standing, planned }, contextOf(as)),
  );
  if (!gate.open) return 1;
  return options.has("detailed-exitcode") && hasChanges(plan) ? 10 : 0;
}
