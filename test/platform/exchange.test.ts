import { X509Certificate } from "node:crypto";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import zlib from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ExchangeAnswer, ExchangeRequest } from "../../src/platform/exchange.ts";
import { exchange } from "../../src/platform/exchange-send.ts";
import { HttpFault } from "../../src/platform/http.ts";
import { selfSigned } from "../support/certificate.ts";

const NAME = "plm.example.com";
const OWN = selfSigned(NAME);
const SECRET = "correct horse";
const LARGEST = 100_000;
const BOMB = zlib.gzipSync(Buffer.alloc(50_000_000));

/** What a server writes to whoever has asked, as it stands. */
type Written = (socket: net.Socket) => void;
const all =
  (text: string | Buffer): Written =>
  (socket) =>
    void socket.end(text);
const open =
  (text: string): Written =>
  (socket) =>
    void socket.write(text);
const drip =
  (head: string, piece: string): Written =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), 5);
    socket.on("close", () => clearInterval(timer));
  };
const flood =
  (head: string, piece: string): Written =>
  (socket) => {
    const more = () => void socket.write(piece, (error) => (error ? undefined : setImmediate(more)));
    socket.write(head);
    more();
  };
const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\n";
const body = (headers: string, content: string | Buffer) =>
  Buffer.concat([Buffer.from(`${HEAD}${headers}\r\n\r\n`), Buffer.from(content as string)]);

const ANSWERS: Readonly<Record<string, Written>> = {
  "/ok": all(body("content-length: 4\r\nset-cookie: a=1\r\nset-cookie: b=2\r\nX-Odd: yes", "<ok>")),
  "/gzip": all(body("content-encoding: gzip", zlib.gzipSync("<ok/>"))),
  "/deflate": all(body("content-encoding: deflate", zlib.deflateSync("<ok/>"))),
  "/raw-deflate": all(body("content-encoding: deflate", zlib.deflateRawSync("<ok/>"))),
  "/br": all(body("content-encoding: br", zlib.brotliCompressSync("<ok/>"))),
  "/charset": all('HTTP/1.1 200 OK\r\ncontent-type: Text/XML ; Charset="UTF-16"\r\ncontent-length: 0\r\n\r\n'),
  "/hangs": () => undefined,
  "/half-head": open("HTTP/1.1 200 OK\r\ncontent-"),
  "/drip-head": drip("HTTP/1.1 200 OK\r\n", "x"),
  "/drip-body": drip(`${HEAD}\r\n`, "<"),
  "/drip-hints": drip("", "HTTP/1.1 103 Early Hints\r\n\r\n"),
  "/fifty-megabytes": open(`${HEAD}content-length: 50000000\r\n\r\n`),
  "/flood": flood(`${HEAD}\r\n`, "x".repeat(50_000)),
  "/flood-chunks": flood(`${HEAD}transfer-encoding: chunked\r\n\r\n`, `c350\r\n${"x".repeat(50_000)}\r\n`),
  "/flood-head": flood("HTTP/1.1 200 OK\r\n", `x: ${"x".repeat(5_000)}\r\n`),
  "/bomb": all(body("content-encoding: gzip", BOMB)),
  "/bomb-br": all(
    body(
      "content-encoding: br",
      zlib.brotliCompressSync(Buffer.alloc(5_000_000), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ),
  ),
  "/half": all(body("content-length: 100", "<half")),
  "/half-chunks": all(body("transfer-encoding: chunked", "5\r\n<half\r\n")),
  "/half-gzip": all(body("content-encoding: gzip", zlib.gzipSync("x".repeat(5_000)).subarray(0, 20))),
  "/no-gzip": all(body("content-encoding: gzip", "<ok/>")),
  "/twice": all(body("content-encoding: gzip, gzip", zlib.gzipSync(zlib.gzipSync("<ok/>")))),
  "/too-short": all(body("content-length: 2", "<ok/>")),
  "/two-lengths": all(body("content-length: 4\r\ncontent-length: 5", "<ok>")),
  "/length-and-chunks": all(body("content-length: 4\r\ntransfer-encoding: chunked", "0\r\n\r\n")),
  "/no-length": all(body("content-length: ten", "<ok>")),
  "/negative": all(body("content-length: -4", "<ok>")),
  "/no-http": all("SSH-2.0-OpenSSH_9.6\r\n"),
  "/old": all("ICY 200 OK\r\n\r\n"),
  "/upgrade": all("HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n"),
  "/reset": (socket) => void socket.resetAndDestroy(),
  "/closes": (socket) => void socket.end(),
  "/407": all("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n"),
  "/portal": all("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 13\r\n\r\n<html></html>"),
  "/loop": all("HTTP/1.1 302 Found\r\nlocation: /loop\r\ncontent-length: 0\r\n\r\n"),
};

const asked: string[] = [];
const sockets = new Set<net.Socket>();
/** Reads one request to its end, then answers as its path says. */
function serve(socket: net.Socket): void {
  sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
  let text = "";
  socket.on("data", (part) => {
    text += part.toString("latin1");
    const [head = "", content] = text.split("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (content === undefined || content.length < length) return;
    asked.push(text);
    text = "";
    ANSWERS[head.split(" ")[1] ?? ""]?.(socket);
  });
}

const servers: net.Server[] = [];
async function listening(server: net.Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return String((server.address() as AddressInfo).port);
}

/** A proxy that does what its user's name says. */
const proxied: string[] = [];
function proxy(): net.Server {
  const server = http.createServer((request, response) => {
    proxied.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"] ?? "-"}`);
    const status = request.headers["proxy-authorization"] === undefined ? 407 : 200;
    response.writeHead(status, { "content-type": "text/plain" }).end("through a proxy");
  });
  server.on("connect", (request, socket: net.Socket) => {
    const user =
      Buffer.from((request.headers["proxy-authorization"] ?? "").replace("Basic ", ""), "base64")
        .toString()
        .split(":")[0] ?? "";
    proxied.push(`CONNECT ${request.url} ${user}`);
    sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
    if (user === "") return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
    if (user === "forbidden") return socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
    if (user === "hangs") return undefined;
    if (user === "noise") return socket.end("what?\r\n\r\n");
    const through = net.connect(Number(ports.tls), "127.0.0.1").on("error", () => undefined);
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    return through.pipe(socket).pipe(through);
  });
  return server;
}

const ports = { tls: "", plain: "", proxy: "" };
beforeAll(async () => {
  ports.plain = await listening(net.createServer(serve));
  const secure = https.createServer(OWN, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end("over TLS");
  });
  ports.tls = await listening(secure.on("tlsClientError", () => undefined));
  ports.proxy = await listening(proxy());
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  }
});

