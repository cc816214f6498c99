import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import zlib from "node:zlib";
import nock from "../intercepted.ts";
import type { Exchange, ExchangeAnswer } from "../../../src/platform/exchange.ts";
import { HttpFault } from "../../../src/platform/http.ts";
import type { ServerCertificate } from "../certificate.ts";

/* One server as one pure function, which nock, a local server and a test without any network serve alike. */

export interface LiveRequest {
  readonly method: string;
  /** As it was asked for: what the client took for the server's address. */
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface LiveAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

export type Live = (request: LiveRequest) => LiveAnswer | Promise<LiveAnswer>;

/** An answer with a text. */
export const answer = (
  status: number,
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): LiveAnswer => ({
  status,
  headers: { "content-type": type, ...headers },
  body: typeof body === "string" ? Buffer.from(body) : body,
});

const flat = (headers: http.IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(", ")]));

const plain = (body: Buffer, encoding: string): Buffer => {
  if (encoding === "gzip") return zlib.gunzipSync(body);
  return encoding === "deflate" ? zlib.inflateSync(body) : body;
};

/** The servers of some origins, asked without a network: `{ "https://plm.example.com:8443": live }`. Others do not resolve. */
export function inProcess(servers: Readonly<Record<string, Live>>): Exchange {
  return async ({ method, url, headers, body, hostHeader, largest }): Promise<ExchangeAnswer> => {
    const address = new URL(url);
    const live = servers[address.origin];
    if (!live) throw new HttpFault("no-name", url, "its name does not resolve on this machine");
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const asked = {
      ...given,
      host: hostHeader ?? address.host,
      "user-agent": "tierwright/test",
      "accept-encoding": "gzip, deflate",
    };
    const answered = await live({ method, url: address, headers: asked, body: body ?? Buffer.alloc(0) });
    const all = new Map(Object.entries(answered.headers).map(([name, value]) => [name.toLowerCase(), [value].flat()] as const));
    const type = all.get("content-type")?.[0] ?? "";
    const content = plain(answered.body, all.get("content-encoding")?.[0] ?? "");
    if (content.length > largest)
      throw new HttpFault("too-large", url, `its answer has ${content.length} bytes, and ${largest} is the most`);
    return {
      url: address.href,
      status: answered.status,
      headers: all,
      type: type.split(";")[0]?.trim().toLowerCase() ?? "",
      charset: /charset="?([\w.:-]+)/i.exec(type)?.[1]?.toLowerCase() ?? null,
      body: content,
      peer: `192.0.2.1:${address.port || (address.protocol === "https:" ? "443" : "80")}`,
    };
  };
}

/** The same behind nock: every request to the origin, until `nock.cleanAll()`. */
export function serveByNock(origin: string, live: Live): void {
  for (const method of ["GET", "POST", "PUT", "DELETE"])
    nock(origin)
      .persist()
      .intercept(/.*/, method)
      .reply(async function (path, body) {
        const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
        const headers = flat(this.req.headers as http.IncomingHttpHeaders);
        const {
          status,
          headers: answered,
          body: content,
        } = await live({ method, url: new URL(path, origin), headers, body: bytes });
        return [status, content, answered as Record<string, string | string[]>];
      });
}

export interface LocalServer {
  readonly port: string;
  close(): Promise<void>;
}

/** Answers in a server's place, byte by byte if need be; the request has been read. */
export type Raw = (response: http.ServerResponse, request: http.IncomingMessage) => void;

export interface Served {
  /** It speaks TLS. */
  readonly tls?: ServerCertificate;
  /** What the handler takes for its own address. */
  readonly origin?: string;
  /** Every answer comes in chunks of so many bytes, and says no length. */
  readonly pieces?: number;
  /** What answers a request instead; undefined: the handler does. */
  readonly instead?: (request: http.IncomingMessage) => Raw | undefined;
}

async function inPieces(response: http.ServerResponse, body: Buffer, size: number): Promise<void> {
  for (let at = 0; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    await new Promise(setImmediate);
  }
  response.end();
}

/** Returns null where the server gives no answer: its connection ends without one. */
async function orNothing(live: Live, request: LiveRequest): Promise<LiveAnswer | null> {
  try {
    return await live(request);
  } catch (error) {
    if (error instanceof HttpFault) return null;
    throw error;
  }
}

/** The same as a server on this machine. */
export async function serveLocally(live: Live, { tls, origin, pieces, instead }: Served = {}): Promise<LocalServer> {
  const listener: http.RequestListener = async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const raw = instead?.(request);
    if (raw)
      return raw(
        response.on("error", () => undefined),
        request,
      );
    const base = origin ?? `${tls ? "https" : "http"}://${request.headers.host}`;
    const answered = await orNothing(live, {
      method: request.method ?? "GET",
      url: new URL(request.url ?? "/", base),
      headers: flat(request.headers),
      body: Buffer.concat(parts),
    });
    if (!answered) return void response.destroy();
    const { status, headers, body } = answered;
    const told = headers as http.OutgoingHttpHeaders;
    if (pieces !== undefined) return inPieces(response.writeHead(status, told), body, pieces);
    response.writeHead(status, { ...told, "content-length": body.length }).end(body);
  };
  return serveListener(listener, tls);
}

/** How many servers are open here, and whether nock, which takes the place of every connection of the process, was there before them. */
const open = { servers: 0, beside: false };

function withoutNock(): void {
  if (open.servers++ > 0) return;
  open.beside = nock.isActive();
  nock.restore();
}

function nockAgain(): void {
  if (--open.servers === 0 && open.beside) nock.activate();
}

/** Listens on this machine at a free port; with a certificate it speaks TLS. Until it is closed, nock intercepts nothing. */
export async function serveListener(listener: http.RequestListener, tls?: ServerCertificate): Promise<LocalServer> {
  withoutNock();
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: String((server.address() as AddressInfo).port),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      nockAgain();
    },
  };
}
