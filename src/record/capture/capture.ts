import { append } from "../../kernel/index.ts";
import { WAYS, type Way } from "../relay/events.ts";
import type { RawBytes } from "./bytes.ts";
import { type CaptureEvents, readEvents, untold } from "./connection.ts";
import { type ConnectionBytes, exchangesOf } from "./exchanges.ts";
import type { Exchange } from "./exchange.ts";

/** The files of a capture, in a store of captures or in memory. */
export interface CaptureFiles {
  readonly id: string;
  /** The text of events.ndjson; null if the file is missing or unreadable. */
  readonly events: string | null;
  /** The numbers of the connections that have a raw file. */
  readonly connections: readonly number[];
  /** Returns the recorded bytes of one direction of a connection; null if their raw file is missing or unreadable. */
  raw(connection: number, way: Way): RawBytes | null;
  /** True if the process of the recording is alive. */
  readonly running: boolean;
}

/** A part of a capture that is missing or damaged; `bytes` is the number of bytes that the raw file lacks or that no event reports. */
export type Damage =
  | { readonly kind: "no-events" | "no-start" }
  | { readonly kind: "cut-events"; readonly lines: number }
  | { readonly kind: "no-raw"; readonly connection: number; readonly way: Way }
  | { readonly kind: "short-raw"; readonly connection: number; readonly way: Way; readonly bytes: number }
  /** Recorded bytes that no event reports: the recording's process was killed before it wrote the event. */
  | { readonly kind: "untold"; readonly connection: number; readonly way: Way; readonly bytes: number };

/** A capture, opened for reading. */
export interface Capture {
  readonly id: string;
  readonly told: CaptureEvents;
  /** True while the recording runs: there is no event `stopped`, and its process is alive. */
  readonly running: boolean;
  readonly connections: readonly ConnectionBytes[];
  readonly damage: readonly Damage[];
}

/**
 * Combines the events and raw files of a capture. A connection without a raw file gets null for its bytes, and one without events gets an
 * empty list of events.
 */
export function captureOf(files: CaptureFiles, told: CaptureEvents = readEvents(files.events ?? "")): Capture {
  const running = files.running && told.stopped === null;
  const numbers = [...new Set([...told.connections.keys(), ...files.connections])].sort((a, b) => a - b);
  const connections = numbers.map(
    (n): ConnectionBytes => ({
      told: told.connections.get(n) ?? untold(n),
      raw: { c2s: files.raw(n, "c2s"), s2c: files.raw(n, "s2c") },
      running,
    }),
  );
  const damage: Damage[] = [];
  if (files.events === null) damage.push({ kind: "no-events" });
  else if (told.started === null) damage.push({ kind: "no-start" });
  // while the recording still writes events.ndjson, its last line can be incomplete, which is no damage
  if (told.damaged > (running ? 1 : 0)) damage.push({ kind: "cut-events", lines: told.damaged });
  for (const connection of connections) for (const way of WAYS) append(damage, damageOf(connection, way));
  return { id: files.id, told, running, connections, damage };
}

function damageOf({ told, raw, running }: ConnectionBytes, way: Way): readonly Damage[] {
  const where = { connection: told.n, way };
  const bytes = raw[way];
  const { length } = told.ways[way];
  if (bytes === null) {
    const unwritten = told.ending.kind === "reset" && told.ending.by === "recorder";
    return unwritten && length === 0 ? [] : [{ kind: "no-raw", ...where }];
  }
  if (bytes.length < length) return [{ kind: "short-raw", ...where, bytes: length - bytes.length }];
  return bytes.length > length && !running ? [{ kind: "untold", ...where, bytes: bytes.length - length }] : [];
}

/** Yields every exchange of a capture in the order of the connections, with the bytes of its connection. */
export function* exchangesIn({
  connections,
}: Capture): Generator<{ readonly exchange: Exchange; readonly bytes: ConnectionBytes }> {
  for (const bytes of connections) for (const exchange of exchangesOf(bytes)) yield { exchange, bytes };
}

/** Returns the UTC time that is `t` milliseconds after the start of a capture; null if `t` or the start time is unknown. */
export function instantOf({ told }: Pick<Capture, "told">, t: number | null | undefined): string | null {
  const began = Date.parse(told.started?.at ?? "");
  if (Number.isNaN(began) || t === null || t === undefined) return null;
  const at = new Date(began + t);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
