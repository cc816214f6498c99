import { wrongUse } from "../../diagnostic/refusal.ts";
import { askToStop } from "../../io/recording-files.ts";
import { describeError } from "../../io/repository-files.ts";
import { pause } from "../../io/pause.ts";
import type { RecordingWorld } from "../../io/wire.ts";
import { jsonDocument } from "../../report/json-document.ts";
import { statusDocument, statusText } from "../../report/recording-status.ts";
import { NL, visible } from "../../report/style.ts";
import { columnsOf } from "../../report/wrap.ts";
import { STORE, storeToRead } from "../captures/store.ts";
import type { Command, ExitCode, Invocation } from "../command.ts";
import { chosenCapture } from "./choose.ts";
import { isDerived, removeDerived } from "./derived.ts";
import { captureAt, type KnownCapture } from "./known.ts";
import { statusOf } from "./status-of.ts";

export const command: Command = {
  name: "record stop",
  summary: "ends a recording, takes its environment away, and says how this workstation gets back to its tier",
  arguments: [{ name: "WHICH", summary: "a capture or an environment (default: the one that runs)", optional: true }],
  options: [STORE],
  formats: ["text", "json"],
  examples: [
    {
      command: "record stop",
      does: "ends the recording that runs, also one that was started with --detach or in another window",
    },
    { command: "record stop production", does: "ends the recording of production, or takes away what a killed one left" },
  ],
  run: runRecordStop,
};

const PATIENCE = 20_000;
const EVERY = 50;

/** Asks by a file and waits until the recording says that it stopped, or its program is gone. */
async function stopped(world: RecordingWorld, store: string, { id, folder }: KnownCapture): Promise<void> {
  try {
    askToStop(folder);
  } catch (error) {
    throw wrongUse(
      `${id} cannot be asked to stop: ${folder} cannot be written: ${describeError(error)}`,
      "end it with Ctrl-C where it was started",
    );
  }
  for (let waited = 0; waited < PATIENCE; waited += EVERY) {
    if (!(await captureAt(world, store, id))?.running) return;
    await pause(EVERY);
  }
  throw wrongUse(
    `${id} was asked to stop, and still runs after ${PATIENCE / 1000} seconds`,
    "end it with Ctrl-C where it was started, then run this again",
  );
}

/** `record stop`: 0 it is over, also when nothing ran. */
async function runRecordStop(invocation: Invocation): Promise<ExitCode> {
  const { host, format } = invocation;
  const world = await host.recording();
  const store = storeToRead(invocation, world);
  const { chosen, captures } = await chosenCapture(invocation, world, store);
  const running = captures.filter((one) => one.running);
  if (invocation.args.length === 0 && running.length > 1)
    throw wrongUse(
      `${running.length} recordings run`,
      `say which: ${running.map(({ id, record }) => (record ? `${id} (${record.environment})` : id)).join(", ")}`,
    );
  if (chosen?.running) await stopped(world, store, chosen);
  const after = await chosenCapture({ ...invocation, args: chosen ? [chosen.id] : [] }, world, store);
  const record = after.chosen?.record ?? null;
  if (record && isDerived(record.repository, record.environment)) {
    const others = after.captures.some(
      (one) => one.running && one.record?.environment === record.environment && one.record.repository === record.repository,
    );
    const stay = others ? [] : removeDerived(record.repository, record.environment, record.derived);
    for (const path of stay) host.stderr.write(`${visible(`${path} stays: somebody changed it since it was made`)}${NL}`);
  }
  const status = await statusOf(invocation, store, after.chosen, after.captures);
  const look = { color: host.stdout.color, width: columnsOf(host.stdout.width) };
  host.stdout.write(format === "json" ? jsonDocument(statusDocument(status)) : statusText(status, look));
  return 0;
}
