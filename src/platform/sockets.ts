import net from "node:net";
import tls from "node:tls";
import { systemCode } from "../kernel/index.ts";
import { trusting } from "./exchange-connect.ts";
import { readingTo, sendAtOnce, sendsAtOnce } from "./socket-handle.ts";
import type { Endpoint, Listening, Secured, ServerIdentity, Upstream, WireEnd, WireEvents } from "./wire.ts";

/*
 * The two ends of a connection that a relay forwards. Each end can close its direction while the other continues. Only the TLS handshake
 * has a timeout.
 */

/** The timeout of a TLS handshake, in milliseconds. */
const GREETING = 30_000;

/** The time in milliseconds in which the end of the stream must be sent before the connection is reset; no answer is awaited. */
const SAYING = 200;
const NOTHING = Buffer.alloc(0);

const endpointOf = (host: string | undefined, port: number | undefined): Endpoint => ({ host: host ?? "", port: port ?? 0 });

/** Returns protocol and cipher of a TLS connection; undefined without TLS. */
function securedOf(stream: net.Socket): Secured | undefined {
  if (!(stream instanceof tls.TLSSocket)) return undefined;
  return { protocol: stream.getProtocol() ?? "", cipher: stream.getCipher().name };
}

/** The most bytes of one read from a socket, as Node reads. */
const READ = 65_536;

/**
 * Bytes to send at the end of the event loop's turn. Each send wakes the receiving process, which often takes the processor away from this
 * process; that happens less often if all sends of a turn follow one another.
 */
let due: { readonly end: SocketEnd; readonly bytes: Uint8Array }[] = [];
/** The number of times that all waiting bytes (`due`) were sent. */
let sent = 0;

function sendDue(): void {
  const all = due;
  due = [];
  sent += 1;
  for (const { end, bytes } of all) end.sendNow(bytes);
}

/**
 * The two buffers that a socket reads into by turns. Node would allocate a new buffer for each read, and collecting those as garbage is
 * slow.
 */
class ReadPlaces {
  #place = Buffer.allocUnsafeSlow(READ);
  #other = Buffer.allocUnsafeSlow(READ);
  /** Value of `sent` at the last read. While `sent` still has this value, the bytes of the last read are not sent yet. */
  #filled = -1;
  /** The receiver of the bytes. Nothing is read before it is set. */
  events: WireEvents | null = null;
  /** Resumes reading in a later turn of the event loop; null until `finish` is called for this side of the connection. */
  again: (() => void) | null = null;

