import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HttpFault, type HttpRequest } from "../../src/platform/http.ts";
import { httpGet } from "../../src/platform/http-get.ts";
import { selfSigned } from "../support/certificate.ts";

const NAME = "idp.example.com";
const OWN = selfSigned(NAME, "other.example.com");
const BODY = '{"issuer":"x"}';

const answers: Readonly<Record<string, (response: http.ServerResponse, request: http.IncomingMessage) => void>> = {
  "/ok": (response, request) =>
    response.setHeader("content-type", "Application/JSON; charset=utf-8").end(JSON.stringify({ host: request.headers.host })),
  "/moved": (response) => response.writeHead(302, { location: "/ok" }).end("gone"),
  "/elsewhere": (response) => response.writeHead(301, { location: "https://evil.example.com/ok" }).end("gone"),
  "/plainer": (response) => response.writeHead(301, { location: `http://${NAME}/ok` }).end(),
  "/round": (response) => response.writeHead(302, { location: "/round" }).end(),
  "/odd": (response) => response.writeHead(302, { location: "https://[" }).end(),
  "/announced": (response) => response.writeHead(200, { "content-length": "50000000" }).write("x"),
  "/flood": (response) => {
    const more = () => response.write("x".repeat(60_000), (error) => error ?? more());
    more();
  },
  "/cut": (response) => response.writeHead(200, { "content-length": "100" }).write(BODY, () => response.destroy()),
  "/cut-chunks": (response) => response.writeHead(200).write(BODY, () => response.destroy()),
  "/zipped": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("zip"),
  "/silent": () => undefined,
  "/stops": (response) => response.writeHead(200).write("{"),
  "/reset": (response) => response.destroy(),
};

const servers: (http.Server | net.Server)[] = [];
const portOf = (server: net.Server): string => String((server.address() as AddressInfo).port);
async function listening(server: net.Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return portOf(server);
}

const ports = { tls: "", plain: "", noise: "" };
beforeAll(async () => {
  const answer: http.RequestListener = (request, response) => answers[request.url ?? ""]?.(response, request);
  ports.tls = await listening(https.createServer(OWN, answer));
  ports.plain = await listening(http.createServer(answer));
  ports.noise = await listening(net.createServer((socket) => socket.on("error", () => undefined).end("what?\r\n\r\n")));
});
afterAll(() => {
  for (const server of servers) {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  }
});

const via = (toPort: string, host = NAME) => [{ host, port: "443", address: "127.0.0.1", toPort }];
const get = (path: string, given: Partial<HttpRequest> = {}) =>
  httpGet({
    url: `https://${NAME}${path}`,
    accept: "application/json",
    via: via(ports.tls),
    ca: OWN.cert,
    patience: 20_000,
    largest: 1_000_000,
    ...given,
  });
async function faultOf(path: string, given: Partial<HttpRequest> = {}): Promise<readonly [string, string]> {
  const fault = await get(path, given).then(
    () => null,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(HttpFault);
  return fault instanceof HttpFault ? [fault.kind, fault.says] : ["", ""];
}

describe("[E11] one GET", () => {
  test("goes to the named address and keeps the name, with a certificate that is trusted for it", async () => {
    const answer = await get("/ok");
    expect(answer).toMatchObject({ status: 200, type: "application/json", url: `https://${NAME}/ok` });
    expect(answer.peer).toBe(`127.0.0.1:${ports.tls}`);
    expect(JSON.parse(answer.body.toString())).toEqual({ host: NAME });
  });

  test("follows a redirect to the same origin, and none to another", async () => {
    expect((await get("/moved")).url).toBe(`https://${NAME}/ok`);
    expect(await faultOf("/elsewhere")).toEqual([
      "redirect",
      "it answers 301 and leads to https://evil.example.com/ok, which is another server",
    ]);
    expect((await faultOf("/plainer"))[0]).toBe("redirect");
    expect((await faultOf("/odd"))[0]).toBe("redirect");
    expect(await faultOf("/round")).toEqual(["redirect", "it leads from one of its pages to another more than 3 times"]);
  });

  test.each([
    ["a self-signed certificate that is not trusted", "/ok", { ca: null }, "untrusted"],
    ["another certificate that is trusted", "/ok", { ca: selfSigned(NAME).cert }, "untrusted"],
    ["a certificate for other names", "/ok", { url: "https://third.example.com/ok" }, "other-name"],
    ["a size that is announced", "/announced", {}, "too-large"],
    ["a flood without an end", "/flood", {}, "too-large"],
    ["an answer that ends before its length", "/cut", {}, "truncated"],
    ["an answer that ends within its chunks", "/cut-chunks", {}, "truncated"],
    ["a compressed answer", "/zipped", {}, "encoded"],
    ["silence", "/silent", { patience: 80 }, "no-answer"],
    ["an answer that stops", "/stops", { patience: 80 }, "no-answer"],
    ["a connection that is closed", "/reset", {}, "no-answer"],
  ] as const)("ends at %s", async (_, path, given, kind) => {
    const more = "url" in given ? { via: via(ports.tls, "third.example.com") } : {};
    expect((await faultOf(path, { ...given, ...more }))[0]).toBe(kind);
  });

  test("no certificate check is left out, whatever the environment says", async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      expect((await faultOf("/ok", { ca: null }))[0]).toBe("untrusted");
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  });

  test("a port of plain http, one that is no HTTP, and one where nothing listens", async () => {
    expect((await faultOf("/ok", { via: via(ports.plain) }))[0]).toBe("no-tls");
    const plain = { host: NAME, port: "80", address: "127.0.0.1", toPort: ports.noise };
    expect((await faultOf("/ok", { url: `http://${NAME}/ok`, via: [plain] }))[0]).toBe("no-http");
    const closed = net.createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const port = portOf(closed);
    await new Promise((resolve) => closed.close(resolve));
    expect((await faultOf("/ok", { via: via(port) }))[0]).toBe("refused");
  });
});
