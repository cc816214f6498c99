import { relative, sep } from "node:path";
import { parseHostsFile } from "../../compile/hosts-file.ts";
import type { RunOptions } from "../../compile/compiled.ts";
import { VERSION, wrongUse } from "../../../kernel/index.ts";
import { overlayTree, readNamedFile, refuseLinks } from "../../../platform/index.ts";
import {
  type ExitCode,
  type Invocation,
  type OptionSpec,
  contextOf,
  failOn,
  renderFindings,
  tell,
} from "../../../report/index.ts";
import { reportOf } from "../../views/run-report.ts";
import type { Applied, Changed } from "../../run/apply-fixes.ts";
import { passes } from "../../run/passes.ts";
import { repositoryAt, type RunRequest } from "../../run/request.ts";
import { type RunOutcome, runRepository } from "../../run/run.ts";
import { namesFor, openRepository, refuseNone, selectEnvironments } from "../open-repository.ts";

/** The option that limits the bytes of the Markdown report. */
export const MOST_BYTES: OptionSpec = {
  name: "most-bytes",
  value: "N",
  summary: "with --format markdown: truncate the Markdown to N bytes; omitted environments are counted",
};

/** Options of commands that need evidence about network addresses. */
export const EVIDENCE_OPTIONS: readonly OptionSpec[] = [
  { name: "hosts", value: "FILE", summary: "a workstation's hosts file, used as evidence for addresses" },
  { name: "resolve", summary: "resolve every host with DNS from this machine (measured evidence)" },
  {
    name: "probe",
    value: "FILE",
    summary: "the output of `probe ENV --format json`, at most 7 days old (measured evidence)",
    many: true,
  },
  { name: "require-proof", summary: "a file-transfer host without measured evidence is an error" },
];

/** Options that `check` and `compile` share. */
export const RUN_OPTIONS: readonly OptionSpec[] = [...EVIDENCE_OPTIONS, MOST_BYTES];

/**
 * Returns the request for a check of the selected environments, from the options that `check` and `compile` share.
 * @param names All environments of the repository; throws a Refusal if there are none.
 */
export function checkRequest(
  invocation: Invocation,
  names: readonly string[],
  selected: readonly string[],
  probed?: RunOptions["probed"],
): RunRequest {
  const { options, today, directory } = invocation;
  refuseNone(names);
  return {
    ...repositoryAt(directory),
    version: VERSION,
    names,
    selected,
    options: {
      today,
      requireProof: options.has("require-proof"),
      hostsFile: hostsFileOf(invocation),
      resolved: null,
      ...(probed && { probed }),
    },
    resolve: options.has("resolve"),
    output: null,
  };
}

/** Runs `check`, or `compile` if `compile` is given, over the repository and prints the report. Returns the exit code. */
export async function runAndReport(
  invocation: Invocation,
  compile: { folder: string; shown: string; withSecrets: boolean } | null,
): Promise<ExitCode> {
  const repository = openRepository(invocation.directory);
  const { files, recordings: beside } = repository;
  const names = namesFor(invocation.args, repository);
  const selected = selectEnvironments(invocation.args, names);
  const checked = checkRequest(invocation, names, selected, await probedOf(invocation, names));
  if (compile) refuseSourceFolder(invocation.directory, compile.folder);
  const { options, host, directory } = invocation;
  const request: RunRequest = {
    ...checked,
    output: compile && { folder: compile.folder, withSecrets: compile.withSecrets },
  };
  // the module for recordings is loaded only if there are recordings, because it loads all rules, which a check from the cache does not
  // need (docs/performance.md)
  const recordings = beside.length === 0 ? null : await import("../../run/recordings.ts");
  const inGit = (await recordings?.recordingsInGit(directory, host)) ?? [];
  const look = async (asked: RunRequest) => {
    const run = await runRepository(asked, host);
    const outcome = options.has("all-releases")
      ? await (await import("../../run/unused-releases.ts")).withUnusedReleases(run)
      : run;
    return recordings?.withFound(outcome, inGit) ?? outcome;
  };
  if (!options.has("fix") && !options.has("fix-review")) {
    const outcome = await look(request);
    tell(invocation, (as) => render(outcome, as, compile?.shown ?? null));
    return exitCodeOfRun(outcome, invocation);
  }
  const { fixAll, fixedLines } = await import("../../run/fix-all.ts");
  // Trial checks see fixes that are not on the disk yet, so they write no output (`output: null`). `compile` writes its files after the
  // fixes are on the disk.
  const tried = (changed: Changed) => look({ ...request, tree: overlayTree(files, changed).described, output: null });
  const done = await fixAll(directory, tried, { alsoReview: options.has("fix-review"), named: false });
  host.stderr.write(fixedLines(done));
  const outcome = request.output ? await look(request) : done.outcome;
  tell(invocation, (as) => render(outcome, as, compile?.shown ?? null, done.fixed));
  return exitCodeOfRun(outcome, invocation);
}

/**
 * Throws a Refusal if the output folder (--out) is the repository or within its sources, because the next `compile` would read compiled
 * files as sources.
 */
export function refuseSourceFolder(directory: string, out: string, otherwise = "choose another folder, for example dist"): void {
  const path = relative(directory, out).split(sep).join("/");
  const sources = ["environments", "releases", "templates", ".git", ".tierwright"];
  if (path !== "" && !sources.some((folder) => path === folder || path.startsWith(`${folder}/`))) {
    refuseLinks(directory, out);
    return;
  }
  throw wrongUse(
    `--out cannot be ${path === "" ? "the repository itself" : path}: it contains the repository's own files`,
    otherwise,
  );
}

/**
 * Returns the measured hosts in the files that --probe names, by environment; undefined without --probe. Loads the reader of these files
 * only if needed.
 */
export async function probedOf(invocation: Invocation, names: readonly string[]): Promise<RunOptions["probed"]> {
  if (!invocation.options.has("probe")) return undefined;
  return (await import("./probe-evidence.ts")).probedBy(invocation, names);
}

function hostsFileOf(invocation: Invocation) {
  const path = invocation.options.get("hosts");
  return path === undefined ? null : parseHostsFile(path, readNamedFile(invocation.host.cwd, path).toString("utf8"));
}

/** Returns exit code 1 for an error, a finding at or above the severity of --fail-on, or a closed gate; otherwise 0. */
export const exitCodeOfRun = (outcome: RunOutcome, invocation: Invocation): ExitCode =>
  passes(outcome, failOn(invocation)) ? 0 : 1;

/** Returns the report of a `check` or `compile` in the output form that --format names. */
export const render = (outcome: RunOutcome, invocation: Invocation, shown: string | null, fixed?: readonly Applied[]): string =>
  renderFindings({ ...reportOf(outcome, shown === null ? "" : `${shown}/`), ...(fixed && { fixed }) }, contextOf(invocation));
