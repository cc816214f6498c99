import { append } from "../../kernel/index.ts";
import { WAYS, type Way } from "../relay/events.ts";
import type { RawBytes } from "./bytes.ts";
import { type CaptureEvents, readEvents, untold } from "./connection.ts";
import { type ConnectionBytes, exchangesOf } from "./exchanges.ts";
import type { Exchange } from "./exchange.ts";

/** The files of a capture, wherever they are stored. */
export interface CaptureFiles {
  readonly id: string;
  /** The text of the events file; null if it is missing or unreadable. */
  readonly events: string | null;
  /** The numbers of the connections that have a raw file. */
  readonly connections: readonly number[];
  /** Returns the raw bytes of one direction of a connection; null if the file is missing or unreadable. */
  raw(connection: number, way: Way): RawBytes | null;
  /** True if the process that records the capture is alive. */
  readonly running: boolean;
}

/** A part of a capture that is missing or damaged; `bytes` is the number of affected bytes. */
export type Damage =
  | { readonly kind: "no-events" | "no-start" }
  | { readonly kind: "cut-events"; readonly lines: number }
  | { readonly kind: "no-raw"; readonly connection: number; readonly way: Way }
  | { readonly kind: "short-raw"; readonly connection: number; readonly way: Way; readonly bytes: number }
  /** Raw bytes without events: the recording process was killed before it wrote them. */
  | { readonly kind: "untold"; readonly connection: number; readonly way: Way; readonly bytes: number };

/** A capture, opened for reading. */
export interface Capture {
  readonly id: string;
  readonly told: CaptureEvents;
  /** True while the capture is recorded: no event reports its stop, and its process is alive. */
  readonly running: boolean;
  readonly connections: readonly ConnectionBytes[];
  readonly damage: readonly Damage[];
}

/**
 * Combines events and raw files to a capture. A connection that only the events or only the raw files have gets an empty value for the
 * other.
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
  // an incomplete last line is no damage while the recording still writes
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

/** Yields every exchange of a capture, connection by connection. */
export function* exchangesIn({
  connections,
}: Capture): Generator<{ readonly exchange: Exchange; readonly bytes: ConnectionBytes }> {
  for (const bytes of connections) for (const exchange of exchangesOf(bytes)) yield { exchange, bytes };
}

/** Returns the time of a moment of the capture in UTC; null if it is unknown. */
export function instantOf({ told }: Pick<Capture, "told">, t: number | null | undefined): string | null {
  const began = Date.parse(told.started?.at ?? "");
  if (Number.isNaN(began) || t === null || t === undefined) return null;
  const at = new Date(began + t);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