type Given = Partial<ExchangeRequest> & { readonly env?: Readonly<Record<string, string>> };
const via = (port: string, toPort: string) => [{ host: NAME, port, address: "127.0.0.1", toPort }];
const ask = (path: string, { env = {}, ...given }: Given = {}): Promise<ExchangeAnswer> =>
  exchange(
    {
      method: "POST",
      url: `http://${NAME}${path}`,
      headers: { "content-type": "application/xml" },
      body: Buffer.from(`<login password="${SECRET}"/>`),
      via: via("80", ports.plain),
      ca: null,
      patience: 20_000,
      largest: LARGEST,
      ...given,
    },
    (name) => env[name],
  );
const overTls = (given: Given = {}) => ask("/", { url: `https://${NAME}/x`, via: via("443", ports.tls), ca: OWN.cert, ...given });

async function faultOf(attempt: Promise<ExchangeAnswer>): Promise<HttpFault> {
  const fault = await attempt.then(
    () => null,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(HttpFault);
  return fault as HttpFault;
}

describe("[F1] one exchange", () => {
  test("sends what it is given and what every request has, and tells every header", async () => {
    const answer = await ask("/ok", { headers: { "content-type": "application/xml", cookie: "a=1" } });
    expect(asked.at(-1)).toBe(
      [
        "POST /ok HTTP/1.1",
        "content-type: application/xml",
        "cookie: a=1",
        `host: ${NAME}`,
        `user-agent: tierwright/${process.env.npm_package_version ?? "0.1.0"}`,
        "accept-encoding: gzip, deflate",
        "content-length: 33",
        "connection: close",
        "",
        `<login password="${SECRET}"/>`,
      ].join("\r\n"),
    );
    expect(answer).toMatchObject({
      url: `http://${NAME}/ok`,
      status: 200,
      type: "application/xml",
      charset: null,
      peer: `127.0.0.1:${ports.plain}`,
    });
    expect(answer.headers.get("set-cookie")).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("x-odd")).toEqual(["yes"]);
    expect(await ask("/charset")).toMatchObject({ type: "text/xml", charset: "utf-16" });
  });

  test("asks under another host name where it is told so", async () => {
    await ask("/ok", { method: "GET", body: null, hostHeader: "other.example.com" });
    expect(asked.at(-1)).toContain("\r\nhost: other.example.com\r\n");
    expect(asked.at(-1)).not.toContain("content-length");
  });

  test.each(["/gzip", "/deflate", "/raw-deflate", "/br"])("decompresses %s", async (path) => {
    expect((await ask(path)).body.toString()).toBe("<ok/>");
  });

  test.each([
    ["/hangs", "no-answer"],
    ["/half-head", "no-answer"],
    ["/drip-head", "no-answer"],
    ["/drip-body", "no-answer"],
    ["/drip-hints", "no-answer"],
  ])("%s is over when the time is", async (path, kind) => {
    expect(await faultOf(ask(path, { patience: 60 }))).toMatchObject({ kind, says: "it did not answer fully within 0.06 s" });
  });

  test.each([
    ["/fifty-megabytes", "too-large", /^its answer has 50000000 bytes, and 100000 is the most$/],
    ["/flood", "too-large", /more than 100000 bytes/],
    ["/flood-chunks", "too-large", /more than 100000 bytes/],
    ["/flood-head", "too-large", /headers/],
    ["/bomb", "too-large", /^its answer has \d+ bytes compressed, and decompressed more than 100000/],
    ["/bomb-br", "too-large", /decompressed/],
    ["/half", "truncated", /^its answer ends after 5 bytes, before its end$/],
    ["/half-chunks", "truncated", /after 5 bytes/],
    ["/half-gzip", "truncated", /compressed answer ends/],
    ["/no-gzip", "encoded", /cannot be decompressed/],
    ["/twice", "encoded", /not asked for/],
    ["/two-lengths", "no-http", /no HTTP answer/],
    ["/length-and-chunks", "no-http", /no HTTP answer/],
    ["/no-length", "no-http", /no HTTP answer/],
    ["/negative", "no-http", /no HTTP answer/],
    ["/no-http", "no-http", /no HTTP answer/],
    ["/old", "no-http", /no HTTP answer/],
    ["/upgrade", "no-http", /switches to another protocol/],
    ["/reset", "no-answer", /closed the connection/],
    ["/closes", "no-answer", /closed the connection/],
    ["/407", "proxy", /a proxy on the way requires a user and password \(407\)/],
  ])("%s is a fault in words: %s", async (path, kind, says) => {
    const fault = await faultOf(ask(path));
    expect([fault.kind, fault.says]).toEqual([kind, expect.stringMatching(says)]);
    expect(fault.url).toBe(`http://${NAME}${path}`);
  });

  test("what comes after the announced end is not taken for the answer", async () => {
    const outcome = await ask("/too-short").then(
      ({ body: content }) => content.toString(),
      (error: HttpFault) => error.kind,
    );
    expect(["<o", "no-http"]).toContain(outcome);
  });

  test("a page in the tier's place is an answer: who reads it tells it apart", async () => {
    expect(await ask("/portal")).toMatchObject({ status: 200, type: "text/html" });
  });

  test.each(["file:///etc/passwd", "ftp://plm.example.com/", "not an address"])("%s is not asked", async (url) => {
    expect((await faultOf(ask("", { url }))).says).toContain("no address that can be asked");
  });
});

