import type { ExchangeAnswer, ExchangeRequest } from "../../platform/index.ts";

/** One request of a probe. The run decides the connection, the trusted certificates and the timeout. */
export interface Asked {
  readonly method: ExchangeRequest["method"];
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | null;
  /** The largest accepted answer in bytes; if omitted, 4 MiB. */
  readonly largest?: number;
  /** A Host header that differs from the URL's host. */
  readonly hostHeader?: string;
}

/** Sends the request; rejects with HttpFault. */
export type Ask = (request: Asked) => Promise<ExchangeAnswer>;
