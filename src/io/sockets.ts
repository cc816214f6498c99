import net from "node:net";
import tls from "node:tls";
import { systemCode } from "../diagnostic/errno-words.ts";
import type { Endpoint, Listening, Upstream, WireEnd, WireEvents } from "./wire.ts";

/* Ends of connections as a relay uses them. Each side may say that it is done while the other goes on, and nothing here has a time limit but TLS' own greeting. */

/** For what a server takes to greet over TLS; it has nothing to think about. */
const GREETING = 30_000;

const endpointOf = (host: string | undefined, port: number | undefined): Endpoint => ({ host: host ?? "", port: port ?? 0 });

/** A socket as one end. `below`: the TCP socket, which alone can be broken off; `ready`: the event after which it may be sent to. */
class SocketEnd implements WireEnd {
  constructor(
    private readonly stream: net.Socket,
    private readonly below: net.Socket,
    private readonly ready: "connect" | "secureConnect" | null,
  ) {}

  begin(events: WireEvents): void {
    const { stream, below, ready } = this;
    const peer = () => endpointOf(below.remoteAddress, below.remotePort);
    stream.on("data", (chunk: Buffer) => events.bytes(chunk));
    stream.on("drain", () => events.drained());
    stream.on("end", () => events.finished());
    stream.on("error", (error) => events.lost(systemCode(error) || "UNKNOWN"));
    stream.on("close", () => events.closed());
    if (ready === null) events.connected(peer());
    else stream.once(ready, () => events.connected(peer()));
  }

  send(bytes: Uint8Array): boolean {
    return this.stream.write(bytes);
  }

  finish(): void {
    this.stream.end();
  }

  reset(): void {
    const { stream, below } = this;
    // one that is still connecting would be broken off only once it is connected
    if (!below.destroyed && !below.connecting) below.resetAndDestroy();
    stream.destroy();
  }

  pause(): void {
    this.stream.pause();
  }

  resume(): void {
    this.stream.resume();
  }
}

/** Listens; rejects with the system's error. */
export function listenAt(at: Endpoint, accept: (client: WireEnd, from: Endpoint) => void): Promise<Listening> {
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    accept(new SocketEnd(socket, socket, null), endpointOf(socket.remoteAddress, socket.remotePort)),
  );
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: at.host, port: at.port }, () => {
      server.off("error", reject).on("error", () => undefined);
      const bound = server.address() as net.AddressInfo;
      resolve({ at: endpointOf(bound.address, bound.port), close: () => void server.close() });
    });
  });
}

/** Connects; what comes of it is told to whoever begins with the end. */
export function connectTo({ host, port, tls: wanted }: Upstream): WireEnd {
  const below = net.connect({ host, port, allowHalfOpen: true, noDelay: true });
  if (wanted === null) return new SocketEnd(below, below, "connect");
  const over = tls.connect({
    socket: below,
    host,
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    ...(wanted.ca === null ? {} : { ca: [...tls.rootCertificates, wanted.ca] }),
    ALPNProtocols: ["http/1.1"],
    // said here, so that NODE_TLS_REJECT_UNAUTHORIZED has no say
    rejectUnauthorized: true,
  });
  const late = setTimeout(() => over.destroy(Object.assign(new Error("no greeting"), { code: "ETIMEDOUT" })), GREETING);
  const greeted = () => clearTimeout(late);
  over.once("secureConnect", greeted).once("close", greeted);
  return new SocketEnd(over, below, "secureConnect");
}
