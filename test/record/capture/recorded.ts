import { inMemory } from "../../../src/record/capture/bytes.ts";
import { type Capture, captureOf } from "../../../src/record/capture/capture.ts";
import { exchangesOf } from "../../../src/record/capture/exchanges.ts";
import type { Exchange } from "../../../src/record/capture/exchange.ts";
import { type Breaker, lineOf, type Mode, rawName, type RelayEvent, type Way } from "../../../src/record/relay/events.ts";

/** One thing that happens on a connection: who says what, or how it ends. */
export type Step =
  | readonly ["c2s" | "s2c", string | Uint8Array]
  | readonly ["fin", Way]
  | readonly ["reset", Breaker]
  | readonly ["not-reached"]
  | readonly ["closed"];

/** Both sides are done. */
export const DONE: readonly Step[] = [["fin", "c2s"], ["fin", "s2c"], ["closed"]];

interface Given {
  readonly running?: boolean;
  readonly stopped?: boolean;
  readonly mode?: Mode;
  readonly listen?: string;
  readonly to?: string;
  /** What the events file holds in the end. */
  readonly events?: (text: string) => string | null;
  /** What a raw file holds in the end. */
  readonly raw?: (connection: number, way: Way, bytes: Uint8Array) => Uint8Array | null;
}

/** The events file and the raw files of connections that went like this, as a relay would have left them. */
export function eventLines(
  connections: readonly (readonly Step[])[],
  given: Given = {},
): { readonly events: string; readonly raw: ReadonlyMap<string, Buffer> } {
  const files = new Map<string, Buffer>();
  const started: RelayEvent = {
    event: "started",
    schema: "tierwright/capture-events/v1",
    version: "1.0.0",
    id: "one",
    at: "2026-11-22T12:00:00.000Z",
    // more than any system gives out
    pid: 4_194_305,
    relays: [
      {
        role: "one",
        listen: given.listen ?? "127.0.0.1:8080",
        to: given.to ?? "plm.example.com:7001",
        mode: given.mode ?? "plain",
      },
    ],
  };
  const events: RelayEvent[] = [started];
  let t = 0;
  for (const [i, steps] of connections.entries()) {
    const c = i + 1;
    const bytes = { c2s: Buffer.alloc(0), s2c: Buffer.alloc(0) };
    events.push({ event: "accepted", c, t: ++t, relay: "one", from: `127.0.0.1:${50_000 + c}` });
    if (!steps.some(([what]) => what === "not-reached")) events.push({ event: "connected", c, t: ++t, to: "10.0.0.9:7001" });
    for (const [what, more] of steps) {
      t += 1;
      if (what === "fin") events.push({ event: "fin", c, t, way: more as Way, offset: bytes[more as Way].length });
      else if (what === "reset") events.push({ event: "reset", c, t, by: more as Breaker, code: "ECONNRESET" });
      else if (what === "not-reached") events.push({ event: "not-reached", c, t, code: "ECONNREFUSED" });
      else if (what === "closed") events.push({ event: "closed", c, t, c2s: bytes.c2s.length, s2c: bytes.s2c.length });
      else {
        const chunk = typeof more === "string" ? Buffer.from(more, "latin1") : Buffer.from(more as Uint8Array);
        events.push({ event: "read", c, t, way: what, offset: bytes[what].length, length: chunk.length });
        bytes[what] = Buffer.concat([bytes[what], chunk]);
      }
    }
    files.set(rawName(c, "c2s"), bytes.c2s).set(rawName(c, "s2c"), bytes.s2c);
  }
  if (given.stopped !== false && !given.running) events.push({ event: "stopped", t: ++t, signal: "SIGINT" });
  return { events: `${events.map(lineOf).join("\n")}\n`, raw: files };
}

/** A capture of connections that went like this. */
export function recorded(connections: readonly (readonly Step[])[], given: Given = {}): Capture {
  const { events: text, raw: files } = eventLines(connections, given);
  return captureOf({
    id: "one",
    events: given.events ? given.events(text) : text,
    connections: connections.map((_, i) => i + 1),
    running: given.running ?? false,
    raw(connection, way) {
      const bytes = files.get(rawName(connection, way));
      if (!bytes) return null;
      const left = given.raw ? given.raw(connection, way, bytes) : bytes;
      return left && inMemory(left);
    },
  });
}

/** The exchanges of one connection that went like this. */
export const exchanged = (steps: readonly Step[], given: Given = {}): readonly Exchange[] =>
  recorded([steps], given).connections.flatMap((one) => [...exchangesOf(one)]);

export const GET = "GET /tc HTTP/1.1\r\nHost: plm\r\n\r\n";
export const POST = "POST /tc HTTP/1.1\r\nHost: plm\r\nContent-Length: 5\r\n\r\nhello";
export const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
