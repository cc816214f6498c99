import { selectQuestions } from "../../checks/selection.ts";
import { installedEnvironment } from "../../doctor/needed-options.ts";
import { layoutOf } from "../../doctor/places.ts";
import { SITE_PATH, withoutTrailing, wrongUse } from "../../../kernel/index.ts";
import { basename, dirname, resolve } from "node:path";
import {
  type CompiledEnvironment,
  type SharedModel,
  isRecordingName,
  loadShared,
  openRepository,
  recordedEnvironment,
} from "../../../compiler/index.ts";
import { compiledFor, environmentFor } from "../compiled-for.ts";
import type { Looked, SeenCapture } from "../../doctor/looked.ts";
import { CHECKS } from "../../doctor/registry.generated.ts";
import { doctorExit, runChecks } from "../../doctor/run.ts";
import type { Station } from "../../doctor/station.ts";
import { diskTree, isFolder } from "../../../platform/index.ts";
import { type DoctorReport, doctorDocument, doctorText } from "../../views/doctor.ts";
import { doctorFindings } from "../../views/doctor-findings.ts";
import {
  type Command,
  type ExitCode,
  FINDING_FORMS,
  type Invocation,
  contextOf,
  failOn,
  renderFindings,
  resultText,
  tell,
  timeoutOf,
  valuesOf,
} from "../../../report/index.ts";
import { existingPlace, newestReceipt, programFolders, whereOf } from "../../../deploy/index.ts";
import { STORE, capturesOf, isListening, optionsIn, storeToRead } from "../../../record/index.ts";
import { fix, refuseUnfixable } from "./fix.ts";
import { placesOf } from "./installation.ts";
import { stationInArchive } from "./station-archive.ts";
import { stationHere } from "./station-here.ts";

const PATIENCE = 5;
const MOST_PATIENCE = 600;

export const command: Command = {
  name: "doctor",
  summary: "checks a workstation before the tool is started: files, values, folders, copies, variables; changes nothing",
  group: "Trouble",
  short: "examines this workstation; changes nothing",
  arguments: [
    {
      name: "ENV",
      summary: "the environment this workstation should be on (default: the one that the last receipt names)",
      optional: true,
    },
  ],
  options: [
    { name: "root", value: "DIR", summary: "a copy of a workstation's files, the drive as a folder: C:\\Users is DIR/C/Users" },
    { name: "from", value: "ARCHIVE", summary: "what `deploy.ps1 -Collect` gathered on a workstation without Node" },
    { name: "install", value: "DIR", summary: "the tool's folder, if it is not the one that the repository names" },
    { name: "only", value: "ID,...", summary: "these checks, or a family of them: the part before the '/'", many: true },
    { name: "skip", value: "ID,...", summary: "all checks except these", many: true },
    { ...STORE, summary: "where recordings lie that lead this workstation to a relay (default: a folder of your account)" },
    { name: "timeout", value: "SECONDS", summary: `for one check (default: ${PATIENCE})` },
    { name: "fix", summary: "then do what installing `bundle ENV --settings` does: the plan first; nothing else is changed" },
    { name: "accept-drift", summary: "with --fix: replace values that somebody changed on this machine" },
    { name: "switch-environment", summary: "with --fix: allow a switch to another environment than the installed one" },
    { name: "details", summary: "show each check's question, the effect of a failure, its control, and every detail" },
  ],
  formats: FINDING_FORMS,
  examples: [
    { command: "doctor production", does: "on the workstation: exit code 1 when something is wrong" },
    {
      command: "doctor production --from WS-001.zip",
      does: "the same on an archive of deploy.ps1 -Collect, which needs no Node there",
    },
    { command: "doctor --root copy", does: "the same on a copy of its files, on any system; variables are skipped" },
  ],
  run: runDoctor,
};

/** The fields of a command invocation that `doctor` needs for one workstation. */
type Asking = Pick<Invocation, "args" | "options" | "directory" | "today" | "host">;

/**
 * Loads site.yaml, the compatibility matrix and the connector releases. Outside a config repository, throws a Refusal if an environment was
 * named, otherwise returns null: the newest receipt on the workstation then names the paths to check.
 */
function sharedOf({ directory, args }: Asking): SharedModel | null {
  const files = diskTree(directory);
  if (files.read(SITE_PATH).kind !== "file") {
    if (args.length > 0) openRepository(directory);
    return null;
  }
  return loadShared(files).model;
}

/** Compiles the environment that an argument of the command line names, to the files that a deploy would install. */
const compiled = async (invocation: Asking, word: string): Promise<CompiledEnvironment> =>
  (
    await compiledFor(invocation, environmentFor(invocation, word), {
      called: word,
      unknown: "the expected state of the workstation is unknown",
      used: "the workstation is compared with what it says",
    })
  ).compiled;

/** Returns whether the path of --from exists: a missing one is a mistake in the command, not a problem of the workstation. */
const existsAt = (path: string): boolean => isFolder(path) || diskTree(dirname(path)).read(basename(path), 0).kind !== "missing";

