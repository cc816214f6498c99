/** A host of a URL without the brackets of an IPv6 address, as sockets and certificates want it. */
export const bareHost = (host: string): string => host.replace(/^\[|\]$/g, "");

/** The port that a URL means, written or not. */
export const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");

/** Where a connection really goes: as curl's --connect-to, the name in the request and in the certificate stays. */
export interface Via {
  readonly host: string;
  readonly port: string;
  /** A host name or an address, without brackets. */
  readonly address: string;
  /** null: the same port. */
  readonly toPort: string | null;
}

export interface HttpRequest {
  /** http: or https:, without user and password. */
  readonly url: string;
  readonly accept: string;
  readonly via: readonly Via[];
  /** Certificates in PEM that are trusted beside the built-in ones; null: what Node trusts by itself. */
  readonly ca: string | null;
  /** Milliseconds for all of it, redirects included. */
  readonly patience: number;
  /** Bytes of a body. */
  readonly largest: number;
}

export interface HttpAnswer {
  /** Where it came from in the end: a redirect may have led to another path of the same origin. */
  readonly url: string;
  readonly status: number;
  /** Without its parameters, in lower case; "" where none was sent. */
  readonly type: string;
  readonly body: Buffer;
  /** Address and port that answered. */
  readonly peer: string;
}

export type HttpFaultKind =
  /** No connection, or none that can be trusted. */
  | "no-name"
  | "refused"
  | "no-answer"
  | "untrusted"
  | "expired"
  | "revoked"
  /** Trust is not what its certificate lacks: it is not valid yet, its signature is wrong, it is for another purpose. */
  | "invalid"
  | "other-name"
  | "no-tls"
  | "proxy"
  /** It was reached, and what it sent cannot be used. */
  | "redirect"
  | "too-large"
  | "truncated"
  | "encoded"
  | "no-http";

/** A certificate that a server showed, in what a person compares of it. */
export interface ShownCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** SHA-256 in pairs of hexadecimal digits, as OpenSSL prints it. */
  readonly fingerprint: string;
}

const NOT_REACHED: ReadonlySet<HttpFaultKind> = new Set<HttpFaultKind>([
  ...(["no-name", "refused", "no-answer", "no-tls", "proxy"] as const),
  ...(["untrusted", "expired", "revoked", "invalid", "other-name"] as const),
]);

/** No answer that can be used. `says` begins with a small letter and names what was received. */
export class HttpFault extends Error {
  override readonly name = "HttpFault";
  constructor(
    readonly kind: HttpFaultKind,
    readonly url: string,
    readonly says: string,
    /** What the server showed where its certificate is not trusted, its own first; then those of its authorities that it sent along. */
    readonly shown: readonly ShownCertificate[] = [],
  ) {
    super(says);
  }

  /** True where nobody was reached, or nobody who can be trusted. */
  get notReached(): boolean {
    return NOT_REACHED.has(this.kind);
  }
}

/** What to do about a server that was not reached, whoever asked it: each command adds what is its own. */
export const REACH_HELP = {
  "no-name": "--connect HOST:PORT:ADDRESS names the address to ask",
  untrusted: "--ca FILE names a certificate (PEM) to trust, after you have compared its fingerprint with the server's",
  expired:
    "renew the certificate on the server, or what is over of its chain: no store and no option makes it valid; compare this machine's clock first",
  revoked:
    "have a new certificate issued, with a new key, and install it on the server: its authority has taken this one back, and nothing here makes it valid",
  invalid:
    "nothing here makes it valid: its certificate has to be renewed on the server; compare this machine's clock first, and what stands between",
  proxy: "HTTPS_PROXY, HTTP_PROXY and NO_PROXY name the proxies; --connect HOST:PORT:ADDRESS passes them by",
} as const satisfies Partial<Record<HttpFaultKind, string>>;

/** One GET. Rejects with HttpFault. */
export type HttpGet = (request: HttpRequest) => Promise<HttpAnswer>;