  readonly options = {
    /**
     * Returns the buffer of the next read. Sends due bytes first if nothing was sent since the last read, which is rare: two large reads in
     * one turn.
     */
    buffer: (): Buffer => {
      if (this.#filled === sent) sendDue();
      this.#filled = sent;
      [this.#place, this.#other] = [this.#other, this.#place];
      return this.#place;
    },
    callback: (length: number, place: Uint8Array): boolean => {
      this.events?.bytes(place.subarray(0, length));
      // a read that filled the whole buffer is not the last one, so reading continues at once; `again` is for short reads
      if (!this.again || length === READ) return true;
      setImmediate(this.again);
      return false;
    },
  };
}

/**
 * A socket as one end of a relayed connection. `below` is the TCP socket, the only one that can be reset; `ready` is the event after which it
 * can send.
 */
class SocketEnd implements WireEnd {
  #ending = false;
  #saying = false;
  #resetting = false;

  constructor(
    private readonly stream: net.Socket,
    private readonly below: net.Socket,
    private readonly ready: "connect" | "secureConnect" | "secure" | null,
    private readonly place: ReadPlaces | null,
    /** True if the socket sends through its handle (`sendAtOnce`); null until that was tested. */
    private atOnce: boolean | null,
  ) {}

  begin(events: WireEvents): void {
    const { stream, below, ready } = this;
    const peer = () => endpointOf(below.remoteAddress, below.remotePort);
    if (this.place) this.place.events = events;
    else stream.on("data", (chunk: Buffer) => events.bytes(chunk));
    stream.on("drain", () => events.drained());
    stream.on("end", () => this.#ended(events));
    stream.on("error", (error) => events.lost(systemCode(error) || "UNKNOWN"));
    stream.on("close", () => events.closed());
    if (ready === null) events.connected(peer());
    else stream.once(ready, () => events.connected(peer(), securedOf(stream)));
  }

  /**
   * Reports the end of the stream or a lost connection. libuv reports a connection that broke while bytes were unread as ended
   * (uv__stream_io). Writing zero bytes sends nothing, and fails if the connection is broken.
   */
  #ended(events: WireEvents): void {
    const { stream, below } = this;
    if (this.#ending || !below.writable || stream.writableLength > 0) events.finished();
    else
      below.write(NOTHING, (error) => {
        if (error) events.lost(systemCode(error) || "UNKNOWN");
        else events.finished();
      });
  }

  /**
   * Continues to read after this end has finished sending, when no write can detect a broken connection. libuv reports a broken connection
   * as ended only while the socket reads, so reading stops after a short read, and the next read shows whether the connection ended or
   * broke.
   */
  #readOn(): void {
    if (!this.stream.isPaused() && !this.stream.destroyed) this.stream.resume();
  }

  send(bytes: Uint8Array): boolean {
    const { stream } = this;
    this.atOnce ??= sendsAtOnce(stream);
    if (!this.atOnce) stream.write(Buffer.from(bytes));
    else if (due.push({ end: this, bytes }) === 1) setImmediate(sendDue);
    return !stream.writableNeedDrain;
  }

  /** Sends bytes at once. Copies and queues those that the operating system does not accept yet. */
  sendNow(bytes: Uint8Array): void {
    const taken = sendAtOnce(this.stream, bytes);
    if (taken < bytes.length) this.stream.write(Buffer.from(bytes.subarray(taken)));
  }

  /**
   * Sends the end of the stream after all queued bytes. libuv rejects a reset (EINVAL) on a socket that is sending its end; that socket
   * would never be closed.
   */
  finish(): void {
    if (this.#ending) return;
    this.#ending = true;
    sendDue();
    if (this.place) this.place.again = () => this.#readOn();
    if (this.stream.writableLength === 0) this.#end();
    else this.stream.write(NOTHING, () => this.#end());
  }

  #end(): void {
    if (this.#resetting) return;
    this.#saying = true;
    this.stream.end(() => {
      this.#saying = false;
    });
  }

  reset(): void {
    if (this.#resetting) return;
    this.#resetting = true;
    sendDue();
    const { stream, below } = this;
    if (!this.#saying) {
      // destroying the TCP socket inside a callback of its TLS socket would crash the program
      if (stream === below) this.#break();
      else setImmediate(() => this.#break());
      return;
    }
    // the end of the stream is usually sent at once; over TLS it can wait for a receiver that reads nothing, and that
    // receiver then gets no TLS close message
    const late = setTimeout(() => stream.destroy(), SAYING);
    stream.once("close", () => clearTimeout(late)).once("finish", () => setImmediate(() => this.#break()));
  }

  #break(): void {
    const { stream, below } = this;
    // a reset of a connecting socket would wait until it is connected
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

const HTTP_1 = ["http/1.1"];

/**
 * The setting whether relays use the internal handles of Node's sockets. `none` uses no handle, as on a Node version whose handles differ.
 */
export type ByHandle = "what it can" | "none";
const sending = (byHandle: ByHandle): boolean | null => (byHandle === "none" ? false : null);

/** Returns an accepted socket as one end of a relayed connection, over TLS if a context is given. */
function accepted(socket: net.Socket, context: tls.SecureContext | null, byHandle: ByHandle): WireEnd {
  if (!context) {
    const place = byHandle === "none" ? null : new ReadPlaces();
    const reading = place && readingTo(place.options, socket);
    return new SocketEnd(reading ?? socket, reading ?? socket, null, reading && place, sending(byHandle));
  }
  const options = { isServer: true, secureContext: context, ALPNProtocols: HTTP_1 };
  return new SocketEnd(new tls.TLSSocket(socket, options), socket, "secure", null, false);
}

/**
 * Listens for connections. Rejects with the system's error.
 * @param identity certificate for clients that speak TLS; plain TCP without it.
 */
export function listenAt(
  at: Endpoint,
  accept: (client: WireEnd, from: Endpoint) => void,
  identity?: ServerIdentity,
  byHandle: ByHandle = "what it can",
): Promise<Listening> {
  const context = identity ? tls.createSecureContext({ ...identity }) : null;
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    // the client's address is read first: a socket loses it when another one takes over its handle
    const from = endpointOf(socket.remoteAddress, socket.remotePort);
    accept(accepted(socket, context, byHandle), from);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: at.host, port: at.port }, () => {
      server.off("error", reject).on("error", () => undefined);
      const bound = server.address() as net.AddressInfo;
      resolve({ at: endpointOf(bound.address, bound.port), close: () => void server.close() });
    });
  });
}

/** Connects to the server that a relay forwards to. Reports the result to the events that `begin` gets. */
export function connectTo({ host, port, addresses, tls: wanted }: Upstream, byHandle: ByHandle = "what it can"): WireEnd {
  const found = (addresses ?? []).map((address) => ({ address, family: net.isIP(address) }));
  const place = wanted === null ? new ReadPlaces() : null;
  const below = net.connect({
    host,
    port,
    ...(place && { onread: place.options }),
    allowHalfOpen: true,
    noDelay: true,
    ...(found.length === 0 ? {} : { autoSelectFamily: true, lookup: (_name, _options, tell) => tell(null, found) }),
  });
  if (wanted === null) return new SocketEnd(below, below, "connect", place, sending(byHandle));
  const over = tls.connect({
    socket: below,
    host,
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    ...(wanted.ca === null ? {} : { secureContext: trusting(wanted.ca) }),
    ALPNProtocols: HTTP_1,
    // true is stated explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect
    rejectUnauthorized: true,
  });
  const late = setTimeout(() => over.destroy(Object.assign(new Error("no greeting"), { code: "ETIMEDOUT" })), GREETING);
  const greeted = () => clearTimeout(late);
  over.once("secureConnect", greeted).once("close", greeted);
  return new SocketEnd(over, below, "secureConnect", null, false);
}
