import { greatest } from "../../kernel/index.ts";
import type { Lying, SweepWorld } from "../../platform/index.ts";
import type { NamePattern } from "./file-names.ts";
import { type Closed, type Entry, type Series, type Wish, byAge, codeOf, inMilliseconds, keepNewest, openPlace } from "./plan.ts";

/** The files of one log, as log4j2.xml (client library) or site.yaml (connector) names them, with absolute paths of this machine. */
export interface LogFiles {
  readonly what: "client" | "connector";
  readonly name: string;
  /** The path of the file that the program writes; null if that is the newest file that matches `pattern` (log4j's direct write). */
  readonly active: string | null;
  /** True if even the active file can be deleted when it is old and not open: the program that logs creates it again. */
  readonly activeGoes: boolean;
  /** The pattern of the log's rolled files; null if the log has none. */
  readonly pattern: NamePattern | null;
}

interface Held {
  readonly folder: string;
  readonly was: Lying;
}

/**
 * Returns the decision to keep or delete one file of a log, by its kind, its age and whether a program has it open. Returns null if the
 * file does not exist.
 */
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

/** Yields decisions on the log files below a folder whose path matches the patterns; enters no symbolic link and no other disk. */
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

/** Opens a log folder, or returns the reason why a sweep must not delete files in it. */
function opened(machine: SweepWorld, folder: string): Held | Closed {
  const place = openPlace(machine, folder);
  return place.kind === "open" ? { folder: place.folder, was: place.was } : place;
}

const isOpen = (place: Held | Closed): place is Held => "was" in place;

/**
 * Returns the decisions on the files of a log with an active file. Without that file the sweep leaves the folder alone, because nothing
 * shows that it is the log's folder.
 */
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
  // log4j creates the folder for rolled files only with the first rolled file
  if (!isOpen(rolled)) return rolled.kind === "absent" ? [itself] : rolled;
  if (!machine.contains(held.folder, rolled.folder)) return { kind: "no-marker", marker: machine.join(folder, own.name) };
  return [itself, ...[...matching(machine, rolled, segments, wish)].filter(({ path }) => path !== entry.path)];
}

/** Returns the decisions on the files of a log without a fixed active file: it writes to the newest one (log4j's direct write). */
function directly(machine: SweepWorld, { folder, segments }: NamePattern, wish: Wish): readonly Entry[] | Closed {
  const held = opened(machine, folder);
  if (!isOpen(held)) return held;
  const entries = [...matching(machine, held, segments, wish)];
  const newest = greatest(entries.map(({ modified }) => modified ?? 0));
  return entries.map((entry) => (entry.modified === newest ? aside(entry) : entry));
}

/** Plans a sweep of the files of one log. */
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
