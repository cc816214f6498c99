import { systemCode } from "../../kernel/index.ts";
import type { Lying, SweepWorld } from "../../platform/index.ts";
import type { Removal } from "./remove.ts";

/** What a sweep is told beside the places. */
export interface Wish {
  /** YYYY-MM-DD; ages are counted to it. */
  readonly today: string;
  /** What was last written more than so many days before goes. */
  readonly olderThan: number;
  /** So many of the newest files of a series stay, however old they are; a capture is never kept for that. */
  readonly keep: number;
  /** Milliseconds since 1970, as the machine's clock says. */
  readonly now: number;
}

/** Why a file stays, or `old`: it goes. */
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
  /** A capture that holds what no relay wrote. */
  | { readonly kind: "stranger"; readonly name: string }
  | { readonly kind: "unreadable"; readonly code: string };

/** One file, or one capture, with what is to become of it. */
export interface Entry {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970; null where it could not be asked. */
  readonly modified: number | null;
  /** Whole days before `today`, negative in the future. */
  readonly days: number | null;
  readonly why: Why;
  /** What goes; null: it stays. */
  readonly removal: Removal | null;
}

/** Why nothing of a place is looked at. */
export type Closed =
  | { readonly kind: "absent" | "no-folder" | "too-high" | "unnamed" | "not-here" | "no-settings" }
  /** `at`: where the path leads instead. */
  | { readonly kind: "through-link"; readonly at: string }
  | { readonly kind: "no-marker"; readonly marker: string }
  | { readonly kind: "unreadable"; readonly code: string };

/** One series of files: the logs of an appender, the connector's log, the captures of a store. */
export interface Series {
  readonly what: "client" | "connector" | "captures";
  /** The appender's name; "" for the others. */
  readonly name: string;
  readonly folder: string;
  readonly closed: Closed | null;
  readonly entries: readonly Entry[];
}

const DAY = 86_400_000;
/** A file that was written so lately is in use by whoever wrote it. */
const LATELY = 10 * 60_000;
/** Deleted in one run at most; what is over goes in the next. */
export const MOST = 10_000;

export const inMilliseconds = (lying: Lying): number => Number(lying.modified / 1_000_000n);

/** Days from one date to `today`, both as UTC has them. */
const daysBefore = (today: string, milliseconds: number): number =>
  Math.round((Date.parse(`${today}T00:00:00Z`) - Math.floor(milliseconds / DAY) * DAY) / DAY);

/** What age alone says. */
export function byAge(modified: number, wish: Wish): { readonly days: number; readonly why: Why } {
  const days = daysBefore(wish.today, modified);
  if (days < 0) return { days, why: { kind: "future" } };
  if (days <= wish.olderThan) return { days, why: { kind: "young" } };
  return { days, why: { kind: Math.abs(wish.now - modified) < LATELY ? "just-written" : "old" } };
}

/**
 * Whether a folder may be swept at all: there, a folder, not the top of a disk, and with no link or junction on the way to it. Its
 * real path is what every later look and deletion uses.
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

/** Newest first; names decide between files of one moment, so that every run keeps the same. */
const newestFirst = (a: Entry, b: Entry): number =>
  (b.modified ?? 0) - (a.modified ?? 0) || (a.path < b.path ? 1 : a.path > b.path ? -1 : 0);

/** The newest of those that are a series' own stay, as many as are to be kept. */
export function keepNewest(entries: readonly Entry[], keep: number): readonly Entry[] {
  const counted = entries.filter(
    ({ why }) => why.kind !== "link" && why.kind !== "no-file" && why.kind !== "active" && why.kind !== "unreadable",
  );
  const newest = new Set([...counted].sort(newestFirst).slice(0, keep));
  return entries.map((entry) =>
    newest.has(entry) && entry.removal ? { ...entry, why: { kind: "kept" }, removal: null } : entry,
  );
}

/** No run deletes more than MOST files: the oldest go first. */
export function capped(series: readonly Series[], most = MOST): readonly Series[] {
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
