/** Which way bytes go: from the client to the server, or back. */
export type Way = "c2s" | "s2c";
export const WAYS: readonly Way[] = ["c2s", "s2c"];

/** Who ended a connection out of turn; `recorder`: what came could not be written, so it was not forwarded. */
export type Breaker = "client" | "server" | "relay" | "recorder";

/** One line of events.ndjson (docs/recording.md). `c`: the connection; `t`: milliseconds since the start; `code`: the system's or TLS' own. */
export type RelayEvent =
  | {
      readonly event: "started";
      readonly schema: "tierwright/capture-events/v1";
      readonly version: string;
      readonly id: string;
      readonly at: string;
      readonly mode: "plain";
      readonly listen: string;
      readonly to: string;
      readonly pid: number;
    }
  | { readonly event: "accepted"; readonly c: number; readonly t: number; readonly from: string }
  | { readonly event: "connected"; readonly c: number; readonly t: number; readonly to: string }
  | { readonly event: "not-reached"; readonly c: number; readonly t: number; readonly code: string }
  | {
      readonly event: "read";
      readonly c: number;
      readonly t: number;
      readonly way: Way;
      readonly offset: number;
      readonly length: number;
    }
  | { readonly event: "fin"; readonly c: number; readonly t: number; readonly way: Way; readonly offset: number }
  | { readonly event: "reset"; readonly c: number; readonly t: number; readonly by: Breaker; readonly code: string }
  | { readonly event: "closed"; readonly c: number; readonly t: number; readonly c2s: number; readonly s2c: number }
  | { readonly event: "stopped"; readonly t: number; readonly signal: string };

/** Microseconds are kept: reads follow each other that closely. */
export const instant = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

export const lineOf = (event: RelayEvent): string => JSON.stringify(event);

/** Raw bytes of one connection and way. */
export const rawName = (connection: number, way: Way): string => `${String(connection).padStart(4, "0")}.${way}.raw`;

/** The events of a file. A run that was killed leaves the last line in part; what is no event is counted, and nothing is thrown. */
export function eventsIn(text: string): { readonly events: readonly RelayEvent[]; readonly damaged: number } {
  let damaged = 0;
  const events = text.split("\n").flatMap((line): RelayEvent[] => {
    if (line === "") return [];
    try {
      const value: unknown = JSON.parse(line);
      if (typeof (value as { readonly event?: unknown } | null)?.event === "string") return [value as RelayEvent];
    } catch {
      // counted below
    }
    damaged += 1;
    return [];
  });
  return { events, damaged };
}
