/** An absolute address, cut as the connector and its client library use it; nothing is normalised but the case of scheme and host. */
export interface Address {
  readonly scheme: string;
  /** user:password in front of the host, if any. */
  readonly userinfo: string | null;
  readonly host: string;
  /** As written, without the colon; null when there is none. */
  readonly port: string | null;
  /** Path as written, '' when there is none. */
  readonly path: string;
  /** '?...' and '#...' as written, '' when there is none. */
  readonly tail: string;
}

const ADDRESS =
  /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(?:([^/?#@]*)@)?(\[[0-9A-Fa-f:.]+\]|[^/?#:@\s[\]]+)(?::([^/?#@\s]*))?([^?#\s]*)([?#]\S*)?$/;

/** null for anything that is not scheme://host...; "host:port" alone is not an address. */
export function parseAddress(text: string): Address | null {
  const match = ADDRESS.exec(text);
  if (!match) return null;
  const [, scheme = "", userinfo, host = "", port, path = "", tail = ""] = match;
  return { scheme: scheme.toLowerCase(), userinfo: userinfo ?? null, host: host.toLowerCase(), port: port ?? null, path, tail };
}

/** The port that a client would use. */
export function effectivePort(address: Address): string {
  return address.port || (address.scheme === "https" ? "443" : address.scheme === "http" ? "80" : "");
}

/** The entries of a BOOTSTRAP_URLS value: commas, semicolons and blanks separate (FACTS 3). */
export function splitAddresses(text: string): readonly string[] {
  return text.split(/[,;\s]+/).filter((part) => part !== "");
}

/** True for a literal IPv4 or bracketed IPv6 address. */
export function isLiteralAddress(host: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(host) || host.startsWith("[");
}

/** One spelling for one network address: IPv6 lower case without brackets and zone. */
export function normalAddress(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/%.*$/, "");
}
