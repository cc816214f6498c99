import { wrongUse } from "../../kernel/index.ts";
import type { Endpoint, Upstream } from "../../platform/index.ts";

/** The form HOST:PORT, with an IPv6 address in brackets. */
const PAIR = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s/@?#]+)):(\d{1,5})$/i;
const LARGEST_PORT = 65_535;

function pairOf(text: string): Endpoint | null {
  const [, six, name, digits = ""] = PAIR.exec(text) ?? [];
  const host = six ?? name;
  const port = Number(digits);
  return host === undefined || port > LARGEST_PORT ? null : { host: host.toLowerCase(), port };
}

/** Formats an endpoint as HOST:PORT, with an IPv6 address in brackets. */
export const endpointText = ({ host, port }: Endpoint): string => (host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`);

/** Formats a server as HOST:PORT, with https:// if it speaks TLS. */
export const upstreamText = (to: Upstream): string => (to.tls ? `https://${endpointText(to)}` : endpointText(to));

/** Returns an IP address in lower case, without the IPv6 prefix of a mapped IPv4 address. */
const bare = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");

const FOUR = /^\d{1,3}(?:\.\d{1,3}){3}$/;
export const isAddress = (host: string): boolean => FOUR.test(host) || host.includes(":");
const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
const isEverywhere = (host: string): boolean => host === "0.0.0.0" || host === "::";

/**
 * Parses the option --listen. Throws a Refusal for an address that other machines can reach, unless `remote` is set (--allow-remote),
 * because whoever reaches the relay can send requests through it.
 */
export function listenOf(text: string, remote: boolean): Endpoint {
  const at = pairOf(text);
  if (!at || !(isAddress(at.host) || at.host === "localhost"))
    throw wrongUse(
      `--listen cannot be '${text}'`,
      "give an address of this machine and a port, for example 127.0.0.1:8080; port 0 is any free port",
    );
  if (!remote && !isLoopback(at.host))
    throw wrongUse(
      `--listen ${text} would let other machines use the relay, and record their requests`,
      "listen on 127.0.0.1, or add --allow-remote",
    );
  return at;
}

/** Parses --to: HOST:PORT or http://HOST[:PORT] for plain TCP, https://HOST[:PORT] for TLS. Throws a Refusal for other text. */
export function upstreamOf(text: string, ca: string | null): Upstream {
  const refused = (help: string) => wrongUse(`--to cannot be '${text}'`, help);
  const example = "give HOST:PORT, http://HOST:PORT or https://HOST:PORT, for example plm.example.com:7001";
  if (!/^https?:\/\//i.test(text)) {
    const pair = pairOf(text);
    if (!pair || pair.port === 0) throw refused(example);
    if (ca !== null) throw wrongUse("--ca needs a --to that begins with https://", "leave it out");
    return { ...pair, tls: null };
  }
  if (!URL.canParse(text)) throw refused(example);
  const url = new URL(text);
  if (url.port === "0") throw refused(example);
  if (url.username !== "" || url.password !== "") throw refused("leave out user and password: the client sends them");
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "")
    throw refused(`leave out the path, which the client sends: ${url.origin}`);
  const secure = url.protocol === "https:";
  if (!secure && ca !== null) throw wrongUse("--ca needs a --to that begins with https://", "leave it out");
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port, tls: secure ? { ca } : null };
}

/**
 * Returns whether a relay would connect to itself, so that each connection would cause the next.
 * @param addresses The IP addresses of the server, which has the port `port`.
 * @param own The IP addresses of this machine.
 */
export function loops(listen: Endpoint, addresses: readonly string[], port: number, own: readonly string[]): boolean {
  if (port !== listen.port) return false;
  const here = new Set(own.map(bare));
  const at = bare(listen.host);
  return addresses.map(bare).some((address) => {
    if (isEverywhere(address)) return isLoopback(at) || isEverywhere(at);
    if (isEverywhere(at)) return isLoopback(address) || here.has(address);
    return at === "localhost" ? isLoopback(address) : address === at;
  });
}
