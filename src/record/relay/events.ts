import type { Patch, Unpatched } from "./patch/stream.ts";

/** Which way bytes go: from the client to the server, or back. */
export type Way = "c2s" | "s2c";
export const WAYS: readonly Way[] = ["c2s", "s2c"];

/** Who ended a connection out of turn; `recorder`: what came could not be written, so it was not forwarded. */
export type Breaker = "client" | "server" | "relay" | "recorder";

/**
 * What a relay does to bytes. `plain` and `tls` change none: `tls` speaks TLS with the client, too, and shows a certificate for the server's
 * own name. `patch` changes what leads past the relay, and records what it received and what it sent.
 */
export type Mode = "plain" | "tls" | "patch";
export const MODES: readonly Mode[] = ["plain", "tls", "patch"];

/** One address that listens. `role`: `one` where two addresses were named, else what the address is for (`sign-in`, `file-transfer`). */
export interface StartedRelay {
  readonly role: string;
  readonly listen: string;
  readonly to: string;
  readonly mode: Mode;
}

/** One line of events.ndjson (docs/recording.md). `c`: the connection; `t`: milliseconds since the start; `code`: the system's or TLS' own. */
export type RelayEvent =
  | {
      readonly event: "started";
      readonly schema: "tierwright/capture-events/v1";
      readonly version: string;
      readonly id: string;
      readonly at: string;
      readonly pid: number;
      readonly relays: readonly StartedRelay[];
    }
  | { readonly event: "accepted"; readonly c: number; readonly t: number; readonly relay: string; readonly from: string }
  | { readonly event: "connected"; readonly c: number; readonly t: number; readonly to: string }
  | { readonly event: "not-reached"; readonly c: number; readonly t: number; readonly code: string }
  /** TLS is spoken with that side from here on. */
  | {
      readonly event: "greeted";
      readonly c: number;
      readonly t: number;
      readonly side: "client" | "server";
      readonly protocol: string;
      readonly cipher: string;
    }
  /** The client did not come to speak TLS with the relay. */
  | { readonly event: "not-greeted"; readonly c: number; readonly t: number; readonly code: string }
  | {
      readonly event: "read";
      readonly c: number;
      readonly t: number;
      readonly way: Way;
      readonly offset: number;
      readonly length: number;
    }
  /** Mode patch: these bytes went on, and lie in the file of what was sent. */
  | {
      readonly event: "sent";
      readonly c: number;
      readonly t: number;
      readonly way: Way;
      readonly offset: number;
      readonly length: number;
    }
  /** Mode patch: a place of what was received, and what went on in its place. */
  | ({ readonly event: "patch"; readonly c: number; readonly t: number; readonly way: Way } & Patch)
  /** Mode patch: from there on that way goes through as it comes. */
  | {
      readonly event: "unpatched";
      readonly c: number;
      readonly t: number;
      readonly way: Way;
      readonly offset: number;
      readonly code: Unpatched;
    }
  | { readonly event: "fin"; readonly c: number; readonly t: number; readonly way: Way; readonly offset: number }
  | { readonly event: "reset"; readonly c: number; readonly t: number; readonly by: Breaker; readonly code: string }
  | { readonly event: "closed"; readonly c: number; readonly t: number; readonly c2s: number; readonly s2c: number }
  | { readonly event: "stopped"; readonly t: number; readonly signal: string };

/** Microseconds are kept: reads follow each other that closely. */
const microseconds = (milliseconds: number): number => Math.round(milliseconds * 1000);
export const instant = (milliseconds: number): number => microseconds(milliseconds) / 1000;

/** What follows the point, for each microsecond of a millisecond: finding the shortest text of a fraction took half of the time of a line. */
const FRACTIONS = Array.from({ length: 1000 }, (_, i) => String(i / 1000).slice(1));
function instantText(milliseconds: number): string {
  const whole = microseconds(milliseconds);
  const fraction = whole % 1000;
  return `${(whole - fraction) / 1000}${FRACTIONS[fraction]}`;
}

export const lineOf = (event: RelayEvent): string => JSON.stringify(event);

const numbered = (connection: number): string => String(connection).padStart(4, "0");
/**
 * The line of one read, as `lineOf` would write it. There are two for each small request: making an object of each and its text took a sixth
 * of the relay's processor time.
 */
export const readLine = (c: number, t: number, way: Way, offset: number, length: number): string =>
  `{"event":"read","way":"${way}","offset":${offset},"length":${length},"c":${c},"t":${instantText(t)}}`;

/** Raw bytes of one connection and way, as they were received. */
export const rawName = (connection: number, way: Way): string => `${numbered(connection)}.${way}.raw`;
/** The same as they were sent on; mode patch alone has it. */
export const sentName = (connection: number, way: Way): string => `${numbered(connection)}.${way}.sent.raw`;

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
