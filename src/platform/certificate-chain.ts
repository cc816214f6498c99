import { setMaxListeners } from "node:events";
import net from "node:net";
import tls from "node:tls";
import type { CertificateAnswer, CertificateRequest, ChainCertificate, Certificates, StoreVerdict } from "./certificates.ts";
import { authoritiesWith, type OpenStore, type Stores, trustStores } from "./certificate-stores.ts";
import { openSocket, otherWay } from "./exchange-connect.ts";
import { proxyOf } from "./exchange-proxy.ts";
import type { Host } from "./host.ts";
import { faultOf } from "./http-errors.ts";
import { HttpFault } from "./http.ts";
import { selfSigned } from "./own-certificate.ts";
import { identityOf, shownChain } from "./shown-chain.ts";

interface Shown {
  readonly peer: string;
  readonly chain: readonly ChainCertificate[];
  /** The error of Node's certificate check; null if the check passed. */
  readonly error: Error | null;
}

interface Asked {
  /** Opens a connection on which nothing was sent yet. */
  readonly open: () => Promise<net.Socket>;
  readonly host: string;
  readonly context: tls.SecureContext;
  readonly signal: AbortSignal;
}

/**
 * Makes one TLS handshake and returns the certificate chain that the server shows. Accepts every certificate in order to see it, and takes
 * the result from Node's own check, which it makes even if NODE_TLS_REJECT_UNAUTHORIZED is 0.
 */
async function shownBy({ open, host, context, signal }: Asked): Promise<Shown> {
  const way = await open();
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      socket: way,
      host,
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
      secureContext: context,
      rejectUnauthorized: false,
      checkServerIdentity: (_name, certificate) => tls.checkServerIdentity(host, certificate),
    });
    const stop = () => socket.destroy(Object.assign(new Error("time is up"), { code: "ETIMEDOUT" }));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    socket.once("close", () => signal.removeEventListener("abort", stop));
    socket.on("error", reject);
    socket.once("secureConnect", () => {
      const certificate = socket.getPeerCertificate(true);
      const code: unknown = socket.authorizationError;
      const name = tls.checkServerIdentity(host, certificate);
      const peer = `${way.remoteAddress ?? host}:${way.remotePort ?? ""}`;
      // a wrong host name is reported with the names in the certificate, every other fault by its code
      const error = socket.authorized || String(code) === "ERR_TLS_CERT_ALTNAME_INVALID" ? (name ?? null) : errorOf(code);
      resolve({ peer, chain: shownChain(certificate).map(told), error });
      socket.destroy();
    });
  });
}

const errorOf = (code: unknown): Error =>
  code instanceof Error ? code : Object.assign(new Error(String(code)), { code: String(code) });

/** Returns the fields of a certificate that Tierwright reports for each certificate of a chain. */
const told = (one: tls.DetailedPeerCertificate): ChainCertificate => ({
  ...identityOf(one),
  until: one.valid_to,
  names: (one.subjectaltname ?? "").slice(0, 1_000),
});

const contextOf = ({ authorities }: Pick<OpenStore, "authorities">): tls.SecureContext =>
  tls.createSecureContext(authorities === null ? {} : { ca: [...authorities] });

/** Runs `use` while a TLS server of this process, with a self-signed certificate for the requested host, listens on this machine. */
async function withStranger<T>(host: string, use: (port: number) => Promise<T>): Promise<T> {
  const { key, cert } = selfSigned(host);
  const server = tls.createServer({ key, cert }, (socket) => socket.on("error", () => undefined).end());
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  try {
    return await use((server.address() as net.AddressInfo).port);
  } finally {
    server.close();
  }
}

/** Opens a connection to a port of this machine, without a proxy. */
const ownEndpoint = (port: number, signal: AbortSignal): Promise<net.Socket> =>
  openSocket({ url: new URL(`http://127.0.0.1:${port}/`), via: [], ca: null, proxy: null, signal });

/**
 * Returns whether a certificate store trusts the server's chain. As the control, tests whether it refuses a self-signed one for that name.
 */
async function judged(
  store: OpenStore,
  asked: Omit<Asked, "context">,
  stranger: number,
): Promise<StoreVerdict & { readonly shown: Shown }> {
  const context = contextOf(store);
  const shown = await shownBy({ ...asked, context });
  const other = await shownBy({ ...asked, context, open: () => ownEndpoint(stranger, asked.signal) });
  const { kind, name, readBy } = store;
  const fault = shown.error && faultOf(shown.error, `https://${asked.host}`);
  const verdict = { holds: fault === null, says: fault?.says ?? "", fault: fault?.kind ?? null };
  return { kind, name, readBy, ...verdict, refusesOthers: other.error !== null, shown };
}

const given = (ca: string): OpenStore => ({
  kind: "given",
  name: "--ca",
  readBy: "this run",
  authorities: authoritiesWith(ca),
});

/** Returns the `Certificates` function of this machine. Reads the machine's certificate stores once. */
export function certificatesOn(host: Pick<Host, "env" | "run">): Certificates {
  let stores: Promise<Stores> | null = null;
  return async (request: CertificateRequest): Promise<CertificateAnswer> => {
    const { host: name, port, via, ca, patience } = request;
    const signal = AbortSignal.timeout(patience);
    // no limit of listeners, because two handshakes for each certificate store listen to this signal until their connections close
    setMaxListeners(0, signal);
    const url = `https://${net.isIP(name) === 6 ? `[${name}]` : name}:${port}/`;
    stores ??= trustStores(host);
    const { open, unread } = await stores;
    try {
      // takes the route of a real request, because a proxy that HTTPS_PROXY names can show certificates of its own
      const proxy = otherWay(new URL(url), via) ? null : proxyOf(new URL(url), host.env);
      const asked = { open: () => openSocket({ url: new URL(url), via, ca, proxy, signal }), host: name, signal };
      const verdicts = await withStranger(name, async (stranger) => {
        const all: (StoreVerdict & { readonly shown: Shown })[] = [];
        for (const store of [...(ca === null ? [] : [given(ca)]), ...open]) all.push(await judged(store, asked, stranger));
        return all;
      });
      const shown = verdicts[0]?.shown;
      return {
        peer: shown?.peer ?? "",
        proxy: proxy?.shown ?? null,
        chain: shown?.chain ?? [],
        stores: verdicts.map(({ shown: _shown, ...verdict }) => verdict),
        unread,
        voided: host.env("NODE_TLS_REJECT_UNAUTHORIZED") === "0",
      };
    } catch (error) {
      if (signal.aborted) throw new HttpFault("no-answer", url, `it did not answer fully within ${patience / 1000} s`);
      throw faultOf(error, url);
    }
  };
}
