import type { Anomaly } from "./anomalies.ts";
import type { Span } from "./bytes.ts";
import type { Moment, ToldConnection } from "./connection.ts";
import type { Message } from "./message.ts";

/** Why an exchange is not whole (docs/recording.md). */
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

/** A request and what answered it. */
export interface Exchange {
  readonly connection: ToldConnection;
  /** null: the server spoke without being asked, or what the client said is no request. */
  readonly request: Message | null;
  /** What came before the answer itself (100 Continue, 103 Early Hints). */
  readonly interim: readonly Message[];
  readonly response: Message | null;
  /** Bytes in the place of a message that are none: cut within the head, or no HTTP. */
  readonly rest: { readonly c2s: Span | null; readonly s2c: Span | null };
  /** What was spoken instead of HTTP/1.x; null: HTTP, or nobody knows. */
  readonly protocol: string | null;
  readonly broken: Broken | null;
  /** It is not over yet: the recording runs. */
  readonly open: boolean;
  readonly anomalies: readonly Anomaly[];
  /** When its first byte came; null: no event tells. */
  readonly began: Moment | null;
  readonly answered: Moment | null;
  readonly ended: Moment | null;
}
