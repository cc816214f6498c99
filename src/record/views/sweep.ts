import { errnoWords, greatest, plural } from "../../kernel/index.ts";
import type { Closed, Entry, Series, Why, Wish } from "../sweep/plan.ts";
import { AWAY, type Outcome } from "../sweep/remove.ts";
import type { Swept } from "../sweep/sweep.ts";
import { NL, inLine, sizeText, styleFor, wrap } from "../../report/index.ts";

/** A plan and its results; `swept` is null if nothing was to be deleted. */
export interface SweepReport {
  readonly wish: Wish;
  readonly series: readonly Series[];
  readonly swept: readonly Swept[] | null;
}

const failed = (code: string): string => errnoWords({ code }) ?? `the system answers ${code}`;

/** Returns the reason why a file is kept or deleted, worded to complete "stays: ...". */
function whyWords(why: Why, { olderThan }: Wish): string {
  switch (why.kind) {
    case "old":
      return `last written more than ${plural(olderThan, "day")} ago`;
    case "young":
      return `last written within ${plural(olderThan, "day")}`;
    case "active":
      return "the file that is written to now; it never goes";
    case "kept":
      return "among the newest that --keep leaves";
    case "future":
      return "dated in the future: this machine's clock, or the one that wrote it, is wrong";
    case "in-use":
      return "a program has it open";
    case "just-written":
      return "written within the last ten minutes";
    case "link":
      return "a link, and links are not followed";
    case "no-file":
      return "not an ordinary file";
    case "running":
      return "its relay still runs: `tierwright record stop` ends it";
    case "led-to":
      return "this workstation still leads to its relays, and the way back lies in it: `tierwright record status` with its name says how";
    case "unknown":
      return "nobody can tell here whether a workstation still leads to it: run this in the repository of its environment (-C), on a store that is yours alone";
    case "elsewhere":
      return "on another disk than its folder";
    case "over":
      return "more than one run deletes; run it again";
    case "stranger":
      return `'${why.name}' in it is nothing that a relay wrote, so nobody can tell whether it is wanted`;
    case "unreadable":
      return `cannot be looked at: ${failed(why.code)}`;
  }
}

const WHAT = { client: "client log", connector: "connector log", captures: "captures" } as const;
const titleOf = ({ what, name }: Series): string => (name === "" ? WHAT[what] : `${WHAT[what]} '${name}'`);

/** Returns the reason why a place is not examined, as a sentence. */
function closedWords(closed: Closed, { what }: Series): string {
  switch (closed.kind) {
    case "absent":
      return what === "captures"
        ? "no such folder: nothing was recorded"
        : "no such folder: no log was written on this machine, or it lies elsewhere";
    case "no-folder":
      return "not a folder";
    case "too-high":
      return "the top of a disk or a home folder is never swept";
    case "unnamed":
      return "only the running program knows this name, or other files could have names like it: nothing here is touched";
    case "no-settings":
      return "the client's log4j2.xml does not lie there, so nobody can tell which files are its logs: --log4j2 FILE names it";
    case "not-here":
      return "a path that leads nowhere on this system: --root DIR names a copy of the workstation, or the folder of the logs";
    case "through-link":
      return `a link leads to ${inLine(closed.at)}: name the folder itself; nothing behind a link is touched`;
    case "no-marker":
      return what === "captures"
        ? "no capture lies in it: each has a file events.ndjson"
        : `${inLine(closed.marker)} does not lie there, so it is not the folder that this log is written to; nothing in it is touched`;
    case "unreadable":
      return `cannot be looked at: ${failed(closed.code)}`;
  }
}

/** Returns the result for a file that was to be deleted. */
function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case "deleted":
      return "deleted";
    case "gone":
      return "gone already: somebody else removed it";
    case "changed":
      return "not deleted: it was written since the plan was made";
    case "exchanged":
      return "not deleted: something else has its name since the plan was made";
    case "moved":
      return "not deleted: its folder is another one since the plan was made";
    case "in-use":
      return "not deleted: a program has it open; it goes the next time";
    case "stopped":
      return "not tried: something else is at work in its folder";
    case "kept":
      return "not deleted: a part of it could not go";
    case "failed":
      return `not deleted: ${failed(outcome.code)}`;
  }
}

/** Results that need no action, because the file no longer exists or the next run deletes it. */
const LATER: readonly Outcome["kind"][] = [...AWAY, "in-use"];

/** Returns the exit code. 0: done as planned; 1: a part of the plan is still there; 2: there was nothing to examine. */
export function sweepExit({ series, swept }: SweepReport): 0 | 1 | 2 {
  if (series.every(({ closed }) => closed !== null)) return 2;
  return (swept ?? []).every(({ outcome }) => LATER.includes(outcome.kind)) ? 0 : 1;
}

const goingIn = (series: readonly Series[]): readonly Entry[] =>
  series.flatMap(({ entries }) => entries.filter(({ removal }) => removal));
