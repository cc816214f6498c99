import type { Lying, SweepWorld } from "../../platform/index.ts";
import { greatest } from "../../kernel/index.ts";
import { lifeIn } from "../relay/life.ts";
import { type Entry, type Series, type Why, type Wish, byAge, codeOf, inMilliseconds, openPlace } from "./plan.ts";
import type { Planned } from "./remove.ts";

/** The file that marks a folder as a capture. A sweep deletes it last, so that the next sweep recognizes a partly deleted capture. */
const MARKER = "events.ndjson";
/**
 * Names of the other files of a capture: raw bytes, recording.json, CA certificate, both bundles, and the log of --reveal. A sweep deletes
 * nothing in a folder with any other file.
 */
const OWN =
  /^(?:reveals\.ndjson|[0-9]{4,}\.(?:c2s|s2c)(?:\.[a-z]+)?\.raw|recording\.json|authority\.pem|stop|deploy\.ps1|detect-[a-z0-9._-]+-settings\.ps1|[a-z0-9._-]+-settings(?:\.zip(?:\.sha256|\.sig)?|\.cdx\.json|\.report\.md))$/;
/** The largest events.ndjson, in bytes, that a sweep reads to learn whether the recording was stopped. */
const LARGEST = 256 * 1024 * 1024;

interface Part {
  readonly name: string;
  readonly was: Lying;
}

const stays = (path: string, why: Why): Entry => ({ path, bytes: 0, modified: null, days: null, why, removal: null });

/** The captures that a sweep keeps whatever their age, by the names of their folders. */
export interface KeptCaptures {
  /** The captures whose relays still listen. A live process id does not prove that, because the system can have reused the id. */
  readonly running: ReadonlySet<string>;
  /** The captures to whose relays a workstation's settings still lead: only their bundle restores these settings. */
  readonly led: ReadonlySet<string>;
  /** The captures of which it is unknown whether settings still lead to their relays, and those that other accounts can write. */
  readonly unknown: ReadonlySet<string>;
}

/** Returns why a sweep must keep a capture whatever its age; null if only its age decides. */
function held(machine: SweepWorld, path: string, parts: readonly Part[], standing: KeptCaptures): Why | null {
  const stranger = parts.find(({ name, was }) => was.kind !== "file" || (name !== MARKER && !OWN.test(name)));
  if (stranger) return stranger.was.kind === "link" ? { kind: "link" } : { kind: "stranger", name: stranger.name };
  const { started, stopped } = lifeIn(machine.files.read(machine.join(path, MARKER), LARGEST).toString("utf8"));
  if (started === null) return { kind: "stranger", name: MARKER };
  const { name } = machine.split(path);
  if (stopped === null && standing.running.has(name)) return { kind: "running" };
  if (standing.led.has(name)) return { kind: "led-to" };
  return standing.unknown.has(name) ? { kind: "unknown" } : null;
}

function capture(machine: SweepWorld, path: string, was: Lying, wish: Wish, standing: KeptCaptures): Entry | null {
  const names = machine.files.list(path);
  if (!names.includes(MARKER)) return null;
  if (machine.files.real(path) !== path) return stays(path, { kind: "link" });
  const parts = names.flatMap((name): Part[] => {
    const lies = machine.files.stat(machine.join(path, name));
    return lies ? [{ name, was: lies }] : [];
  });
  const modified = greatest(parts.map((part) => inMilliseconds(part.was)));
  const bytes = parts.reduce((sum, part) => sum + Number(part.was.size), 0);
  const { days, why } = byAge(modified, wish);
  const entry = { path, bytes, modified, days };
  const holds = held(machine, path, parts, standing);
  if (holds) return { ...entry, why: holds, removal: null };
  if (why.kind !== "old") return { ...entry, why, removal: null };
  if (parts.some(({ name }) => machine.files.inUse(machine.join(path, name))))
    return { ...entry, why: { kind: "in-use" }, removal: null };
  const planned = ({ name, was: part }: Part): Planned => ({ folder: path, folderWas: was, name, was: part });
  const last = (part: Part) => Number(part.name === MARKER);
  const files = [...parts].sort((a, b) => last(a) - last(b) || (a.name < b.name ? -1 : 1)).map(planned);
  return { ...entry, why, removal: { files, folder: { path, was } } };
}

/**
 * Plans a sweep of a store of captures: it deletes a whole capture if none of its files was written for `olderThan` days, no program has
 * one open, and `standing` does not keep it.
 */
export function captureSeries(machine: SweepWorld, store: string, wish: Wish, standing: KeptCaptures): Series {
  const series = { what: "captures", name: "", folder: store } as const;
  const opened = openPlace(machine, store);
  if (opened.kind !== "open") return { ...series, closed: opened, entries: [] };
  const entry = (name: string): Entry | null => {
    const path = machine.join(opened.folder, name);
    try {
      const was = machine.files.stat(path);
      if (was?.kind === "link") return stays(path, { kind: "link" });
      if (was?.kind !== "folder" || was.device !== opened.was.device) return null;
      return capture(machine, path, was, wish, standing);
    } catch (error) {
      return stays(path, { kind: "unreadable", code: codeOf(error) });
    }
  };
  try {
    const names = [...machine.files.list(opened.folder)].sort();
    const entries = names.flatMap((name) => entry(name) ?? []);
    if (entries.length === 0)
      return { ...series, closed: { kind: "no-marker", marker: machine.join(opened.folder, `*/${MARKER}`) }, entries };
    return { ...series, folder: opened.folder, closed: null, entries };
  } catch (error) {
    return { ...series, closed: { kind: "unreadable", code: codeOf(error) }, entries: [] };
  }
}
