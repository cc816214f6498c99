import http from "node:http";
import net from "node:net";
import tls from "node:tls";
import { authoritiesWith } from "./certificate-stores.ts";
import type { Proxy } from "./exchange-proxy.ts";
import { identityOf, shownChain } from "./shown-chain.ts";
import { bareHost, HttpFault, portOf, type ShownCertificate, type Via } from "./http.ts";

/** The target of a connection, the route to it, and the certificates to trust. */
export interface Way {
  readonly url: URL;
  readonly via: readonly Via[];
  readonly ca: string | null;
  readonly proxy: Proxy | null;
  readonly signal: AbortSignal;
}

/** Returns the `--connect HOST:PORT:ADDRESS` option for exactly the host and port of a URL; undefined if there is none. */
export const otherWay = (url: URL, via: readonly Via[]): Via | undefined =>
  via.find((one) => one.host.toLowerCase() === bareHost(url.hostname) && one.port === portOf(url));

/** Opens a connection to the server of a URL. For https, checks its certificate before a byte of a request is sent. */
export async function openConnection(way: Way): Promise<net.Socket> {
  const { url, ca, signal } = way;
  const socket = await openSocket(way);
  return url.protocol === "https:" ? secured(socket, bareHost(url.hostname), ca, signal, url.href) : socket;
}

/** Opens a connection for a request: directly, to the address of --connect, or through a proxy (with a CONNECT tunnel for https). */
export async function openSocket({ url, via, ca, proxy, signal }: Way): Promise<net.Socket> {
  if (!proxy) {
    const other = otherWay(url, via);
    return opened(other?.address ?? bareHost(url.hostname), Number(other?.toPort ?? portOf(url)), signal);
  }
  const toProxy = await reachedProxy(proxy, ca, signal, url.href);
  return url.protocol === "https:" ? tunnel(toProxy, proxy, url) : toProxy;
}

const opened = (host: string, port: number, signal: AbortSignal): Promise<net.Socket> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, signal });
    socket.once("error", reject).once("connect", () => resolve(socket.off("error", reject).on("error", () => undefined)));
  });

async function reachedProxy(proxy: Proxy, ca: string | null, signal: AbortSignal, asked: string): Promise<net.Socket> {
  try {
    const socket = await opened(proxy.host, proxy.port, signal);
    return proxy.tls ? await secured(socket, proxy.host, ca, signal, asked) : socket;
  } catch {
    throw new HttpFault("proxy", asked, `the proxy ${proxy.shown}, which an environment variable names, cannot be reached`);
  }
}

/** Opens a CONNECT tunnel through a proxy to the server of a URL. Sends nothing of the request itself. */
function tunnel(socket: net.Socket, proxy: Proxy, url: URL): Promise<net.Socket> {
  const target = `${url.hostname}:${portOf(url)}`;
  return new Promise((resolve, reject) => {
    const fail = (says: string) => {
      socket.destroy();
      reject(new HttpFault("proxy", url.href, `the proxy ${proxy.shown} ${says}`));
    };
    http
      .request({
        method: "CONNECT",
        path: target,
        headers: { host: target, ...proxyHeaders(proxy) },
        agent: undefined,
        createConnection: () => socket,
      })
      .once("connect", ({ statusCode = 0 }, open: net.Socket, head: Buffer) => {
        if (statusCode < 200 || statusCode > 299) return fail(refusalOf(statusCode));
        if (head.length > 0) open.unshift(head);
        resolve(open);
      })
      .once("error", () => fail("closed the connection, or what it sent is no HTTP answer"))
      .end();
  });
}

export const proxyHeaders = ({ authorization }: Proxy): Readonly<Record<string, string>> =>
  authorization === null ? {} : { "proxy-authorization": authorization };

const refusalOf = (status: number): string =>
  status === 407
    ? "requires a user and password (407): set them in the variable, http://USER:PASSWORD@HOST:PORT"
    : `does not connect to that server: it answers ${status}`;

/** The cached TLS contexts by their additional certificates: creating a context is slow, and each one uses much memory. */
const contexts = new Map<string, tls.SecureContext>();

/** Returns a TLS context that trusts Node's authorities and those in `ca` (PEM). */
export function trusting(ca: string): tls.SecureContext {
  const known = contexts.get(ca);
  if (known) return known;
  const made = tls.createSecureContext({ ca: [...authoritiesWith(ca)] });
  contexts.set(ca, made);
  return made;
}

/**
 * Starts TLS on a connection. Accepts every certificate in order to see it, then rejects if the check failed, whatever
 * NODE_TLS_REJECT_UNAUTHORIZED is: an answer from an unverified server proves nothing.
 */
function secured(
  socket: net.Socket,
  host: string,
  ca: string | null,
  signal: AbortSignal,
  asked: string,
): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const over = tls.connect({
      socket,
      host,
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === null ? {} : { secureContext: trusting(ca) }),
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: false,
      checkServerIdentity: (_name, certificate) => tls.checkServerIdentity(host, certificate),
    });
    const stop = () => over.destroy(new Error("time is up"));
    signal.addEventListener("abort", stop, { once: true });
    over.once("close", () => signal.removeEventListener("abort", stop));
    over.on("error", reject);
    over.once("secureConnect", () => {
      if (over.authorized) return resolve(over);
      const { authorizationError: error } = over;
      const code = typeof error === "string" ? error : ((error as NodeJS.ErrnoException | undefined)?.code ?? "CERT_UNTRUSTED");
      const shown = over.getPeerCertificate(true);
      over.destroy();
      reject(new Unproven(code, shown.subjectaltname, shownChain(shown).map(identityOf), asked));
    });
  });
}

/** The error of a failed certificate check, with the data from which `faultOf` makes its message. */
export class Unproven extends Error {
  readonly cert: { readonly subjectaltname: string | undefined };
  constructor(
    readonly code: string,
    names: string | undefined,
    readonly shown: readonly ShownCertificate[],
    readonly url: string,
  ) {
    super(code);
    this.cert = { subjectaltname: names };
  }
}
