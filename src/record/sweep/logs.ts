import { greatest } from "../../kernel/index.ts";
import type { Lying, SweepWorld } from "../../platform/index.ts";
import type { NamePattern } from "./file-names.ts";
import { type Closed, type Entry, type Series, type Wish, byAge, codeOf, inMilliseconds, keepNewest, openPlace } from "./plan.ts";

/** The files of one log, as its settings name them; paths native and absolute. */
export interface LogFiles {
  readonly what: "client" | "connector";
  readonly name: string;
  /** The file that is written to; null: the newest of the others is (log4j's direct write). */
  readonly active: string | null;
  /** It is swept like the others once nobody writes to it: its writer makes it anew, and has no others. */
  readonly activeGoes: boolean;
  /** Of the others; null: there are none, or nobody can tell their names for certain. */
  readonly pattern: NamePattern | null;
}

interface Held {
  readonly folder: string;
  readonly was: Lying;
}

/** One file, judged by its kind, its age and whether somebody has it open. */
function judged(machine: SweepWorld, { folder, was: folderWas }: Held, name: string, wish: Wish): Entry | null {
  const path = machine.join(folder, name);
  const stays = (why: Entry["why"], lies: Lying | null = null): Entry => ({
    path,
    bytes: Number(lies?.size ?? 0n),
    modified: lies && inMilliseconds(lies),
    days: null,
    why,
    removal: null,
  });
  try {
    const was = machine.files.stat(path);
    if (was === null) return null;
    if (was.kind !== "file") return stays({ kind: was.kind === "link" ? "link" : "no-file" });
    const modified = inMilliseconds(was);
    const { days, why } = byAge(modified, wish);
    const entry = { path, bytes: Number(was.size), modified, days };
    if (was.device !== folderWas.device) return { ...entry, why: { kind: "elsewhere" }, removal: null };
    if (why.kind !== "old") return { ...entry, why, removal: null };
    if (machine.files.inUse(path)) return { ...entry, why: { kind: "in-use" }, removal: null };
    return { ...entry, why, removal: { files: [{ folder, folderWas, name, was }], folder: null } };
  } catch (error) {
    return stays({ kind: "unreadable", code: codeOf(error) });
  }
}

/** The files whose names the segments describe, from a folder on; a folder that is a link, or on another disk, is not entered. */
function* matching(machine: SweepWorld, held: Held, segments: readonly RegExp[], wish: Wish): Generator<Entry> {
  const [segment, ...further] = segments;
  if (!segment) return;
  const names = machine.files.list(held.folder).filter((name) => segment.test(name));
  for (const name of [...names].sort()) {
    if (further.length === 0) {
      const entry = judged(machine, held, name, wish);
      if (entry) yield entry;
      continue;
    }
    const path = machine.join(held.folder, name);
    const inner = machine.files.stat(path);
    if (inner?.kind !== "folder" || inner.device !== held.was.device || machine.files.real(path) !== path) continue;
    yield* matching(machine, { folder: path, was: inner }, further, wish);
  }
}

const aside = (entry: Entry): Entry => ({ ...entry, why: { kind: "active" }, removal: null });

/** A folder that the settings name, proven to be one that may be swept. */
function opened(machine: SweepWorld, folder: string): Held | Closed {
  const place = openPlace(machine, folder);
  return place.kind === "open" ? { folder: place.folder, was: place.was } : place;
}

const isOpen = (place: Held | Closed): place is Held => "was" in place;

/** The log itself has to lie there: that shows that the folder is the one that the settings mean, and that something still logs to it. */
function withActive(machine: SweepWorld, log: LogFiles, active: string, wish: Wish): readonly Entry[] | Closed {
  const own = machine.split(active);
  const held = opened(machine, own.folder);
  if (!isOpen(held)) return held;
  const entry = judged(machine, held, own.name, wish);
  if (entry === null || entry.why.kind === "no-file" || entry.why.kind === "link") return { kind: "no-marker", marker: active };
  const itself = log.activeGoes ? entry : aside(entry);
  if (log.pattern === null) return [itself];
  const { folder, segments } = log.pattern;
  const rolled = folder === own.folder ? held : opened(machine, folder);
  // a folder for what is rolled comes with the first of it
  if (!isOpen(rolled)) return rolled.kind === "absent" ? [itself] : rolled;
  if (!machine.contains(held.folder, rolled.folder)) return { kind: "no-marker", marker: machine.join(folder, own.name) };
  return [itself, ...[...matching(machine, rolled, segments, wish)].filter(({ path }) => path !== entry.path)];
}

/** Written to directly: the newest is the one that is written to. */
function directly(machine: SweepWorld, { folder, segments }: NamePattern, wish: Wish): readonly Entry[] | Closed {
  const held = opened(machine, folder);
  if (!isOpen(held)) return held;
  const entries = [...matching(machine, held, segments, wish)];
  const newest = greatest(entries.map(({ modified }) => modified ?? 0));
  return entries.map((entry) => (entry.modified === newest ? aside(entry) : entry));
}

/** What is to become of the files of one log. */
export function logSeries(machine: SweepWorld, log: LogFiles, wish: Wish): Series {
  const { active, pattern } = log;
  const folder = pattern?.folder ?? (active === null ? "" : machine.split(active).folder);
  const series = { what: log.what, name: log.name, folder } as const;
  const closed = (why: Closed): Series => ({ ...series, closed: why, entries: [] });
  try {
    const found =
      active !== null
        ? withActive(machine, log, active, wish)
        : pattern
          ? directly(machine, pattern, wish)
          : ({ kind: "unnamed" } as const);
    if ("kind" in found) return closed(found);
    return { ...series, closed: null, entries: keepNewest(found, wish.keep) };
  } catch (error) {
    return closed({ kind: "unreadable", code: codeOf(error) });
  }
}
