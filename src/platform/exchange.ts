import type { Via } from "./http.ts";

/** One request to one server. Only these headers are added: host, user-agent, accept-encoding, content-length and connection. */
export interface ExchangeRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** URL with http: or https:, without user and password. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly via: readonly Via[];
  /** Certificates in PEM that are trusted in addition to the built-in ones; null for Node's own list. */
  readonly ca: string | null;
  /** Timeout of the whole request, in milliseconds. */
  readonly patience: number;
  /** Largest size of the answer's body in bytes, before and after decompression. */
  readonly largest: number;
  /** Host header that differs from the URL. Connection and certificate remain those of the URL. */
  readonly hostHeader?: string;
  /** Session whose requests to one server share one open connection; without it, every request has a connection of its own. */
  readonly session?: ExchangeSession;
}

/** A series of requests with the same `via` and `ca`. */
export class ExchangeSession {}

/** Answer of a server, whatever its status. A redirect is not followed. */
export interface ExchangeAnswer {
  readonly url: string;
  readonly status: number;
  /** Headers by name in lower case, with every occurrence (set-cookie). */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Media type without parameters, in lower case; "" if none was sent. */
  readonly type: string;
  /** Charset parameter of the media type in lower case; null if there is none. */
  readonly charset: string | null;
  /** Decompressed body. */
  readonly body: Buffer;
  /** Address and port that answered: those of the proxy if one is between. */
  readonly peer: string;
}

/** Function that sends one request. Rejects with HttpFault. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;
