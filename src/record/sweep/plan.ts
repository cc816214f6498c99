import { systemCode } from "../../kernel/index.ts";
import type { Lying, SweepWorld } from "../../platform/index.ts";
import type { Removal } from "./remove.ts";

/** The user's rules for a sweep: which log files and captures are old, and how many of the newest it keeps. */
export interface Wish {
  /** The date (UTC) from which the age of a file is counted back, as YYYY-MM-DD. */
  readonly today: string;
  /** The age in days, since its last write, that a file must exceed to be deleted. */
  readonly olderThan: number;
  /** The number of newest files of each log that a sweep keeps whatever their age; it does not apply to captures. */
  readonly keep: number;
  /** The current time in milliseconds since 1970, by the machine's clock. */
  readonly now: number;
}

/** The reason why a sweep keeps a log file or capture; `old`, however, is the reason why it deletes one. */
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
  /** The number of days from the last write to `today`, negative if the write is later; null if the file could not be read. */
  readonly days: number | null;
  readonly why: Why;
  /** The files to delete; null if this log file or capture is kept. */
  readonly removal: Removal | null;
}

/** The reason why a sweep deletes nothing in a folder. */
export type Closed =
  | { readonly kind: "absent" | "no-folder" | "too-high" | "unnamed" | "not-here" | "no-settings" }
  /** The folder's path is or contains a symbolic link or junction; `at` is the folder's real path. */
  | { readonly kind: "through-link"; readonly at: string }
  | { readonly kind: "no-marker"; readonly marker: string }
  | { readonly kind: "unreadable"; readonly code: string };

/** The decisions of a sweep on one group of files: the log of a log4j appender, the connector's log, or a store of captures. */
export interface Series {
  readonly what: "client" | "connector" | "captures";
  /** The name of the log4j appender; "" for the connector's log and captures. */
  readonly name: string;
  readonly folder: string;
  readonly closed: Closed | null;
  readonly entries: readonly Entry[];
}

const DAY = 86_400_000;
/** The time in milliseconds for which a sweep keeps a file after its last write, because its program probably still writes it. */
const LATELY = 10 * 60_000;
/** The most files that one run of `logs sweep` or `capture prune` deletes. */
export const MOST = 10_000;

export const inMilliseconds = (lying: Lying): number => Number(lying.modified / 1_000_000n);

/** Returns the number of days from the UTC date of a time (milliseconds since 1970) to `today`. */
const daysBefore = (today: string, milliseconds: number): number =>
  Math.round((Date.parse(`${today}T00:00:00Z`) - Math.floor(milliseconds / DAY) * DAY) / DAY);

/** Returns the age of a file in days and the decision that follows from the age alone: `old` to delete it, others to keep it. */
export function byAge(modified: number, wish: Wish): { readonly days: number; readonly why: Why } {
  const days = daysBefore(wish.today, modified);
  if (days < 0) return { days, why: { kind: "future" } };
  if (days <= wish.olderThan) return { days, why: { kind: "young" } };
  return { days, why: { kind: Math.abs(wish.now - modified) < LATELY ? "just-written" : "old" } };
}

/**
 * Checks whether a sweep can delete files in a folder: it must exist, be neither a disk's root nor one of the machine's `tops` (such as a
 * home folder), and have no symbolic link or junction in its path.
 * @returns The folder's real path, which all later steps use, or the reason why the sweep leaves the folder alone.
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

/** Compares log files and captures by last write, to sort the newest first; then by path, so that every sweep keeps the same files. */
const newestFirst = (a: Entry, b: Entry): number =>
  (b.modified ?? 0) - (a.modified ?? 0) || (a.path < b.path ? 1 : a.path > b.path ? -1 : 0);

/** Marks the newest `keep` files of a log as kept; not counting symbolic links, other non-files, the active file and unreadable files. */
export function keepNewest(entries: readonly Entry[], keep: number): readonly Entry[] {
  const counted = entries.filter(
    ({ why }) => why.kind !== "link" && why.kind !== "no-file" && why.kind !== "active" && why.kind !== "unreadable",
  );
  const newest = new Set([...counted].sort(newestFirst).slice(0, keep));
  return entries.map((entry) =>
    newest.has(entry) && entry.removal ? { ...entry, why: { kind: "kept" }, removal: null } : entry,
  );
}

/**
 * Limits a plan to `most` deleted files, oldest logs and captures first. Keeps the first that exceeds the limit and all newer ones. Deletes
 * the oldest one however many files it has, so that repeated sweeps come to an end.
 */
export function limitPlan(series: readonly Series[], most = MOST): readonly Series[] {
  const going = series.flatMap(({ entries }) => entries.filter(({ removal }) => removal));
  if (going.reduce((sum, { removal }) => sum + (removal?.files.length ?? 0), 0) <= most) return series;
  const chosen = new Set<Entry>();
  let left = most;
  for (const entry of [...going].sort((a, b) => newestFirst(b, a))) {
    left -= entry.removal?.files.length ?? 0;
    if (left < 0 && chosen.size > 0) break;
    chosen.add(entry);
  }
  return series.map((one) => ({
    ...one,
    entries: one.entries.map((entry) =>
      entry.removal && !chosen.has(entry) ? { ...entry, why: { kind: "over" }, removal: null } : entry,
    ),
  }));
}
