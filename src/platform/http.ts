/** Returns the host of a URL without the brackets of an IPv6 address, as sockets and certificates need it. */
export const bareHost = (host: string): string => host.replace(/^\[|\]$/g, "");

/** Returns the port of a URL: the one that it names, otherwise the default of its scheme. */
export const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");

/** The real target of a connection, like curl's --connect-to: request and certificate check still use the name of the URL. */
export interface Via {
  readonly host: string;
  readonly port: string;
  /** The host name or address to connect to, without brackets. */
  readonly address: string;
  /** The port to connect to; null for the port of the URL. */
  readonly toPort: string | null;
}

export interface HttpRequest {
  /** URL with http: or https:, without user and password. */
  readonly url: string;
  readonly accept: string;
  readonly via: readonly Via[];
  /** Certificates in PEM that are trusted in addition to the built-in ones; null for Node's own list. */
  readonly ca: string | null;
  /** The timeout of the whole request, redirects included, in milliseconds. */
  readonly patience: number;
  /** The largest accepted body, in bytes. */
  readonly largest: number;
}

export interface HttpAnswer {
  /** The final URL: a redirect can lead to another path of the same origin. */
  readonly url: string;
  readonly status: number;
  /** The media type without parameters, in lower case; "" if none was sent. */
  readonly type: string;
  readonly body: Buffer;
  /** The address and port of the server that answered. */
  readonly peer: string;
}

export type HttpFaultKind =
  /** Kinds for which no connection was made, or none to a trusted server. */
  | "no-name"
  | "refused"
  | "no-answer"
  | "untrusted"
  | "expired"
  | "revoked"
  /** The certificate is invalid in a way that additional trust does not repair: not valid yet, wrong signature, or another purpose. */
  | "invalid"
  | "other-name"
  | "no-tls"
  | "proxy"
  /** Kinds for which the server answered, but its answer cannot be used. */
  | "redirect"
  | "too-large"
  | "truncated"
  | "encoded"
  | "no-http";

/** A certificate that a server showed, with the fields that a person compares. */
export interface ShownCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** The SHA-256 in pairs of hexadecimal digits, as OpenSSL prints it. */
  readonly fingerprint: string;
}

const NOT_REACHED: ReadonlySet<HttpFaultKind> = new Set<HttpFaultKind>([
  ...(["no-name", "refused", "no-answer", "no-tls", "proxy"] as const),
  ...(["untrusted", "expired", "revoked", "invalid", "other-name"] as const),
]);

/** Thrown if there is no usable answer to a request. `says` is a clause that begins with a small letter and names what was received. */
export class HttpFault extends Error {
  override readonly name = "HttpFault";
  constructor(
    readonly kind: HttpFaultKind,
    readonly url: string,
    readonly says: string,
    /** The certificates that an untrusted server showed: its own first, then those of its authorities that it sent. */
    readonly shown: readonly ShownCertificate[] = [],
  ) {
    super(says);
  }

  /** True if no connection was made, or none to a server whose certificate is trusted. */
  get notReached(): boolean {
    return NOT_REACHED.has(this.kind);
  }
}

/** The help lines for a server that was not reached, by kind of fault, for all commands. Each command adds its own. */
export const REACH_HELP = {
  "no-name": "--connect HOST:PORT:ADDRESS names the address to ask",
  untrusted: "--ca FILE names a certificate (PEM) to trust, after you have compared its fingerprint with the server's",
  expired:
    "renew the certificate on the server, or what is over of its chain: no store and no option makes it valid; compare this machine's clock first",
  revoked:
    "have a new certificate issued, with a new key, and install it on the server: its authority has taken this one back, and nothing here makes it valid",
  invalid: "renew the certificate on the server; check this machine's clock first, and proxies between",
  proxy: "HTTPS_PROXY, HTTP_PROXY and NO_PROXY name the proxies; --connect HOST:PORT:ADDRESS passes them by",
} as const satisfies Partial<Record<HttpFaultKind, string>>;

/** Sends one GET and returns the answer. Rejects with HttpFault if there is none that can be used. */
export type HttpGet = (request: HttpRequest) => Promise<HttpAnswer>;
