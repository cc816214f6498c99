import { Refusal, printedCommand, shellCommand, wrongUse } from "../../../kernel/index.ts";
import type { Capture } from "../../capture/capture.ts";
import { entriesOf, type Entry, exchangesAt, isWanted, shownEntries } from "../../capture/entries.ts";
import { FOR_BODIES, FOR_LISTS, redactorOf } from "../../capture/learn.ts";
import { rawBytes, rawText } from "../../capture/raw.ts";
import { summaryOf } from "../../capture/summary.ts";
import { type Look, shownExchange } from "../../capture/view.ts";
import { type RecordingWorld, describeError } from "../../../platform/index.ts";
import { captureDocument, type CaptureReading } from "../../views/capture-document.ts";
import { captureListText, exchangeText, rawExchangeText } from "../../views/capture-text.ts";
import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { declaredSecrets } from "./declared-secrets.ts";
import { captureNamed } from "./open.ts";
import { STORE, storeToRead } from "./store.ts";
import { FILTERS, filterIn } from "./filters.ts";

export const command: Command = {
  name: "capture read",
  summary: "shows recorded exchanges decoded, with passwords and sessions hidden: one line each, or one exchange in full",
  group: "Trouble",
  short: "shows recorded exchanges, secrets hidden",
  arguments: [
    { name: "ID", summary: "a capture: its name, a unique beginning of it, or last" },
    { name: "N", summary: "the number of one exchange (default: all, one line each)", optional: true },
  ],
  options: [
    STORE,
    ...FILTERS,
    { name: "raw", summary: "one exchange as sent over the network; with --reveal byte for byte" },
    { name: "reveal", summary: "show one exchange as sent, including passwords; the capture records that" },
  ],
  formats: ["text", "json"],
  examples: [
    { command: "capture read last --store captures", does: "lists the exchanges of the last capture" },
    { command: "capture read last 3 --store captures", does: "shows its third exchange with headers and decoded bodies" },
  ],
  run: runCaptureRead,
};

/** The most characters of a body in the JSON document of several exchanges; `MOST_OF_ONE` is the limit if one exchange is shown. */
const MOST_IN_LIST = 64 * 1024;
const MOST_OF_ONE = 4 * 1024 * 1024;

function numberOf(text: string | undefined, entries: readonly Entry[]): Entry | null {
  if (text === undefined) return null;
  const entry = /^\d{1,15}$/.test(text) ? entries[Number(text) - 1] : undefined;
  if (entry) return entry;
  const there = entries.length === 0 ? "the capture has no exchange" : `its exchanges are 1 to ${entries.length}`;
  throw wrongUse(`there is no exchange '${text}'`, there);
}

/** Records in the capture that exchange `n` is about to be shown without redaction (--reveal). Throws a Refusal if that fails. */
function note(world: RecordingWorld, store: string, id: string, n: number, at: Date): void {
  try {
    world.noteReveal(store, id, JSON.stringify({ at: at.toISOString(), exchange: n }));
  } catch (error) {
    throw new Refusal(
      2,
      `the exchange is not revealed, because that cannot be recorded in the capture ${id} (${describeError(error)})`,
    );
  }
}

function readingOf(capture: Capture, entries: readonly Entry[], look: Look): CaptureReading {
  const exchanges = [...exchangesAt(capture, entries)].map(([entry, exchange]) => shownExchange(capture, entry, exchange, look));
  return { capture, summary: summaryOf(capture), exchanges, redactor: look.redactor };
}

/** Runs `capture read`. Exit code 0: the capture was read; 2: there is no such capture or exchange. */
async function runCaptureRead(invocation: Invocation): Promise<ExitCode> {
  const { args, options, host, format } = invocation;
  const [id = "", n] = args;
  const [raw, reveal] = [options.has("raw"), options.has("reveal")];
  if (n === undefined && (raw || reveal))
    throw wrongUse(
      `--${reveal ? "reveal" : "raw"} shows one exchange at a time`,
      `name its number: ${printedCommand(shellCommand`tierwright capture read ${id} 1`)}`,
    );
  if (raw && format === "json")
    throw wrongUse(
      "--raw does not support --format json",
      "leave --format out to print the bytes; each message's span gives their place in the raw file",
    );
  const world = await host.recording();
  const store = storeToRead(invocation, world);
  const capture = await captureNamed(id, store, world);
  const wanted = filterIn(invocation, capture);
  const all = entriesOf(capture);
  const one = numberOf(n, all);
  if (one && reveal) note(world, store, capture.id, one.n, host.now());
  const startsAlone = !one && format !== "json";
  const budget = startsAlone ? FOR_LISTS : FOR_BODIES;
  const redactor = reveal ? null : redactorOf(capture, budget, await declaredSecrets(invocation));
  const entries = shownEntries(one ? [one] : all, redactor).filter((entry) => isWanted(entry, wanted));
  const reading = readingOf(capture, entries, { redactor, most: one ? MOST_OF_ONE : MOST_IN_LIST, startsAlone });
  const shown = one ? reading.exchanges[0] : undefined;
  if (!raw || !shown) printResult(invocation, captureDocument(reading), shown ? exchangeText : captureListText);
  else if (redactor) host.stdout.write(rawExchangeText(rawText(capture, shown, redactor)));
  else for (const bytes of rawBytes(capture, shown)) host.stdout.write(bytes);
  return 0;
}
