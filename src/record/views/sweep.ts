import { errnoWords, greatest, plural } from "../../kernel/index.ts";
import type { Closed, Series, Why, Wish } from "../sweep/plan.ts";
import { AWAY, type Outcome } from "../sweep/remove.ts";
import type { Swept } from "../sweep/sweep.ts";
import { NL, inLine, sizeText, styleFor, wrap } from "../../report/index.ts";

const failed = (code: string): string => errnoWords({ code }) ?? `the system answers ${code}`;

/** Returns the reason why a sweep keeps or deletes a log file or capture, worded to follow its name. */
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

/** Returns the reason why a sweep deletes nothing in a folder, as a sentence. */
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

/** Returns in words what happened to a log file or capture that a sweep planned to delete. */
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

/** Results for which the user need not act, because the file does not exist any more or the next sweep deletes it. */
const LATER: readonly Outcome["kind"][] = [...AWAY, "in-use"];

const isAway = ({ outcome }: { readonly outcome: Pick<Outcome, "kind"> }): boolean => AWAY.includes(outcome.kind);

/**
 * Returns the JSON document of `logs sweep` and `capture prune`. The text form is made from it.
 * @param swept The results of the deletions; null if the command ran without --apply and so only planned.
 */
export function sweepDocument(wish: Wish, series: readonly Series[], swept: readonly Swept[] | null) {
  const became = new Map((swept ?? []).map((one) => [one.entry, one]));
  const going = series.flatMap(({ entries }) => entries.filter(({ removal }) => removal));
  const done = swept ?? [];
  return {
    schema: "tierwright/logs-sweep/v1",
    today: wish.today,
    olderThan: wish.olderThan,
    keep: wish.keep,
    applied: swept !== null,
    summary: {
      files: going.length,
      bytes: going.reduce((sum, { bytes }) => sum + bytes, 0),
      deleted: done.filter(({ outcome }) => outcome.kind === "deleted").length,
      freed: done.reduce((sum, { freed }) => sum + freed, 0),
      notDone: done.filter((one) => !isAway(one)).length,
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

type SweepDocument = ReturnType<typeof sweepDocument>;
type SweptPlace = SweepDocument["places"][number];

const isClosed = ({ places }: SweepDocument): boolean => places.every(({ closed }) => closed !== null);

/** Returns a sweep's exit code. 0: done, but for files that a program has open; 1: other files are left; 2: no folder could be examined. */
export function sweepExit(result: SweepDocument): 0 | 1 | 2 {
  if (isClosed(result)) return 2;
  return result.places.every(({ files }) => files.every(({ outcome }) => outcome === null || LATER.includes(outcome.kind)))
    ? 0
    : 1;
}

interface Look {
  readonly color: boolean;
  readonly width: number;
}

/** The most files to delete, and the most files to keep, that the text lists for a folder; it only counts further ones. */
const LISTED = 40;

function placeText({ what, name, folder, closed, files }: SweptPlace, { color, width }: Look): readonly string[] {
  const style = styleFor(color);
  const head = `${style.bold(inLine(name === null ? WHAT[what] : `${WHAT[what]} '${name}'`))} in ${inLine(folder)}`;
  if (closed) return [head, style.warning(wrap(`  ${closed.says}`, width, "  "))];
  const shown = [...files.filter(({ goes }) => goes).slice(0, LISTED), ...files.filter(({ goes }) => !goes).slice(0, LISTED)];
  const cells = shown.map(({ path, bytes, modified, days }) => [
    inLine(path.startsWith(folder) ? path.slice(folder.length).replace(/^[\\/]/, "") : path),
    modified === null ? "" : sizeText(bytes),
    days === null ? "" : plural(days, "day"),
  ]);
  const widths = [0, 1, 2].map((i) => greatest(cells.map((row) => row[i]?.length ?? 0)));
  const lines = shown.map(({ goes, says, outcome }, i) => {
    const [path = "", size = "", age = ""] = cells[i] ?? [];
    const left = `  ${goes ? "delete" : "keep  "}  ${path.padEnd(widths[0] ?? 0)}  ${size.padStart(widths[1] ?? 0)}  ${age.padStart(widths[2] ?? 0)}`;
    const why = outcome ? outcome.says : goes ? "" : says;
    const text = why === "" ? left.trimEnd() : `${left}  ${why}`;
    return outcome && !isAway({ outcome }) ? style.warning(text) : text;
  });
  const more = files.length - shown.length;
  return [
    head,
    ...(files.length === 0 ? ["  nothing"] : lines),
    ...(more > 0 ? [`  and ${plural(more, "more file")}; --format json lists all`] : []),
  ];
}

function lastLine(result: SweepDocument): string {
  const { files, bytes, deleted, freed, notDone } = result.summary;
  if (isClosed(result)) return "nothing could be examined";
  if (files === 0) return "nothing to delete";
  if (!result.applied)
    return `${plural(files, "item")} to delete, ${sizeText(bytes)}; nothing was deleted yet: add --apply to delete them`;
  return `${plural(deleted, "item")} deleted, ${sizeText(freed)}${notDone > 0 ? `; ${notDone} not deleted, each with its reason above` : ""}`;
}

/** Returns the text form of a sweep: every folder with the files to delete, and the files to keep with their reasons. */
export function sweepText(result: SweepDocument, look: Look): string {
  const { applied, olderThan, keep, today, places } = result;
  const kept = keep === 0 ? "" : `, except the newest ${keep === 1 ? "" : `${keep} `}of each log`;
  const rule = `${applied ? "sweep" : "plan"} of ${today}: deletes what was last written more than ${plural(olderThan, "day")} ago${kept}`;
  return [
    wrap(rule, look.width, "  "),
    ...places.flatMap((one) => ["", ...placeText(one, look)]),
    "",
    styleFor(look.color).bold(wrap(lastLine(result), look.width, "")),
    "",
  ].join(NL);
}
