import { resolve } from "node:path";
import { wrongUse } from "../../../kernel/index.ts";
import type { Command, ExitCode, Invocation } from "../../../report/index.ts";
import { findKeptCaptures } from "../record/standing.ts";
import { captureSeries } from "../../sweep/captures.ts";
import { logSeries } from "../../sweep/logs.ts";
import type { Wish } from "../../sweep/plan.ts";
import { sweep } from "../swept.ts";
import { storeNamed } from "../capture/store.ts";
import { placesOf } from "./places.ts";

export const command: Command = {
  name: "logs sweep",
  summary: "lists old logs and captures of a workstation; deletes them only with --apply",
  group: "Trouble",
  short: "deletes old logs and captures, with --apply",
  arguments: [],
  options: [
    {
      name: "root",
      value: "DIR",
      summary: "treat DIR as the workstation: C:\\Temp is DIR/C/Temp; a folder without drive folders is the log folder itself",
    },
    {
      name: "older-than",
      value: "DAYS",
      summary: "files last written more than DAYS days before --today (default: logging.keepDays of site.yaml, else 30)",
    },
    {
      name: "keep",
      value: "N",
      summary: "keep the newest N files of each log besides the active one, whatever their age (default 0)",
    },
    { name: "apply", summary: "delete the listed files; each is checked again just before" },
    {
      name: "log4j2",
      value: "FILE",
      summary: "the client's log4j2.xml, which defines its logs (default: client.log4j2 of site.yaml, or log4j2.xml in --root)",
    },
    {
      name: "connector-log",
      value: "PATH",
      summary: "the connector's log, by its path on the workstation (default: log.connector of site.yaml)",
    },
    {
      name: "store",
      value: "DIR",
      summary: "the folder of the captures (default: a folder of your account; with --root none)",
    },
  ],
  formats: ["text", "json"],
  examples: [
    { command: "logs sweep", does: "lists what would be deleted here, and why the rest is kept; deletes nothing" },
    {
      command: "logs sweep --older-than 14 --keep 3 --apply",
      does: "deletes files older than two weeks, except the three newest of each log",
    },
    {
      command: "logs sweep --root D:\\plm\\logs --log4j2 C:\\ProgramData\\Example\\MBSE\\bhm\\log4j2.xml",
      does: "the same plan for a log folder that no site.yaml declares",
    },
  ],
  run: runSweep,
};

const MOST_DAYS = 36_500;

function numberOf(text: string, option: string, what: string): number {
  const value = /^[0-9]{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= MOST_DAYS) return value;
  throw wrongUse(`${option} '${text}' is not ${what}`, `give digits only: ${option} 30`);
}

function wishOf({ options, today, host }: Invocation, keepDays: string | null): Wish {
  const given = options.get("older-than");
  const olderThan =
    given === undefined
      ? keepDays === null
        ? 30
        : numberOf(keepDays, "logging.keepDays of site.yaml", "a number of days")
      : numberOf(given, "--older-than", "a number of days");
  return {
    today,
    olderThan,
    keep: numberOf(options.get("keep") ?? "0", "--keep", "a number of files"),
    now: host.now().getTime(),
  };
}

/** Returns the store of captures that `logs sweep` includes; null with --root but no --store, and if the system has no default store. */
async function storeOf(invocation: Invocation): Promise<string | null> {
  const { options, host } = invocation;
  return options.has("root") && !options.has("store") ? null : storeNamed(invocation, await host.recording());
}

/**
 * Runs `logs sweep`. Exit code 0: planned, or deleted; 1: a planned file is left that no program has open; 2: no folder could be examined.
 */
async function runSweep(invocation: Invocation): Promise<ExitCode> {
  const { options, directory, host } = invocation;
  const world = await host.sweep();
  const root = options.get("root");
  const places = placesOf(invocation, world, root === undefined ? null : resolve(directory, root));
  const wish = wishOf(invocation, places.keepDays);
  const store = await storeOf(invocation);
  if (places.logs.length === 0 && places.closed.length === 0 && options.get("store") === undefined)
    throw wrongUse(
      "no logs are declared: there is no site.yaml here, and neither --log4j2 nor --connector-log is given",
      "run it in the config repository (-C DIR), or name the client's log4j2.xml with --log4j2 FILE and the connector's log with --connector-log PATH",
    );
  return sweep(invocation, world, wish, [
    ...places.logs.map((log) => logSeries(world, log, wish)),
    ...places.closed,
    ...(store === null ? [] : [captureSeries(world, store, wish, await findKeptCaptures(invocation, store))]),
  ]);
}
