import type { Via } from "./http.ts";

/** One request to one server. What is not said here is not sent, but host, user-agent, accept-encoding, content-length and connection. */
export interface ExchangeRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** http: or https:, without user and password. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly via: readonly Via[];
  /** Certificates in PEM that are trusted beside the built-in ones; null: what Node trusts by itself. */
  readonly ca: string | null;
  /** Milliseconds for all of it. */
  readonly patience: number;
  /** Bytes of the answer's body, before and after decompression. */
  readonly largest: number;
  /** Another Host header than the address has; the connection and the certificate stay those of the address. */
  readonly hostHeader?: string;
  /** Requests of one session to one server share one connection, which stays open between them; absent: each has one of its own. */
  readonly session?: ExchangeSession;
}

/** Names a series of requests that have the same `via` and `ca`. */
export class ExchangeSession {}

/** What a server answered, whatever its status; a redirect is an answer like others and never followed. */
export interface ExchangeAnswer {
  readonly url: string;
  readonly status: number;
  /** Names in lower case, every occurrence of each (set-cookie). */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Without its parameters, in lower case; "" where none was sent. */
  readonly type: string;
  /** The type's parameter in lower case; null where there is none. */
  readonly charset: string | null;
  /** Decompressed. */
  readonly body: Buffer;
  /** Address and port that answered: the proxy's, where one stands between. */
  readonly peer: string;
}

/** Asks once. Rejects with HttpFault. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;
