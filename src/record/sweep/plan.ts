import { systemCode } from "../../kernel/index.ts";
import type { Lying, SweepWorld } from "../../platform/index.ts";
import type { Removal } from "./remove.ts";

/** The rules of a sweep: which files are old, and how many are kept. */
export interface Wish {
  /** The date to which ages are counted, as YYYY-MM-DD. */
  readonly today: string;
  /** The number of days after a file's last write after which the file is deleted. */
  readonly olderThan: number;
  /** The number of newest files of each log that are kept whatever their age; captures have no such number. */
  readonly keep: number;
  /** The current time in milliseconds since 1970, by the machine's clock. */
  readonly now: number;
}

/** The reason why a file is kept; `old` means that the file is deleted. */
export type Why =
  | {
      readonly kind:
        | "old"
        | "young"
        | "active"
        | "kept"
        | "future"
        | "in-use"
        | "just-written"
        | "link"
        | "no-file"
        | "running"
        | "led-to"
        | "unknown"
        | "elsewhere"
        | "over";
    }
  /** A capture's folder has a file that no relay wrote, so the capture is kept. */
  | { readonly kind: "stranger"; readonly name: string }
  | { readonly kind: "unreadable"; readonly code: string };

/** One log file or one capture, with the decision to keep or delete it. */
export interface Entry {
  readonly path: string;
  readonly bytes: number;
  /** The time of the last write in milliseconds since 1970; null if it could not be read. */
  readonly modified: number | null;
  /** The age of the file in whole days before `today`, negative in the future; null if it could not be read. */
  readonly days: number | null;
  readonly why: Why;
  /** The files to delete; null if this log file or capture is kept. */
  readonly removal: Removal | null;
}

/** The reason why a folder is not swept. */
export type Closed =
  | { readonly kind: "absent" | "no-folder" | "too-high" | "unnamed" | "not-here" | "no-settings" }
  /** A link leads into the folder; `at` is the target of the link. */
  | { readonly kind: "through-link"; readonly at: string }
  | { readonly kind: "no-marker"; readonly marker: string }
  | { readonly kind: "unreadable"; readonly code: string };

/** One series of files: the logs of an appender, the connector's log, or the captures of a store. */
export interface Series {
  readonly what: "client" | "connector" | "captures";
  /** The name of the appender; "" for the connector's log and captures. */
  readonly name: string;
  readonly folder: string;
  readonly closed: Closed | null;
  readonly entries: readonly Entry[];
}

const DAY = 86_400_000;
/** The time in milliseconds after its last write in which a file is kept as `just-written`, because its writer is probably not done. */
const LATELY = 10 * 60_000;
/** The most files that one run of `logs sweep` or `capture prune` deletes; the next run deletes the rest. */
export const MOST = 10_000;

export const inMilliseconds = (lying: Lying): number => Number(lying.modified / 1_000_000n);

/** Returns the days from a date to `today`, both in UTC. */
const daysBefore = (today: string, milliseconds: number): number =>
  Math.round((Date.parse(`${today}T00:00:00Z`) - Math.floor(milliseconds / DAY) * DAY) / DAY);

/** Returns the decision about a file by its age alone. */
export function byAge(modified: number, wish: Wish): { readonly days: number; readonly why: Why } {
  const days = daysBefore(wish.today, modified);
  if (days < 0) return { days, why: { kind: "future" } };
  if (days <= wish.olderThan) return { days, why: { kind: "young" } };
  return { days, why: { kind: Math.abs(wish.now - modified) < LATELY ? "just-written" : "old" } };
}

/**
 * Checks whether a folder can be swept: it must exist, be a folder, not be the top of a disk, and have no link or junction in its path.
 * @returns The folder's real path, which all later steps use, or the reason why the folder is not swept.
 */
export function openPlace({ files, windows, tops, split }: SweepWorld, folder: string): Opened | Closed {
  try {
    const lies = files.stat(folder);
    if (lies === null) return { kind: "absent" };
    if (lies.kind === "link") return { kind: "through-link", at: files.real(folder) ?? folder };
    if (lies.kind !== "folder") return { kind: "no-folder" };
    const real = files.real(folder);
    if (real === null) return { kind: "absent" };
    const same = (a: string, b: string) => (windows ? a.toLowerCase() === b.toLowerCase() : a === b);
    if (!same(real, folder)) return { kind: "through-link", at: real };
    if (split(real).folder === real || tops.some((top) => same(top, real))) return { kind: "too-high" };
    const was = files.stat(real);
    return was?.kind === "folder" ? { kind: "open", folder: real, was } : { kind: "no-folder" };
  } catch (error) {
    return { kind: "unreadable", code: codeOf(error) };
  }
}

export interface Opened {
  readonly kind: "open";
  readonly folder: string;
  readonly was: Lying;
}

export function codeOf(error: unknown): string {
  const code = systemCode(error);
  if (code === "") throw error;
  return code;
}

/** Compares entries by time, newest first; paths decide between equal times, so that every sweep keeps the same files. */
const newestFirst = (a: Entry, b: Entry): number =>
  (b.modified ?? 0) - (a.modified ?? 0) || (a.path < b.path ? 1 : a.path > b.path ? -1 : 0);

/** Marks the newest `keep` files of a log as kept; links, the active file and unreadable files do not count. */
export function keepNewest(entries: readonly Entry[], keep: number): readonly Entry[] {
  const counted = entries.filter(
    ({ why }) => why.kind !== "link" && why.kind !== "no-file" && why.kind !== "active" && why.kind !== "unreadable",
  );
  const newest = new Set([...counted].sort(newestFirst).slice(0, keep));
  return entries.map((entry) =>
    newest.has(entry) && entry.removal ? { ...entry, why: { kind: "kept" }, removal: null } : entry,
  );
}

/** Limits a plan of deletions to `most` files: it deletes the oldest ones and keeps the others. */
export function limitPlan(series: readonly Series[], most = MOST): readonly Series[] {
  const going = series.flatMap(({ entries }) => entries.filter(({ removal }) => removal));
  if (going.reduce((sum, { removal }) => sum + (removal?.files.length ?? 0), 0) <= most) return series;
  const chosen = new Set<Entry>();
  let left = most;
  for (const entry of [...going].sort((a, b) => newestFirst(b, a))) {
    left -= entry.removal?.files.length ?? 0;
    if (left < 0) break;
    chosen.add(entry);
  }
  return series.map((one) => ({
    ...one,
    entries: one.entries.map((entry) =>
      entry.removal && !chosen.has(entry) ? { ...entry, why: { kind: "over" }, removal: null } : entry,
    ),
  }));
}
