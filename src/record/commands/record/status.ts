import { isLeftBehind } from "../../recording/status.ts";
import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { statusDocument, statusText } from "../../views/recording-status.ts";
import { STORE, storeToRead } from "../capture/store.ts";
import { chosenCapture } from "./choose.ts";
import { tellForeign } from "../capture/store.ts";
import { WORKSTATION_OPTIONS, refuseWrongRoot } from "../../../deploy/index.ts";
import { statusOf } from "./status-of.ts";

export const command: Command = {
  name: "record status",
  summary:
    "shows a recording's exchanges, the broken ones with their reasons, its clients, and where this workstation's files point",
  group: "Trouble",
  short: "shows a recording and its broken exchanges",
  arguments: [
    { name: "WHICH", summary: "a capture or an environment (default: the running one, else the newest)", optional: true },
  ],
  options: [STORE, ...WORKSTATION_OPTIONS],
  formats: ["text", "json"],
  examples: [
    {
      command: "record status",
      does: "counts the exchanges of the relays; exit code 1 if this workstation was not switched back",
    },
    { command: "record status production --format json", does: "the same for one environment, as JSON" },
  ],
  run: runRecordStatus,
};

/** Runs `record status`, which changes nothing. Exit code 1: the recording ended, but this workstation still points at a relay; else 0. */
async function runRecordStatus(invocation: Invocation): Promise<ExitCode> {
  const { host } = invocation;
  await refuseWrongRoot(invocation);
  const world = await host.recording();
  const store = storeToRead(invocation, world);
  tellForeign(invocation, world, store);
  const { chosen, captures } = await chosenCapture(invocation, world, store);
  const status = await statusOf(invocation, store, chosen, captures);
  printResult(invocation, statusDocument(status), statusText);
  return isLeftBehind(status) ? 1 : 0;
}