describe("[F1] credentials go to nobody else", () => {
  test("a redirect is an answer and is not followed, in a circle, to another origin, or to another port of the same name", async () => {
    const before = asked.length;
    expect(await ask("/loop")).toMatchObject({ status: 302 });
    expect(asked).toHaveLength(before + 1);
    for (const location of [
      "https://evil.example.com/",
      `http://${NAME}:${ports.tls}/`,
      "//evil.example.com/",
      `https://${NAME}/`,
    ]) {
      const server = http.createServer((_, response) => response.writeHead(307, { location }).end());
      const port = await listening(server);
      const count = asked.length;
      const answer = await ask("/", { via: via("80", port) });
      expect([answer.status, answer.headers.get("location")]).toEqual([307, [location]]);
      expect(asked).toHaveLength(count);
    }
  });

  test("a server whose certificate is not trusted is shown nothing, and its fingerprint is told", async () => {
    const count = asked.length;
    const fault = await faultOf(overTls({ ca: null }));
    expect(fault.kind).toBe("untrusted");
    expect(fault.shown).toEqual([{ subject: NAME, issuer: NAME, fingerprint: new X509Certificate(OWN.cert).fingerprint256 }]);
    const other = await faultOf(
      overTls({
        url: "https://other.example.com/",
        via: [{ host: "other.example.com", port: "443", address: "127.0.0.1", toPort: ports.tls }],
      }),
    );
    expect([other.kind, other.says]).toEqual(["other-name", `its certificate is for other names: ${NAME}`]);
    expect(asked).toHaveLength(count);
    expect((await overTls()).body.toString()).toBe("over TLS");
  });

  test("a user and a password in the address are neither sent nor told", async () => {
    await ask("", { url: `http://me:${SECRET.replace(" ", "")}@${NAME}/ok` });
    expect(asked.at(-1)).not.toMatch(/authorization|correcthorse/i);
    const fault = await faultOf(ask("", { url: `http://me:correcthorse@${NAME}/closes` }));
    expect(JSON.stringify([fault.url, fault.says])).not.toContain("correcthorse");
  });
});

