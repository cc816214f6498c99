import type { Anomaly } from "./anomalies.ts";
import type { Span } from "./bytes.ts";
import type { Moment, ConnectionEvents } from "./connection.ts";
import type { Message } from "./message.ts";

/** Reasons why an exchange is incomplete (docs/recording.md). */
export const REASONS = [
  "short-body",
  "unfinished-chunks",
  "no-response",
  "no-request",
  "not-reached",
  "client-reset",
  "server-reset",
  "framing",
  "relay",
  "recorder",
] as const;
export type Broken = (typeof REASONS)[number];

/** A request and its answer, as far as they were recorded. */
export interface Exchange {
  readonly connection: ConnectionEvents;
  /** The request; null if the server sent first, or if the client's bytes are not a request. */
  readonly request: Message | null;
  /** Interim responses before the answer (100 Continue, 103 Early Hints). */
  readonly interim: readonly Message[];
  readonly response: Message | null;
  /** Bytes where a message was expected that are not one: cut within the head, or not HTTP. */
  readonly rest: { readonly c2s: Span | null; readonly s2c: Span | null };
  /** The name of the protocol if it is not HTTP/1.x; null for HTTP or an unknown protocol. */
  readonly protocol: string | null;
  readonly broken: Broken | null;
  /** True if the exchange has not ended because the recording still runs. */
  readonly open: boolean;
  readonly anomalies: readonly Anomaly[];
  /** The arrival of the first byte of the exchange; null if no event reports it. */
  readonly began: Moment | null;
  readonly answered: Moment | null;
  readonly ended: Moment | null;
}
