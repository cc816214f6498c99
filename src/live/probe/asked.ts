import type { ExchangeAnswer, ExchangeRequest } from "../../platform/index.ts";

/**
 * One request of a probe. Connection, trusted certificates and timeout are not part of it: they are the same for all probes of a `probe`
 * command.
 */
export interface Asked {
  readonly method: ExchangeRequest["method"];
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | null;
  /** The largest accepted answer to the request in bytes; if omitted, 4 MiB. */
  readonly largest?: number;
  /** The Host header of the request; if omitted, the host of the URL. */
  readonly hostHeader?: string;
}

/** Sends one request of a probe and returns the answer; rejects with HttpFault. */
export type Ask = (request: Asked) => Promise<ExchangeAnswer>;
