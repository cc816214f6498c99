import { basename, resolve } from "node:path";
import { VERSION, wrongUse } from "../../../kernel/index.ts";
import { readNamedFile, writeNamedFile } from "../../../platform/index.ts";
import { type FleetRequest, fleetOf, type Receipts } from "../../page/fleet.ts";
import { fleetLine, remarksOf } from "../../page/fleet-words.ts";
import { MARK, pageOf } from "../../page/page.ts";
import type { PageInput } from "../../page/page-input.ts";
import { headline, stateOf } from "../../page/state.ts";
import {
  EVIDENCE_OPTIONS,
  type RunOutcome,
  checkRequest,
  compiledSides,
  exitCodeOfRun,
  openRepository,
  probeResultsOf,
  probedOf,
  refuseSourceFolder,
  reportOf,
  runRepository,
} from "../../../compiler/index.ts";
import { type Command, type ExitCode, type Invocation, NL, contextOf, valuesOf } from "../../../report/index.ts";
import { readExpected } from "./report-expected.ts";
import { readReceipts } from "./report-receipts.ts";

export const command: Command = {
  name: "report",
  summary:
    "one HTML page for people: verdicts, matrix, environments side by side, findings, installed bundles; it needs no network",
  group: "Every day",
  short: "makes one HTML page for people",
  arguments: [],
  options: [
    {
      name: "out",
      value: "FILE",
      summary:
        "write the page to this file, also over an earlier page (default: standard output); the exit code is that of check",
    },
    {
      name: "receipts",
      value: "DIR",
      many: true,
      summary:
        "a folder of receipts (deploy --receipt-copy fills it): adds every workstation, how it differs, and the rollout; several folders are one history",
    },
    {
      name: "expected",
      value: "FILE",
      summary:
        "with --receipts: machines that should have a receipt, one a line or CSV with a column 'machine'; adds those never seen",
    },
    {
      name: "not-seen-days",
      value: "N",
      summary: "with --receipts: marks workstations whose latest receipt is older than N days",
    },
    ...EVIDENCE_OPTIONS,
  ],
  formats: ["html"],
  examples: [
    {
      command: "report --out report.html",
      does: "a page to open in a browser, to print, or to attach to a change; it is also written if the exit code is 1",
    },
    {
      command: "report --out fleet.html --receipts \\\\server\\receipts",
      does: "adds every workstation: environment, bundle, commit, time, and how it differs from the current repository",
    },
    {
      command: "report --out fleet.html --receipts receipts --expected machines.txt --not-seen-days 30",
      does: "also names the machines that never deployed, and those whose latest receipt is older than 30 days",
    },
  ],
  run: runReport,
};

/**
 * Throws a Refusal if the file of `--out` is in a source folder of the repository, or if it exists and is not a page that `report` wrote.
 */
function refuseForeign(invocation: Invocation, out: string): void {
  const { directory, host } = invocation;
  refuseSourceFolder(directory, resolve(host.cwd, out), "choose another file, for example report.html");
  let start: string;
  try {
    start = readNamedFile(host.cwd, out).subarray(0, MARK.length).toString("utf8");
  } catch {
    return; // the file of --out is missing or unreadable; if it cannot be written either, writing reports why
  }
  if (start !== "" && start !== MARK)
    throw wrongUse(`${out} already exists and is not a page of tierwright`, "choose another --out; nothing was written");
}

/** Returns the (file, key) pairs that some environment declares secret. */
function secretKeys({ results }: RunOutcome): ReadonlySet<string> {
  const all = results.flatMap(({ summary }) => summary?.secretKeys ?? []);
  return new Set(all.map(({ file, key }) => JSON.stringify([file, key])));
}

/** The receipts, and the options by which `report` compares them; null without `--receipts`. */
type FleetInput = { readonly receipts: Receipts; readonly request: FleetRequest } | null;

/** Returns the number of `--not-seen-days`; null without it. Throws a Refusal if it is no number of days. */
function notSeenDays(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw wrongUse(`--not-seen-days '${text}' is no number of days`, "write a number from 1 to 99999");
  return Number(text);
}

/**
 * Reads the receipts, the list of machines and the number of days that `--receipts`, `--expected` and `--not-seen-days` name; null without
 * `--receipts`. Throws a Refusal if one of them cannot be used.
 */
function fleetInput(invocation: Invocation): FleetInput {
  const { host, options, today } = invocation;
  const folders = valuesOf(invocation, "receipts");
  const alone = ["expected", "not-seen-days"].find((name) => options.has(name));
  if (folders.length === 0 && alone !== undefined)
    throw wrongUse(`--${alone} says something about receipts, and there are none`, "add --receipts DIR");
  if (folders.length === 0) return null;
  const file = options.get("expected");
  const days = notSeenDays(options.get("not-seen-days"));
  const expected = file === undefined ? null : readExpected(host.cwd, file);
  return { receipts: readReceipts(host.cwd, folders), request: { today, expected, notSeenDays: days } };
}

async function inputOf(
  invocation: Invocation,
  names: readonly string[],
  outcome: RunOutcome,
  given: FleetInput,
): Promise<PageInput> {
  const { host, directory, today } = invocation;
  const shard = await outcome.shard();
  const sides = [...(await compiledSides(shard, names, outcome.findings)).values()];
  const secret = secretKeys(outcome);
  const git = await host.git(directory);
  const report = reportOf(outcome, "");
  return {
    name: basename(directory),
    report,
    state: stateOf(report, today),
    context: { today, readText: contextOf(invocation).readText },
    shared: shard.shared.model,
    sides,
    isSecretKey: (role, key) => secret.has(JSON.stringify([role, key])),
    probes: probeResultsOf(invocation),
    fleet: given && fleetOf(given.receipts, sides, given.request),
    source: git.kind === "commit" ? git : null,
    version: VERSION,
  };
}

/**
 * Runs `report` and writes the page whatever the findings are. Returns 1 if a receipt cannot be read, because the page is incomplete then;
 * otherwise the exit code of `check`.
 */
async function runReport(invocation: Invocation): Promise<ExitCode> {
  const { host, options } = invocation;
  const out = options.get("out");
  if (out === undefined && host.stdout.width !== null)
    throw wrongUse("an HTML page cannot be shown in a terminal", "name a file with --out, for example --out report.html");
  if (out !== undefined) refuseForeign(invocation, out);
  const { names } = openRepository(invocation.directory);
  const request = checkRequest(invocation, names, names, await probedOf(invocation, names));
  const given = fleetInput(invocation);
  const outcome = await runRepository(request, host);
  const input = await inputOf(invocation, names, outcome, given);
  const bytes = Buffer.from(pageOf(input), "utf8");
  for (const remark of input.fleet ? remarksOf(input.fleet) : []) host.stderr.write(`tierwright: ${remark}${NL}`);
  if (out === undefined) host.stdout.write(bytes);
  else {
    writeNamedFile(host.cwd, out, bytes);
    const fleet = input.fleet ? `${fleetLine(input.fleet)}${NL}` : "";
    if (!invocation.quiet) host.stdout.write(`wrote ${out}${NL}${headline(input.state)}${NL}${fleet}`);
  }
  return (input.fleet?.damaged.length ?? 0) > 0 ? 1 : exitCodeOfRun(outcome, invocation);
}
