import net from "node:net";
import tls from "node:tls";
import { systemCode } from "../kernel/index.ts";
import { readingTo, sendAtOnce, sendsAtOnce } from "./socket-handle.ts";
import type { Endpoint, Listening, Secured, ServerIdentity, Upstream, WireEnd, WireEvents } from "./wire.ts";

/* Ends of connections as a relay uses them. Each side may say that it is done while the other goes on, and nothing here has a time limit but TLS' own greeting. */

/** For what a server takes to greet over TLS; it has nothing to think about. */
const GREETING = 30_000;

/** For the words that no more is to come, which need no answer. */
const SAYING = 200;
const NOTHING = Buffer.alloc(0);

const endpointOf = (host: string | undefined, port: number | undefined): Endpoint => ({ host: host ?? "", port: port ?? 0 });

/** What was agreed on; undefined: TLS is not spoken. */
function securedOf(stream: net.Socket): Secured | undefined {
  if (!(stream instanceof tls.TLSSocket)) return undefined;
  return { protocol: stream.getProtocol() ?? "", cipher: stream.getCipher().name };
}

/** What is read at once, as Node itself does it. */
const READ = 65_536;

/**
 * What is to be sent when the turn of the event loop has read all that there was to read. Each send wakes its receiver, which often takes the
 * processor away: sent in between it did so 0.7 times for each small request, sent one after another half as often.
 */
let due: { readonly end: SocketEnd; readonly bytes: Uint8Array }[] = [];
/** How often all of it was sent. */
let sent = 0;

function sendDue(): void {
  const all = due;
  due = [];
  sent += 1;
  for (const { end, bytes } of all) end.sendNow(bytes);
}

/**
 * Where a socket reads to: the same two places again and again. A new place for each read is what Node does otherwise, and collecting them took a
 * third of the time of a large download, and a tenth of that of a small request.
 */
class ReadPlaces {
  #place = Buffer.allocUnsafeSlow(READ);
  #other = Buffer.allocUnsafeSlow(READ);
  /** `sent` when the other one was read to: what it holds waits as long as that is the same. */
  #filled = -1;
  /** Who is told; until then nothing is read. */
  events: WireEvents | null = null;
  /** Once the other way is done: reads on in a moment. */
  again: (() => void) | null = null;

  readonly options = {
    /** The next place to read to. Two reads in one turn are rare: large ones. */
    buffer: (): Buffer => {
      if (this.#filled === sent) sendDue();
      this.#filled = sent;
      [this.#place, this.#other] = [this.#other, this.#place];
      return this.#place;
    },
    callback: (length: number, place: Uint8Array): boolean => {
      this.events?.bytes(place.subarray(0, length));
      // more of it than this was there: nothing can have been taken for the end
      if (!this.again || length === READ) return true;
      setImmediate(this.again);
      return false;
    },
  };
}

/** A socket as one end. `below`: the TCP socket, which alone can be broken off; `ready`: the event after which it may be sent to. */
class SocketEnd implements WireEnd {
  #ending = false;
  #saying = false;
  #resetting = false;

  constructor(
    private readonly stream: net.Socket,
    private readonly below: net.Socket,
    private readonly ready: "connect" | "secureConnect" | "secure" | null,
    private readonly place: ReadPlaces | null,
    /** Sends by the socket's handle; null: not looked yet whether it has one for that. */
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
   * A connection that broke while bytes still lay there to be read is told as one that came to its end (libuv, uv__stream_io). Writing nothing
   * sends nothing, and fails where there is no connection any more.
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
   * After our own end nothing can be written to find that out. libuv takes a connection for ended, without asking, only while it is read from:
   * so a short read stops reading, and the next one tells whether it ended or broke.
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

  /** What the system does not take at once waits, and is copied for that. */
  sendNow(bytes: Uint8Array): void {
    const taken = sendAtOnce(this.stream, bytes);
    if (taken < bytes.length) this.stream.write(Buffer.from(bytes.subarray(taken)));
  }

  /** The end is said once everything before it has left: of a socket that is in the middle of saying it libuv takes no reset (EINVAL), and it would never be closed. */
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
      // in the middle of what TLS tells, taking its socket from under it ends the whole program
      if (stream === below) this.#break();
      else setImmediate(() => this.#break());
      return;
    }
    // said in a moment; over TLS that may wait for a receiver that takes nothing, which is then left without TLS' own end
    const late = setTimeout(() => stream.destroy(), SAYING);
    stream.once("close", () => clearTimeout(late)).once("finish", () => setImmediate(() => this.#break()));
  }

  #break(): void {
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

const HTTP_1 = ["http/1.1"];

/** What is done by the handles of sockets; `none`: nothing, as where a Node has others. */
export type ByHandle = "what it can" | "none";
const sending = (byHandle: ByHandle): boolean | null => (byHandle === "none" ? false : null);

/** What comes in as one end. */
function accepted(socket: net.Socket, context: tls.SecureContext | null, byHandle: ByHandle): WireEnd {
  if (!context) {
    const place = byHandle === "none" ? null : new ReadPlaces();
    const reading = place && readingTo(place.options, socket);
    return new SocketEnd(reading ?? socket, reading ?? socket, null, reading && place, sending(byHandle));
  }
  const options = { isServer: true, secureContext: context, ALPNProtocols: HTTP_1 };
  return new SocketEnd(new tls.TLSSocket(socket, options), socket, "secure", null, false);
}

/** Listens, with `identity` for clients that speak TLS; rejects with the system's error. */
export function listenAt(
  at: Endpoint,
  accept: (client: WireEnd, from: Endpoint) => void,
  identity?: ServerIdentity,
  byHandle: ByHandle = "what it can",
): Promise<Listening> {
  const context = identity ? tls.createSecureContext({ ...identity }) : null;
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    // asked first: a socket whose handle is read by another one knows its peer no more
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

/** Connects; what comes of it is told to whoever begins with the end. */
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
    ...(wanted.ca === null ? {} : { ca: [...tls.rootCertificates, wanted.ca] }),
    ALPNProtocols: HTTP_1,
    // said here, so that NODE_TLS_REJECT_UNAUTHORIZED has no say
    rejectUnauthorized: true,
  });
  const late = setTimeout(() => over.destroy(Object.assign(new Error("no greeting"), { code: "ETIMEDOUT" })), GREETING);
  const greeted = () => clearTimeout(late);
  over.once("secureConnect", greeted).once("close", greeted);
  return new SocketEnd(over, below, "secureConnect", null, false);
}
