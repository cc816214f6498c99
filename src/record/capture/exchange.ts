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

/** An HTTP request and its response, as far as they were recorded. */
export interface Exchange {
  readonly connection: ConnectionEvents;
  /** The request; null if the server sent first, or if the client's bytes are not a request. */
  readonly request: Message | null;
  /** The interim responses before the final response (100 Continue, 103 Early Hints). */
  readonly interim: readonly Message[];
  readonly response: Message | null;
  /** The bytes of each direction that are no message where one was expected: they end within its head, or are not HTTP/1. */
  readonly rest: { readonly c2s: Span | null; readonly s2c: Span | null };
  /** The name of the protocol that the bytes in `rest` speak, such as TLS; null for HTTP/1 or an unknown protocol. */
  readonly protocol: string | null;
  readonly broken: Broken | null;
  /** True if the exchange has not ended and the recording still runs. */
  readonly open: boolean;
  readonly anomalies: readonly Anomaly[];
  /** The arrival of the exchange's first byte, or of its connection if no event reports that byte; null if neither is known. */
  readonly began: Moment | null;
  readonly answered: Moment | null;
  readonly ended: Moment | null;
}
