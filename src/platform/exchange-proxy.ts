import net from "node:net";
import { bareHost, HttpFault, portOf } from "./http.ts";

export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** True if the connection to the proxy itself uses TLS. */
  readonly tls: boolean;
  /** The value of the Proxy-Authorization header; null if there is none. It is never printed. */
  readonly authorization: string | null;
  /** HOST:PORT of the proxy, as messages print it. */
  readonly shown: string;
}

type Environment = (name: string) => string | undefined;

const LOOPBACK = new net.BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8);
LOOPBACK.addAddress("::1", "ipv6");

const isLoopback = (host: string): boolean =>
  /(?:^|\.)localhost$/.test(host) || (net.isIP(host) !== 0 && LOOPBACK.check(host, net.isIP(host) === 6 ? "ipv6" : "ipv4"));

function inNetwork(host: string, network: string): boolean {
  const [address = "", bits = ""] = network.split("/");
  const family = net.isIP(address);
  if (family === 0 || family !== net.isIP(host) || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128))
    return false;
  const list = new net.BlockList();
  const name = family === 4 ? "ipv4" : "ipv6";
  list.addSubnet(address, Number(bits), name);
  return list.check(host, name);
}

/**
 * Returns whether an entry of NO_PROXY matches a host: '*', a host name with its subdomains, an address or a network. A port restricts the
 * entry to that port.
 */
function excepts(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return inNetwork(host, entry);
  const match = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry);
  // an IPv6 address without brackets contains colons and has no port
  const name = (match ? (match[1] ?? match[2] ?? "") : entry).replace(/^\*?\./, "");
  if (name === "" || (match?.[3] !== undefined && match[3] !== port)) return false;
  return host === name || (net.isIP(host) === 0 && host.endsWith(`.${name}`));
}

/**
 * Returns the proxy that HTTPS_PROXY or HTTP_PROXY names for a URL; null if there is none or NO_PROXY excepts the host. A loopback host is
 * never reached through a proxy.
 */
export function proxyOf(url: URL, env: Environment): Proxy | null {
  const host = bareHost(url.hostname).toLowerCase();
  const said = (name: string) => env(name.toLowerCase()) || env(name) || "";
  const exceptions = said("NO_PROXY")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "");
  if (isLoopback(host) || exceptions.some((entry) => excepts(entry, host, portOf(url)))) return null;
  const variable = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const text = said(variable).trim();
  return text === "" ? null : parseProxy(text, variable, url.href);
}

/** Parses the value of HTTPS_PROXY or HTTP_PROXY. No message quotes the value, because it can contain a password. */
function parseProxy(text: string, variable: string, asked: string): Proxy {
  const written = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(written) ? new URL(written) : null;
  const says = (words: string) => new HttpFault("proxy", asked, `the environment variable ${variable} ${words}`);
  if (!url) throw says("is not the address of a proxy (http://HOST:PORT)");
  if (!/^https?:$/.test(url.protocol))
    throw says(`names a proxy of the kind ${url.protocol.slice(0, 20)}// and http:// or https:// is expected`);
  const port = portOf(url);
  const user = url.username === "" && url.password === "" ? null : `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    host: bareHost(url.hostname),
    port: Number(port),
    tls: url.protocol === "https:",
    authorization: user === null ? null : `Basic ${Buffer.from(user).toString("base64")}`,
    shown: `${url.hostname}:${port}`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