describe("[F1] proxies of the environment", () => {
  const through = (user: string) => ({ HTTPS_PROXY: `http://${user}:pr%40xy@127.0.0.1:${ports.proxy}` });

  test("https goes through a tunnel, and the proxy sees no more than the address", async () => {
    const answer = await overTls({ via: [], env: through("jane") });
    expect(answer.body.toString()).toBe("over TLS");
    expect(proxied.at(-1)).toBe(`CONNECT ${NAME}:443 jane`);
    expect((await overTls({ via: [], env: { https_proxy: through("small").HTTPS_PROXY } })).status).toBe(200);
    expect(proxied.at(-1)).toContain("small");
  });

  test("plain http is asked of the proxy by its whole address", async () => {
    const env = { HTTP_PROXY: `http://jane:pr%40xy@127.0.0.1:${ports.proxy}` };
    expect((await ask("/ok", { via: [], env })).body.toString()).toBe("through a proxy");
    expect(proxied.at(-1)).toBe(`POST http://${NAME}/ok Basic ${Buffer.from("jane:pr@xy").toString("base64")}`);
    const fault = await faultOf(ask("/ok", { via: [], env: { HTTP_PROXY: `127.0.0.1:${ports.proxy}` } }));
    expect(fault).toMatchObject({
      kind: "proxy",
      says: `the proxy 127.0.0.1:${ports.proxy} requires a user and password (407)`,
    });
  });

  test("--connect passes them by, and so do NO_PROXY and this machine itself", async () => {
    const count = proxied.length;
    expect((await overTls({ env: through("jane") })).status).toBe(200);
    for (const NO_PROXY of ["*", NAME, ".example.com", "*.example.com", "a, example.com", `${NAME}:80`, "PLM.EXAMPLE.COM"]) {
      const env = { HTTP_PROXY: `http://127.0.0.1:${ports.proxy}`, NO_PROXY };
      // there is no such server on this machine's network
      expect((await faultOf(ask("/ok", { via: [], env, patience: 500 }))).kind, NO_PROXY).not.toBe("proxy");
    }
    expect(
      (
        await ask("", {
          url: `http://127.0.0.1:${ports.plain}/ok`,
          via: [],
          env: { HTTP_PROXY: `http://127.0.0.1:${ports.proxy}` },
        })
      ).status,
    ).toBe(200);
    expect(proxied).toHaveLength(count);
    for (const no_proxy of ["plm.example.com:81", "ample.com", "other.example.com", "10.0.0.0/8", ""])
      expect(
        (await faultOf(ask("/ok", { via: [], env: { HTTP_PROXY: `http://127.0.0.1:${ports.proxy}`, no_proxy } }))).kind,
        no_proxy,
      ).toBe("proxy");
  });

  test.each([
    ["http://127.0.0.1:PORT", /requires a user and password \(407\): set them in the variable/],
    ["http://forbidden:pr%40xy@127.0.0.1:PORT", /does not connect to that server: it answers 403/],
    ["http://noise:pr%40xy@127.0.0.1:PORT", /no HTTP answer/],
    ["http://jane:pr%40xy@127.0.0.1:1", /the proxy 127\.0\.0\.1:1, which an environment variable names, cannot be reached/],
    ["socks5://jane:pr%40xy@127.0.0.1:PORT", /^the environment variable HTTPS_PROXY names a proxy of the kind socks5:/],
    ["http://jane:pr%40xy@127.0.0.1:99999", /^the environment variable HTTPS_PROXY is not the address of a proxy/],
    ["jane:pr%40xy@[", /^the environment variable HTTPS_PROXY is not the address of a proxy/],
  ])("a proxy that is none: %s", async (address, says) => {
    const fault = await faultOf(overTls({ via: [], env: { HTTPS_PROXY: address.replace("PORT", ports.proxy) } }));
    expect([fault.kind, fault.says]).toEqual(["proxy", expect.stringMatching(says)]);
    expect(fault.notReached).toBe(true);
    expect(`${fault.says} ${fault.url} ${fault.stack}`).not.toMatch(/pr%40xy|pr@xy|jane|forbidden/);
  });

  test("one that hangs is over when the time is", async () => {
    expect((await faultOf(overTls({ via: [], env: through("hangs"), patience: 60 }))).kind).toBe("no-answer");
  });
});
