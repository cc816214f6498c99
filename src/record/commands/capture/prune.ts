import { wrongUse } from "../../../kernel/index.ts";
import type { Command, ExitCode, Invocation } from "../../../report/index.ts";
import { captureSeries } from "../../sweep/captures.ts";
import { sweep } from "../swept.ts";
import { findKeptCaptures } from "../record/standing.ts";
import { WORKSTATION_OPTIONS, refuseWrongRoot } from "../../../deploy/index.ts";
import { refuseForeign, STORE, storeToRead, tellForeign } from "./store.ts";

export const command: Command = {
  name: "capture prune",
  formerly: ["captures prune"],
  summary: "lists captures old enough to delete; deletes them only with --apply",
  group: "Trouble",
  short: "deletes old captures, with --apply",
  arguments: [],
  options: [
    { name: "older-than", value: "DAYS", summary: "captures in which nothing was written for more than DAYS days" },
    STORE,
    ...WORKSTATION_OPTIONS,
    { name: "apply", summary: "delete the listed files; each is checked again just before" },
  ],
  formats: ["text", "json"],
  examples: [
    { command: "capture prune --older-than 30", does: "lists what would be deleted, and why the rest is kept; deletes nothing" },
    { command: "capture prune --older-than 30 --apply", does: "deletes them, except what changed in the meantime" },
  ],
  run: runCapturePrune,
};

const MOST_DAYS = 36_500;

function daysOf({ options }: Invocation): number {
  const text = options.get("older-than");
  if (text === undefined) throw wrongUse("--older-than is missing", "add --older-than 30: the number of days to keep captures");
  const days = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (days <= MOST_DAYS) return days;
  throw wrongUse(`--older-than '${text}' is not a number of days`, "give digits only: --older-than 30");
}

/** Runs `capture prune`. Exit code 0: planned, or deleted; 1: a planned capture is left that no program has open; 2: none found. */
async function runCapturePrune(invocation: Invocation): Promise<ExitCode> {
  const { host, options, today } = invocation;
  const olderThan = daysOf(invocation);
  await refuseWrongRoot(invocation);
  const world = await host.sweep();
  const recording = await host.recording();
  const store = storeToRead(invocation, recording);
  if (options.has("apply")) refuseForeign(recording, store);
  else tellForeign(invocation, recording, store);
  const wish = { today, olderThan, keep: 0, now: host.now().getTime() };
  return sweep(invocation, world, wish, [captureSeries(world, store, wish, await findKeptCaptures(invocation, store))]);
}