const bytesOf = (entries: readonly Entry[]): number => entries.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns the document of --format json. */
export function sweepDocument({ wish, series, swept }: SweepReport): object {
  const became = new Map((swept ?? []).map((one) => [one.entry, one]));
  const going = goingIn(series);
  return {
    schema: "tierwright/logs-sweep/v1",
    today: wish.today,
    olderThan: wish.olderThan,
    keep: wish.keep,
    applied: swept !== null,
    summary: {
      files: going.length,
      bytes: bytesOf(going),
      deleted: (swept ?? []).filter(({ outcome }) => outcome.kind === "deleted").length,
      freed: (swept ?? []).reduce((sum, { freed }) => sum + freed, 0),
      notDone: (swept ?? []).filter(({ outcome }) => !AWAY.includes(outcome.kind)).length,
    },
    places: series.map((one) => ({
      what: one.what,
      name: one.name === "" ? null : one.name,
      folder: one.folder,
      closed: one.closed && { reason: one.closed.kind, says: closedWords(one.closed, one) },
      files: one.entries.map((entry) => {
        const outcome = became.get(entry)?.outcome ?? null;
        return {
          path: entry.path,
          bytes: entry.bytes,
          modified: entry.modified === null ? null : new Date(entry.modified).toISOString(),
          days: entry.days,
          goes: entry.removal !== null,
          reason: entry.why.kind,
          says: whyWords(entry.why, wish),
          outcome: outcome && { kind: outcome.kind, says: outcomeWords(outcome) },
        };
      }),
    })),
  };
}

interface Look {
  readonly color: boolean;
  readonly width: number;
}

/** Largest number of files of each kind that are listed; the rest are counted. */
const LISTED = 40;

interface Row {
  readonly cells: readonly [string, string, string];
  readonly says: string;
  readonly alarming: boolean;
  readonly goes: boolean;
}

function rowOf(entry: Entry, { wish, swept }: SweepReport, folder: string): Row {
  const outcome = swept?.find((one) => one.entry === entry)?.outcome ?? null;
  const path = entry.path.startsWith(folder) ? entry.path.slice(folder.length).replace(/^[\\/]/, "") : entry.path;
  const age = entry.days === null ? "" : plural(entry.days, "day");
  return {
    cells: [inLine(path), entry.modified === null ? "" : sizeText(entry.bytes), age],
    says: outcome ? outcomeWords(outcome) : entry.removal ? "" : whyWords(entry.why, wish),
    alarming: outcome !== null && !AWAY.includes(outcome.kind),
    goes: entry.removal !== null,
  };
}

function seriesText(one: Series, report: SweepReport, { color, width }: Look): readonly string[] {
  const style = styleFor(color);
  const head = `${style.bold(inLine(titleOf(one)))} in ${inLine(one.folder)}`;
  if (one.closed) return [head, style.warning(wrap(`  ${closedWords(one.closed, one)}`, width, "  "))];
  const rows = one.entries.map((entry) => rowOf(entry, report, one.folder));
  const shown = [...rows.filter(({ goes }) => goes).slice(0, LISTED), ...rows.filter(({ goes }) => !goes).slice(0, LISTED)];
  const widths = [0, 1, 2].map((i) => greatest(shown.map(({ cells }) => cells[i]?.length ?? 0)));
  const lines = shown.map(({ cells: [name, size, age], says, alarming, goes }) => {
    const left = `  ${goes ? "goes " : "stays"}  ${name.padEnd(widths[0] ?? 0)}  ${size.padStart(widths[1] ?? 0)}  ${age.padStart(widths[2] ?? 0)}`;
    const text = says === "" ? left.trimEnd() : `${left}  ${says}`;
    return alarming ? style.warning(text) : text;
  });
  const more = rows.length - shown.length;
  return [
    head,
    ...(rows.length === 0 ? ["  nothing"] : lines),
    ...(more > 0 ? [`  and ${plural(more, "more file")}; --format json lists all`] : []),
  ];
}

function lastLine({ series, swept }: SweepReport): string {
  if (series.every(({ closed }) => closed !== null)) return "nothing could be looked at, so nothing is known about old logs here";
  const going = goingIn(series);
  if (swept === null) {
    if (going.length === 0) return "nothing is to go";
    return `${plural(going.length, "item")} would go, ${sizeText(bytesOf(going))}; nothing was deleted: --apply deletes them`;
  }
  const away = swept.filter(({ outcome }) => outcome.kind === "deleted").length;
  const freed = swept.reduce((sum, one) => sum + one.freed, 0);
  const left = swept.filter(({ outcome }) => !AWAY.includes(outcome.kind)).length;
  if (swept.length === 0) return "nothing was to go";
  return `${plural(away, "item")} deleted, ${sizeText(freed)}${left > 0 ? `; ${left} of the plan not, each with its reason above` : ""}`;
}

/** Returns the report as text: every place, with the files to delete and why others are kept. */
export function sweepText(report: SweepReport, look: Look): string {
  const style = styleFor(look.color);
  const { olderThan, keep, today } = report.wish;
  const kept = keep === 0 ? "" : keep === 1 ? ", and the newest of each log stays" : `, and the newest ${keep} of each log stay`;
  const rule = `${report.swept === null ? "plan" : "sweep"} of ${today}: what was last written more than ${plural(olderThan, "day")} ago goes${kept}`;
  return [
    wrap(rule, look.width, "  "),
    ...report.series.flatMap((one) => ["", ...seriesText(one, report, look)]),
    "",
    style.bold(wrap(lastLine(report), look.width, "")),
    "",
  ].join(NL);
}
