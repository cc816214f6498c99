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
      return "the active file; it is never deleted";
    case "kept":
      return "among the newest, which --keep preserves";
    case "future":
      return "dated in the future: the clock of this machine, or of the one that wrote it, is wrong";
    case "in-use":
      return "a program has it open";
    case "just-written":
      return "written within the last ten minutes";
    case "link":
      return "a link, and links are not followed";
    case "no-file":
      return "not an ordinary file";
    case "running":
      return "its relay is still running: `tierwright record stop` ends it";
    case "led-to":
      return "this workstation still points at its relays, and the bundle to switch back is in it: `tierwright record status` with its name shows the command";
    case "unknown":
      return "cannot tell whether a workstation still points at it: run this in its environment's repository (-C), on a store that only your account can write";
    case "elsewhere":
      return "on a different disk than its folder";
    case "over":
      return "over the limit of one run; run the command again";
    case "stranger":
      return `it contains '${why.name}', which no relay wrote, so it may be needed`;
    case "unreadable":
      return `cannot be read: ${failed(why.code)}`;
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
        : "no such folder: no log was written on this machine, or it is elsewhere";
    case "no-folder":
      return "not a folder";
    case "too-high":
      return "the root of a disk or a home folder is never swept";
    case "unnamed":
      return "only the running program knows this name, or other files can have similar names: nothing here is touched";
    case "no-settings":
      return "the client's log4j2.xml is not there, so its logs are unknown: name it with --log4j2 FILE";
    case "not-here":
      return "a path that does not exist on this system: --root DIR names a copy of the workstation, or the log folder";
    case "through-link":
      return `a link to ${inLine(closed.at)}: name the folder itself; links are not followed`;
    case "no-marker":
      return what === "captures"
        ? "it contains no captures: each has a file events.ndjson"
        : `${inLine(closed.marker)} is not there, so this is not the folder of this log; nothing in it is touched`;
    case "unreadable":
      return `cannot be read: ${failed(closed.code)}`;
  }
}

/** Returns the result for a file that was to be deleted. */
function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case "deleted":
      return "deleted";
    case "gone":
      return "already deleted by another program";
    case "changed":
      return "not deleted: it was changed after the plan";
    case "exchanged":
      return "not deleted: another file has its name since the plan";
    case "moved":
      return "not deleted: its folder was replaced after the plan";
    case "in-use":
      return "not deleted: a program has it open; the next run deletes it";
    case "stopped":
      return "not tried: another program is changing its folder";
    case "kept":
      return "not deleted: a part of it could not be deleted";
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
    const left = `  ${goes ? "delete" : "keep  "}  ${name.padEnd(widths[0] ?? 0)}  ${size.padStart(widths[1] ?? 0)}  ${age.padStart(widths[2] ?? 0)}`;
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
  if (series.every(({ closed }) => closed !== null)) return "nothing could be examined";
  const going = goingIn(series);
  if (swept === null) {
    if (going.length === 0) return "nothing to delete";
    return `${plural(going.length, "item")} to delete, ${sizeText(bytesOf(going))}; nothing was deleted yet: add --apply to delete them`;
  }
  const away = swept.filter(({ outcome }) => outcome.kind === "deleted").length;
  const freed = swept.reduce((sum, one) => sum + one.freed, 0);
  const left = swept.filter(({ outcome }) => !AWAY.includes(outcome.kind)).length;
  if (swept.length === 0) return "nothing to delete";
  return `${plural(away, "item")} deleted, ${sizeText(freed)}${left > 0 ? `; ${left} not deleted, each with its reason above` : ""}`;
}

/** Returns the report as text: every place, with the files to delete and why others are kept. */
export function sweepText(report: SweepReport, look: Look): string {
  const style = styleFor(look.color);
  const { olderThan, keep, today } = report.wish;
  const kept = keep === 0 ? "" : keep === 1 ? ", except the newest of each log" : `, except the newest ${keep} of each log`;
  const rule = `${report.swept === null ? "plan" : "sweep"} of ${today}: deletes what was last written more than ${plural(olderThan, "day")} ago${kept}`;
  return [
    wrap(rule, look.width, "  "),
    ...report.series.flatMap((one) => ["", ...seriesText(one, report, look)]),
    "",
    style.bold(wrap(lastLine(report), look.width, "")),
    "",
  ].join(NL);
}
