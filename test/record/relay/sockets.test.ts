import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { listenAt } from "../../../src/platform/sockets.ts";
import type { Endpoint, Upstream } from "../../../src/platform/wire.ts";
import { selfSigned } from "../../support/certificate.ts";
import { FakeFolder, RAW } from "./fake-wire.ts";
import { closeAll, closing, HERE, plain, read, relayTo, type Serve, serving, to } from "./scene.ts";

/* The relay between real sockets of this process. */

afterEach(closeAll);

const errorOf = async (socket: net.Socket): Promise<string> => {
  const [error] = await once(socket, "error");
  return (error as NodeJS.ErrnoException).code ?? "";
};

function resolvable(): { readonly promise: Promise<string>; readonly resolve: (text: string) => void } {
  let resolve: (text: string) => void = () => undefined;
  const promise = new Promise<string>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("byte for byte", () => {
  test("[G2] byte by byte, with an interim answer before the request is whole", async () => {
    const port = await plain((socket) => {
      socket.once("data", () => socket.write("HTTP/1.1 100 Continue\r\n\r\n"));
      socket.on("end", () => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    });
    const scene = await relayTo(to(port));
    const client = scene.client().setNoDelay();
    client.write("P");
    await once(client, "data");
    for (const byte of "OST /") client.write(byte);
    client.end();
    await read(client);
    await scene.over();
    expect(scene.folder.text(RAW.c2s).toString()).toBe("POST /");
    expect(scene.folder.text(RAW.s2c).toString()).toBe("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n");
  });
});

describe("ends", () => {
  test("[G2] the server can finish while the client still sends", async () => {
    let heard = "";
    const port = await plain((socket) => {
      socket.end("early");
      socket.on("data", (chunk) => {
        heard += chunk;
      });
    });
    const scene = await relayTo(to(port));
    const client = scene.client();
    expect((await read(client)).toString()).toBe("early");
    client.write("still ");
    client.end("here");
    await scene.over();
    expect(heard).toBe("still here");
    expect(scene.folder.text(RAW.c2s).toString()).toBe("still here");
  });

  test("[G2] a reset by the server reaches the client as one, and what came before is recorded", async () => {
    const port = await plain((socket) => {
      socket.write("partial", () => socket.once("data", () => socket.resetAndDestroy()));
    });
    const scene = await relayTo(to(port));
    const client = scene.client();
    await once(client, "data");
    client.write("now");
    expect(await errorOf(client)).toBe("ECONNRESET");
    await scene.over();
    expect(scene.folder.text(RAW.s2c).toString()).toBe("partial");
    expect(scene.folder.events).toContainEqual(expect.objectContaining({ event: "reset", by: "server", code: "ECONNRESET" }));
  });

  test("[G2] a reset by the client resets the server's side", async () => {
    const served = resolvable();
    const port = await plain((socket) => {
      socket.on("error", (error) => served.resolve((error as NodeJS.ErrnoException).code ?? ""));
      socket.on("data", () => socket.write("answer"));
    });
    const scene = await relayTo(to(port));
    const client = scene.client();
    client.write("ask");
    await once(client, "data");
    client.resetAndDestroy();
    expect(await served.promise).toBe("ECONNRESET");
    await scene.over();
    expect(scene.folder.events).toContainEqual(expect.objectContaining({ event: "reset", by: "client" }));
  });

  test("a server that refuses connections: the client is reset, and that is recorded", async () => {
    const closed = net.createServer().listen(0, HERE);
    await once(closed, "listening");
    const { port } = closed.address() as net.AddressInfo;
    closed.close();
    await once(closed, "close");
    const scene = await relayTo(to(port));
    expect(await errorOf(scene.client())).toBe("ECONNRESET");
    await scene.over();
    expect(scene.troubles).toEqual([{ relay: "one", connection: 1, what: "not-reached", code: "ECONNREFUSED" }]);
  });

  test("a stop resets open connections", async () => {
    const port = await plain((socket) => socket.resume());
    const scene = await relayTo(to(port));
    const client = scene.client();
    client.write("ask");
    while (scene.folder.text(RAW.c2s).length === 0) await new Promise(setImmediate);
    await Promise.all([errorOf(client), scene.recorder.stop("SIGINT")]);
    expect(scene.folder.events.map(({ event }) => event).slice(-3)).toEqual(["reset", "closed", "stopped"]);
  });
});

test("a stop also ends half-closed connections", async () => {
  const port = await plain((socket) => void socket.end("all of it"));
  const scene = await relayTo(to(port));
  const client = scene.client();
  client.write("ask");
  expect((await read(client)).toString()).toBe("all of it");
  await scene.recorder.stop("SIGINT");
  expect(scene.folder.events.map(({ event }) => event).slice(-3)).toEqual(["reset", "closed", "stopped"]);
});

const LARGE = 16 * 1024 * 1024;

test("[G2] unread downloads are paused at the server, so few bytes are buffered", async () => {
  const stalled = 4;
  const block = Buffer.alloc(1024 * 1024, 7);
  let waiting = 0;
  const port = await plain((socket) => {
    socket.on("drain", () => {
      waiting -= 1;
      fill();
    });
    const fill = () => {
      while (socket.write(block));
      waiting += 1;
    };
    fill();
  });
  const folder = new FakeFolder();
  const append = folder.open.bind(folder);
  let taken = 0;
  folder.open = (name) => ({
    append: (bytes) => {
      taken += bytes.length;
    },
    close: append(name).close,
  });
  const scene = await relayTo(to(port), folder);
  for (let i = 0; i < stalled; i++) scene.client().pause();
  let before = -1;
  // until nothing more is taken for a while
  for (let quiet = 0; quiet < 50 && taken < stalled * LARGE; quiet = taken === before ? quiet + 1 : 0) {
    before = taken;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(waiting).toBe(stalled);
  // the system's own buffers of both sockets, some megabytes each
  expect(taken / stalled).toBeLessThan(LARGE);
});

describe("TLS with the server", () => {
  const own = selfSigned("localhost");
  const secure = (heard: string[], done: Serve = () => undefined) =>
    serving(
      tls.createServer({ key: own.key, cert: own.cert, allowHalfOpen: true }, (socket) => {
        socket.on("error", () => undefined).on("data", (chunk) => heard.push(String(chunk)));
        socket.on("end", () => socket.end("answer"));
        done(socket);
      }),
    );
  const toTls = (port: number, ca: string | null, host = "localhost"): Upstream => ({ host, port, tls: { ca } });

  test("[G2] TLS begins after the certificate was checked, and the capture has the decrypted bytes", async () => {
    const heard: string[] = [];
    const scene = await relayTo(toTls(await secure(heard), own.cert));
    const client = scene.client();
    client.end("ask");
    expect((await read(client)).toString()).toBe("answer");
    await scene.over();
    expect(heard).toEqual(["ask"]);
    expect([scene.folder.text(RAW.c2s), scene.folder.text(RAW.s2c)].map(String)).toEqual(["ask", "answer"]);
  });

  test.each([
    ["nobody vouches for", null, "localhost", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["is for another name", own.cert, HERE, "ERR_TLS_CERT_ALTNAME_INVALID"],
  ])("with a certificate that %s: no byte of the client leaves", async (_, ca, host, code) => {
    const heard: string[] = [];
    const scene = await relayTo(toTls(await secure(heard), ca, host));
    const client = scene.client();
    client.write("password");
    expect(await errorOf(client)).toBe("ECONNRESET");
    await scene.over();
    expect(heard).toEqual([]);
    expect(scene.troubles).toMatchObject([{ what: "not-reached", code }]);
  });

  test("a server without TLS gets no byte of the client", async () => {
    let heard = "";
    const port = await plain((socket) => {
      socket.once("data", (chunk) => {
        heard += chunk.toString("latin1");
        socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      });
    });
    const scene = await relayTo(toTls(port, own.cert));
    const client = scene.client();
    client.write("password");
    await errorOf(client);
    await scene.over();
    expect(heard).not.toContain("password");
    expect(scene.troubles).toMatchObject([{ what: "not-reached" }]);
  });

  test("[G2] a reset by the client reaches the server below TLS", async () => {
    const served = resolvable();
    const port = await secure([], (socket) => {
      socket.on("error", (error) => served.resolve((error as NodeJS.ErrnoException).code ?? ""));
    });
    const scene = await relayTo(toTls(port, own.cert));
    const client = scene.client();
    client.write("ask");
    while (!scene.folder.lines.some((line) => line.includes('"connected"'))) await new Promise(setImmediate);
    client.resetAndDestroy();
    expect(await served.promise).toBe("ECONNRESET");
  });
});

test("a port in use is an error", async () => {
  const first = await listenAt({ host: HERE, port: 0 }, () => undefined);
  closing.push(() => first.close());
  await expect(listenAt(first.at, () => undefined)).rejects.toMatchObject({ code: "EADDRINUSE" });
});

describe.each(["what it can", "none"] as const)("[G2] read by handle: %s", (byHandle) => {
  test("a client is recorded with address and port", async () => {
    let tell: (peer: Endpoint) => void = () => undefined;
    const from = new Promise<Endpoint>((resolve) => {
      tell = resolve;
    });
    const listening = await listenAt(
      { host: HERE, port: 0 },
      (end, peer) => {
        tell(peer);
        closing.push(() => end.reset());
      },
      undefined,
      byHandle,
    );
    const client = net.connect(listening.at).on("error", () => undefined);
    await once(client, "connect");
    expect(await from).toEqual({ host: HERE, port: client.localPort });
    client.destroy();
    listening.close();
  });
});
