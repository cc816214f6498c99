import { resolve } from "node:path";
import { type Judged, wrongUse } from "../../../kernel/index.ts";
import { type RecordingWorld, askToStop, describeError, pause } from "../../../platform/index.ts";
import { type Command, type ExitCode, type Invocation, NL, printResult, visible } from "../../../report/index.ts";
import { statusDocument, statusText } from "../../views/recording-status.ts";
import type { RecordingRecord } from "../../recording/record.ts";
import { refuseForeign, STORE, storeToRead } from "../capture/store.ts";
import { WORKSTATION_OPTIONS, refuseWrongRoot } from "../../../deploy/index.ts";
import { chosenCapture } from "./choose.ts";
import { isDerived, removeDerived } from "./derived.ts";
import { captureAt, type KnownCapture } from "./known.ts";
import { statusOf } from "./status-of.ts";

export const command: Command = {
  name: "record stop",
  summary: "ends a recording, deletes its environment, and shows how to switch this workstation back to its tier",
  group: "Trouble",
  short: "ends a recording",
  arguments: [{ name: "WHICH", summary: "a capture or an environment (default: the running one)", optional: true }],
  options: [
    STORE,
    ...WORKSTATION_OPTIONS,
    { name: "no-count", summary: "do not count the exchanges, which takes long if there are many; `record status` counts them" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "record stop",
      does: "ends the running recording, including one started with --detach or in another window",
    },
    { command: "record stop production", does: "ends the recording of production, or cleans up after a killed one" },
  ],
  run: runRecordStop,
};

const PATIENCE = 20_000;
const EVERY = 50;

/**
 * Stops the recording of another process: creates the file `stop` in its capture, and waits until the recording has ended. Throws a Refusal
 * if it still runs after 20 seconds.
 */
async function stopped(world: RecordingWorld, store: string, { id, folder }: KnownCapture): Promise<void> {
  try {
    askToStop(folder);
  } catch (error) {
    throw wrongUse(
      `${id} cannot be stopped from here: ${folder} cannot be written: ${describeError(error)}`,
      "end it with Ctrl-C in its window",
    );
  }
  for (let waited = 0; waited < PATIENCE; waited += EVERY) {
    if (!(await captureAt(world, store, id))?.running) return;
    await pause(EVERY);
  }
  throw wrongUse(
    `${id} is still running ${PATIENCE / 1000} seconds after it was asked to stop`,
    "end it with Ctrl-C in its window, then run this again",
  );
}

/** Deletes the environment that a recording made, only in the repository of -C: a changed recording.json must not affect other folders. */
function takeAway(
  { host, directory }: Invocation,
  { environment, repository, derived }: Judged<RecordingRecord>,
  captures: readonly KnownCapture[],
): void {
  const tell = (words: string) => host.stderr.write(`${visible(words)}${NL}`);
  if (resolve(repository) !== directory) {
    tell(
      `${environment} was recorded in another repository (${repository}): run \`record stop\` there to clean up after a killed recording`,
    );
    return;
  }
  if (!isDerived(directory, environment)) return;
  const others = captures.some(
    (one) => one.running && one.record?.environment === environment && resolve(one.record.repository) === directory,
  );
  const stay = others ? [] : removeDerived(directory, environment, derived);
  for (const path of stay) tell(`${path} is kept: it was changed after it was made`);
}

/** Runs `record stop`. Returns exit code 0 once the chosen recording has ended, also if no recording was running. */
async function runRecordStop(invocation: Invocation): Promise<ExitCode> {
  const { host } = invocation;
  await refuseWrongRoot(invocation);
  const world = await host.recording();
  const store = storeToRead(invocation, world);
  refuseForeign(world, store);
  const { chosen, captures } = await chosenCapture(invocation, world, store);
  if (chosen) refuseForeign(world, store, chosen.id);
  const running = captures.filter((one) => one.running);
  if (invocation.args.length === 0 && running.length > 1)
    throw wrongUse(
      `${running.length} recordings are running`,
      `name one: ${running.map(({ id, record }) => (record ? `${id} (${record.environment})` : id)).join(", ")}`,
    );
  if (chosen?.running) await stopped(world, store, chosen);
  const after = await chosenCapture({ ...invocation, args: chosen ? [chosen.id] : [] }, world, store);
  const { record = null, fault = null, id = "" } = after.chosen ?? {};
  if (fault !== null)
    throw wrongUse(
      `recording.json of ${id} is not a file that \`record start\` writes: ${fault}; nothing was deleted`,
      "find out who changed it; `git status --ignored` shows whether a folder environments/<name>.recording was left, which you can remove",
    );
  if (record) takeAway(invocation, record, after.captures);
  const status = await statusOf(invocation, store, after.chosen, after.captures, !invocation.options.has("no-count"));
  printResult(invocation, statusDocument(status), statusText);
  return 0;
}