async function stationOf(invocation: Asking): Promise<Station> {
  const { options, host, directory } = invocation;
  const where = whereOf(invocation);
  const rootName = options.get("root") ?? "";
  const from = options.get("from");
  if (from !== undefined) {
    if (where.root !== null) throw wrongUse("--root and --from name two workstations", "leave one of them out");
    const path = resolve(directory, from);
    if (!existsAt(path)) throw wrongUse(`--from ${from} does not exist`, "name what deploy.ps1 -Collect OUT.zip wrote");
    return stationInArchive(path, from, where.install);
  }
  const world = await host.machine(() => undefined);
  existingPlace(invocation, world, "name the folder that holds the drives: DIR/C/Users; nothing was written");
  return stationHere({ host }, world, where, withoutTrailing(rootName, "\\/"));
}

/**
 * Returns the environment that the newest deploy installed; for an environment of a recording, the recorded one. Returns null if `names`
 * lacks it.
 */
function receiptEnvironment(looked: Pick<Looked, "receipt">, names: readonly string[]): string | null {
  const installed = installedEnvironment(looked);
  return names.find((name) => installed !== null && name === recordedEnvironment(installed)) ?? null;
}

/**
 * Returns the captures in the folder that --store names, otherwise in this account's folder for captures. For a copy of a workstation
 * (--root) without --store, returns only captures of recordings with the same --root, and none unless the copy's newest deploy installed an
 * environment of a recording. Returns an empty list if the account has no folder for captures.
 */
async function seenCaptures(
  invocation: Asking,
  { source, where }: Station,
  installed: string | null,
): Promise<readonly SeenCapture[]> {
  const isAll = source === "machine" || invocation.options.has("store");
  if (!isAll && !isRecordingName(installed ?? "")) return [];
  const world = await invocation.host.recording();
  const store = invocation.options.has("store") ? storeToRead(invocation, world) : world.store();
  if (store === null) return [];
  return (await capturesOf(world, store)).flatMap(({ id, folder, life, record, running }) => {
    if (!isAll && (!record || optionsIn(record.workstation.words).get("--root") !== where.root)) return [];
    const at = Date.parse(life.started?.at ?? record?.at ?? "");
    return [{ id, folder, running, at: Number.isNaN(at) ? null : new Date(at), record }];
  });
}

const NONE_NAMED = "no environment was named, and no receipt names one: tierwright doctor ENV";

/**
 * Runs the selected checks once on one workstation and returns the report; the report itself is not printed. Throws a Refusal if an
 * argument or option cannot be used.
 */
export async function doctorOf(invocation: Asking): Promise<DoctorReport> {
  const { args, host, directory } = invocation;
  const checks = selectQuestions("check", CHECKS, {
    only: valuesOf(invocation, "only"),
    skip: valuesOf(invocation, "skip"),
  });
  const patience = timeoutOf(invocation, PATIENCE, MOST_PATIENCE);
  const shared = sharedOf(invocation);
  const station = await stationOf(invocation);
  const [word] = args;
  let wanted = word === undefined ? null : await compiled(invocation, word);
  const places = placesOf(station, shared?.site ?? null, wanted?.environment ?? null, programFolders(invocation));
  const receipt = () => newestReceipt(station.files, layoutOf(station, places.install));
  if (!wanted && shared) {
    const found = receiptEnvironment({ receipt }, openRepository(directory).names);
    if (found !== null) wanted = await compiled(invocation, found);
  }
  const looked: Looked = {
    station,
    places,
    wanted,
    noEnvironment: shared ? NONE_NAMED : "it needs the config repository: -C DIR says where it is",
    shared,
    receipt,
    captures: station.source === "archive" ? null : () => seenCaptures(invocation, station, installedEnvironment({ receipt })),
    listening: station.source === "archive" ? null : async (server) => isListening(await host.recording(), server),
    now: host.now(),
  };
  const results = await runChecks({ checks, looked, patience, clock: host.now });
  return {
    source: station.source,
    workstation: station.name,
    install: station.shown(places.install),
    environment: wanted?.environment.name ?? null,
    at: looked.now,
    results,
  };
}

function print(invocation: Invocation, report: DoctorReport): void {
  tell(invocation, (as) => {
    if (as.format === "json" || as.format === "text") return resultText(as, doctorDocument(report), doctorText);
    const findings = doctorFindings(report.results, report.environment);
    const told = { findings, suppressed: 0, environments: 0, workstations: 1, verdicts: [], tiers: [] };
    return renderFindings(told, contextOf(as));
  });
}

/**
 * Implements `doctor [ENV]`: checks the workstation and changes nothing. With --fix, it installs the settings bundle and then checks again.
 */
async function runDoctor(invocation: Invocation): Promise<ExitCode> {
  refuseUnfixable(invocation);
  const report = await doctorOf(invocation);
  const { environment } = report;
  if (!invocation.options.has("fix")) {
    print(invocation, report);
    return doctorExit(report.results, failOn(invocation) !== "error");
  }
  if (environment === null)
    throw wrongUse("--fix needs the environment that the workstation is to be", "tierwright doctor ENV --fix");
  print(invocation, report);
  const fixed = await fix(invocation, environment);
  if (fixed !== 0) return fixed;
  const after = await doctorOf(invocation);
  print(invocation, after);
  return doctorExit(after.results, failOn(invocation) !== "error");
}
