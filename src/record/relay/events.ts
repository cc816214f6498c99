import type { Patch, Unpatched } from "./patch/stream.ts";

/** The direction of bytes: from the client to the server (`c2s`) or from the server to the client (`s2c`). */
export type Way = "c2s" | "s2c";
export const WAYS: readonly Way[] = ["c2s", "s2c"];

/** The party that reset a connection. `relay`: the recording was stopped; `recorder`: bytes could not be recorded, so not forwarded. */
export type Breaker = "client" | "server" | "relay" | "recorder";

/**
 * The mode of a relay. `plain` and `tls` forward bytes unchanged; in `tls` the relay speaks TLS with the client, with a certificate for the
 * server's own name. `patch` changes headers that would lead the client past the relay, and records both the received and the sent bytes.
 */
export type Mode = "plain" | "tls" | "patch";
export const MODES: readonly Mode[] = ["plain", "tls", "patch"];

/**
 * A relay as the event `started` records it: it listens at `listen` and forwards to `to`. `role`: `one` for a relay started with --listen
 * and --to, otherwise the purpose of the server's address in the environment (`sign-in`, `file-transfer`).
 */
export interface StartedRelay {
  readonly role: string;
  readonly listen: string;
  readonly to: string;
  readonly mode: Mode;
}

/**
 * One line of a capture's events.ndjson (docs/recording.md). `c`: number of the connection; `t`: milliseconds since the recording began;
 * `code`: error code of the system or of TLS; in `unpatched`, the reason.
 */
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
  /** The TLS handshake with the party named in `side` succeeded. */
  | {
      readonly event: "greeted";
      readonly c: number;
      readonly t: number;
      readonly side: "client" | "server";
      readonly protocol: string;
      readonly cipher: string;
    }
  /** The TLS handshake with the client failed. */
  | { readonly event: "not-greeted"; readonly c: number; readonly t: number; readonly code: string }
  | {
      readonly event: "read";
      readonly c: number;
      readonly t: number;
      readonly way: Way;
      readonly offset: number;
      readonly length: number;
    }
  /** In mode patch: bytes were written to the file of sent bytes, to be forwarded. */
  | {
      readonly event: "sent";
      readonly c: number;
      readonly t: number;
      readonly way: Way;
      readonly offset: number;
      readonly length: number;
    }
  /** In mode patch: a range of the received bytes, and the range that was sent in its place. */
  | ({ readonly event: "patch"; readonly c: number; readonly t: number; readonly way: Way } & Patch)
  /** In mode patch: from `offset` on, the bytes of this direction are forwarded unchanged. */
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

/** Returns a time in milliseconds as whole microseconds, because `read` events can be less than a millisecond apart. */
const microseconds = (milliseconds: number): number => Math.round(milliseconds * 1000);
export const instant = (milliseconds: number): number => microseconds(milliseconds) / 1000;

/** The text of the fraction (".001") for each microsecond of a millisecond, made once instead of for each line of events.ndjson. */
const FRACTIONS = Array.from({ length: 1000 }, (_, i) => String(i / 1000).slice(1));
function instantText(milliseconds: number): string {
  const whole = microseconds(milliseconds);
  const fraction = whole % 1000;
  return `${(whole - fraction) / 1000}${FRACTIONS[fraction]}`;
}

export const lineOf = (event: RelayEvent): string => JSON.stringify(event);

const numbered = (connection: number): string => String(connection).padStart(4, "0");
/**
 * Returns the line of one `read` event, as `lineOf` would write it. Most lines of events.ndjson are such lines, so the text is built
 * directly, without JSON.stringify.
 */
export const readLine = (c: number, t: number, way: Way, offset: number, length: number): string =>
  `{"event":"read","way":"${way}","offset":${offset},"length":${length},"c":${c},"t":${instantText(t)}}`;

/** Returns the name of the file with the received bytes of a connection's direction. */
export const rawName = (connection: number, way: Way): string => `${numbered(connection)}.${way}.raw`;
/** Returns the name of the file with the sent bytes of a connection's direction, which exists in mode patch only. */
export const sentName = (connection: number, way: Way): string => `${numbered(connection)}.${way}.sent.raw`;

/** Parses the text of events.ndjson. Counts invalid lines, such as the incomplete last line of a killed recording; never throws. */
export function eventsIn(text: string): { readonly events: readonly RelayEvent[]; readonly damaged: number } {
  let damaged = 0;
  const events = text.split("\n").flatMap((line): RelayEvent[] => {
    if (line === "") return [];
    try {
      const value: unknown = JSON.parse(line);
      if (typeof (value as { readonly event?: unknown } | null)?.event === "string") return [value as RelayEvent];
    } catch {
      // the line is invalid, which is counted below
    }
    damaged += 1;
    return [];
  });
  return { events, damaged };
}
