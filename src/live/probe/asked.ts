import type { ExchangeAnswer, ExchangeRequest } from "../../platform/index.ts";

/**
 * One request of a probe. The connection, the trusted certificates and the timeout are decided for all probes of a `probe` command
 * together.
 */
export interface Asked {
  readonly method: ExchangeRequest["method"];
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | null;
  /** The largest accepted answer in bytes; if omitted, 4 MiB. */
  readonly largest?: number;
  /** The Host header of the request, if it differs from the URL's host. */
  readonly hostHeader?: string;
}

/** Sends one request of a probe and returns the answer; rejects with HttpFault. */
export type Ask = (request: Asked) => Promise<ExchangeAnswer>;
