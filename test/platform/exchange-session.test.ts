import type { AddressInfo, Socket } from "node:net";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { afterEach, expect, test } from "vitest";
import { exchange as send } from "../../src/platform/exchange-send.ts";
import { type ExchangeRequest, ExchangeSession } from "../../src/platform/exchange.ts";
import { selfSigned } from "../../src/platform/own-certificate.ts";

const TLS = selfSigned("idp.example.com");
const open: http.Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.closeAllConnections();
});

interface Heard {
  readonly port: number;
  readonly connections: Socket[];
  readonly requests: string[];
}

/** A server that answers every request after `before` has looked at it. */
async function serving(before: (request: http.IncomingMessage) => boolean = () => true, tls = true): Promise<Heard> {
  const heard: Heard = { port: 0, connections: [], requests: [] };
  const listener: http.RequestListener = (request, response) => {
    heard.requests.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => (before(request) ? response.end(request.headers.connection) : request.socket.destroy()));
  };
  const server = tls ? https.createServer(TLS, listener) : http.createServer(listener);
  server.on(tls ? "secureConnection" : "connection", (socket: Socket) => heard.connections.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(server);
  return { ...heard, port: (server.address() as AddressInfo).port };
}

const asking = ({ port }: Heard, session: ExchangeSession | undefined, tls = true) => {
  return (method: ExchangeRequest["method"], path: string) =>
    send(
      {
        method,
        url: `${tls ? "https" : "http"}://idp.example.com:8443${path}`,
        headers: {},
        body: null,
        via: [{ host: "idp.example.com", port: "8443", address: "127.0.0.1", toPort: String(port) }],
        ca: tls ? TLS.cert : null,
        patience: 5_000,
        largest: 1_000,
        ...(session ? { session } : {}),
      },
      () => undefined,
    );
};

test.each([
  ["https", true],
  ["http", false],
] as const)("[F13] requests of one session share one connection (%s); others have one each", async (_name, tls) => {
  const heard = await serving(undefined, tls);
  const kept = asking(heard, new ExchangeSession(), tls);
  for (const path of ["/1", "/2", "/3"]) expect((await kept("GET", path)).body.toString()).toBe("keep-alive");
  expect(heard.connections).toHaveLength(1);
  const alone = asking(heard, undefined, tls);
  for (const path of ["/4", "/5"]) expect((await alone("GET", path)).body.toString()).toBe("close");
  expect(heard.connections).toHaveLength(3);
  expect((await asking(heard, new ExchangeSession(), tls)("GET", "/6")).status).toBe(200);
  expect(heard.connections).toHaveLength(4);
});

test("[F13] one session with two servers, one of them without TLS: one connection to each", async () => {
  const [secure, plain] = [await serving(), await serving(undefined, false)];
  const session = new ExchangeSession();
  const asks = [asking(secure, session), asking(plain, session, false)];
  for (const path of ["/1", "/2"]) for (const ask of asks) expect((await ask("GET", path)).status).toBe(200);
  expect([secure.connections.length, plain.connections.length]).toEqual([1, 1]);
});

test("[F13] a server that closes the connection between two requests: the next has a new one", async () => {
  const heard = await serving();
  const ask = asking(heard, new ExchangeSession());
  await ask("GET", "/1");
  heard.connections[0]?.destroy();
  await once(heard.connections[0] as Socket, "close");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await ask("POST", "/2")).status).toBe(200);
  expect(heard.requests).toEqual(["GET /1", "POST /2"]);
});

test("[F13] a server that closes it under a request: one that changes nothing is sent again, a write never", async () => {
  let closing = false;
  const heard = await serving(() => {
    const answers = !closing;
    closing = false;
    return answers;
  });
  const ask = asking(heard, new ExchangeSession());
  await ask("GET", "/1");
  closing = true;
  expect((await ask("GET", "/2")).status).toBe(200);
  closing = true;
  await expect(ask("POST", "/3")).rejects.toMatchObject({ says: "it closed the connection without an answer" });
  expect(heard.requests).toEqual(["GET /1", "GET /2", "GET /2", "POST /3"]);
});

test("[F13] a certificate that is not trusted is refused with a session, too", async () => {
  const heard = await serving();
  const request = asking(heard, new ExchangeSession());
  await request("GET", "/1");
  const other = selfSigned("idp.example.com").cert;
  const untrusting = send(
    {
      method: "GET",
      url: "https://idp.example.com:8443/",
      headers: {},
      body: null,
      via: [{ host: "idp.example.com", port: "8443", address: "127.0.0.1", toPort: String(heard.port) }],
      ca: other,
      patience: 5_000,
      largest: 1_000,
      session: new ExchangeSession(),
    },
    () => undefined,
  );
  await expect(untrusting).rejects.toMatchObject({ kind: "untrusted" });
});
