import type { Via } from "./http.ts";

/** One request to one server. Only these headers are added: host, user-agent, accept-encoding, content-length and connection. */
export interface ExchangeRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The URL with http: or https:, without user and password. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly via: readonly Via[];
  /** Certificates in PEM that are trusted in addition to the built-in ones; null for Node's own list. */
  readonly ca: string | null;
  /** The timeout of the whole request, in milliseconds. */
  readonly patience: number;
  /** The largest accepted body of the answer in bytes, before and after decompression. */
  readonly largest: number;
  /** The Host header if it differs from the URL. Connection and certificate check use the URL. */
  readonly hostHeader?: string;
  /** The session whose requests to one server share an open connection; without it, the request has a connection of its own. */
  readonly session?: ExchangeSession;
}

/** A series of requests that share open connections; all have the same `via` and `ca`. */
export class ExchangeSession {}

/** The answer of a server to one HTTP request, whatever its status. A redirect is not followed. */
export interface ExchangeAnswer {
  readonly url: string;
  readonly status: number;
  /** The headers by name in lower case, each with all its values (set-cookie can occur several times). */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The media type without parameters, in lower case; "" if none was sent. */
  readonly type: string;
  /** The charset parameter of the media type in lower case; null if there is none. */
  readonly charset: string | null;
  /** The body of the answer, decompressed. */
  readonly body: Buffer;
  /** The address and port that answered: those of the proxy if there is one. */
  readonly peer: string;
}

/** Sends one request. Rejects with HttpFault if there is no usable answer. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;
