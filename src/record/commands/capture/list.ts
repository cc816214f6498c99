import { FOR_LISTS, redactorOf } from "../../capture/learn.ts";
import { summaryOf } from "../../capture/summary.ts";
import { captureListDocument, captureListText, type ListedCapture } from "../../views/captures.ts";
import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { declaredSecrets } from "./declared-secrets.ts";
import { openCapture } from "./open.ts";
import { idsIn, STORE, storeToRead, tellForeign } from "./store.ts";

export const command: Command = {
  name: "capture list",
  formerly: ["captures"],
  summary: "lists captures with their exchanges, broken ones and size",
  group: "Trouble",
  short: "lists the captures",
  arguments: [],
  options: [STORE],
  formats: ["text", "json"],
  examples: [{ command: "capture list --store captures", does: "lists the captures of the folder captures" }],
  run: runCaptureList,
};

/** Runs `capture list`. Returns exit code 0, also if the store of captures is empty. */
async function runCaptureList(invocation: Invocation): Promise<ExitCode> {
  const { host } = invocation;
  const world = await host.recording();
  const store = storeToRead(invocation, world);
  tellForeign(invocation, world, store);
  const known = await declaredSecrets(invocation);
  const listed: ListedCapture[] = [];
  for (const id of idsIn(store, world)) {
    const capture = await openCapture(store, id, world);
    if (capture) listed.push({ capture, summary: summaryOf(capture), redactor: redactorOf(capture, FOR_LISTS, known) });
  }
  printResult(invocation, captureListDocument(store, listed), captureListText);
  return 0;
}
