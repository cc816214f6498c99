import type { ExchangeAnswer, ExchangeRequest } from "../../platform/index.ts";

/** One request of a probe; where it goes, what is trusted and how long it may take is the run's. */
export interface Asked {
  readonly method: ExchangeRequest["method"];
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | null;
  /** Bytes of the answer; absent: 4 MiB. */
  readonly largest?: number;
  /** Another Host than the url's. */
  readonly hostHeader?: string;
}

/** Asks it; rejects with HttpFault. */
export type Ask = (request: Asked) => Promise<ExchangeAnswer>;
