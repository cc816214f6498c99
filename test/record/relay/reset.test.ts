import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { localAuthority } from "../../../src/platform/local-authority.ts";
import { connectTo, listenAt } from "../../../src/platform/sockets.ts";
import type { Upstream, WireEnd } from "../../../src/platform/wire.ts";
import { FakeFolder, failing, RAW } from "./fake-wire.ts";
import { closeAll, closing, HERE, relayTo, type Scene, type Serve, serving } from "./scene.ts";
import { eachNth } from "../../support/runs.ts";

/* An end that is broken off at any moment: it is closed in any case, and the other side is broken off, not told that all is said. */

afterEach(closeAll);

const authority = localAuthority(["localhost"], new Date());
const BLOCK = Buffer.alloc(1024 * 1024, 7);
const PARTIAL = "HTTP/1.1 200 OK\r\n\r\npartial";
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(setImmediate);
};

/** Both ends of one connection as the relay has them; the far one reads nothing. */
async function pair(secure: boolean) {
  let accepted: (end: WireEnd) => void = () => undefined;
  const near = new Promise<WireEnd>((resolve) => {
    accepted = resolve;
  });
  const identity = secure ? authority.identity("localhost") : undefined;
  const listening = await listenAt({ host: HERE, port: 0 }, (end) => accepted(end), identity);
  closing.push(() => listening.close());
  const to = {
    host: "localhost",
    port: listening.at.port,
    addresses: [HERE],
    tls: secure ? { ca: authority.certificate } : null,
  };
  const far = connectTo(to);
  const told: string[] = [];
  const over = new Promise<void>((resolve) => {
    const nothing = () => undefined;
    far.begin({
      connected: () => far.pause(),
      bytes: nothing,
      drained: nothing,
      finished: () => void told.push("end"),
      lost: (code) => void told.push(code),
      closed: resolve,
    });
  });
  const end = await near;
  let closed: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    closed = resolve;
  });
  await new Promise<void>((resolve) => {
    const nothing = () => undefined;
    end.begin({ connected: () => resolve(), bytes: nothing, drained: nothing, finished: nothing, lost: nothing, closed });
  });
  return { end, far, told, over, gone };
}

describe.each([
  ["TCP", false],
  ["TLS", true],
])("%s", (_, secure) => {
  test.each(
    eachNth(4, [
      ["in the moment that it says it is done", 0, false],
      ["while what it sent has not left, and it has said that it is done", 32, false],
      ["while what it sent has not left", 32, true],
    ]),
  )("[G2] an end that is broken off %s is closed, and so is the other, out of turn", async (_when, blocks, open) => {
    const { end, far, told, over, gone } = await pair(secure);
    for (let i = 0; i < blocks; i++) end.send(BLOCK);
    if (!open) end.finish();
    end.reset();
    await gone;
    far.resume();
    await over;
    // whether it was told before that all is said depends on which of both came first
    expect(told.at(-1)).toMatch(/^(?:ECONNRESET|EPIPE)$/);
  });
});

test("[G2] bytes sent before an orderly end arrive, however slow the other side is", async () => {
  let accepted: (end: WireEnd) => void = () => undefined;
  const near = new Promise<WireEnd>((resolve) => {
    accepted = resolve;
  });
  const listening = await listenAt({ host: HERE, port: 0 }, (end) => accepted(end));
  closing.push(() => listening.close());
  const client = net.connect({ port: listening.at.port, host: HERE, allowHalfOpen: true });
  closing.push(() => client.destroy());
  const end = await near;
  const nothing = () => undefined;
  end.begin({ connected: nothing, bytes: nothing, drained: nothing, finished: nothing, lost: nothing, closed: nothing });
  for (let i = 0; i < 16; i++) end.send(BLOCK);
  end.finish();
  let got = 0;
  client.on("data", (chunk: Buffer) => {
    got += chunk.length;
  });
  await once(client, "end");
  expect(got).toBe(16 * BLOCK.length);
});

describe.each(["plain", "tls", "patch"] as const)("a relay in mode %s", (mode) => {
  const own = authority.identity("localhost");
  /** A server that does something with the TCP socket below once it has been asked. */
  async function serverThat(asked: (socket: net.Socket, below: net.Socket) => void): Promise<Upstream> {
    let below: net.Socket | null = null;
    const serve: Serve = (socket) => {
      socket.on("error", () => undefined).once("data", () => asked(socket, below ?? socket));
    };
    const server =
      mode === "tls"
        ? tls.createServer({ ...own, allowHalfOpen: true }, serve)
        : net.createServer({ allowHalfOpen: true }, serve);
    server.on("connection", (socket) => {
      below = socket;
    });
    return { host: "localhost", port: await serving(server), tls: mode === "tls" ? { ca: authority.certificate } : null };
  }

  test("[G2] a server that resets right after sending does not count as finished", async () => {
    const upstream = await serverThat((socket, below) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\npartial", () => setImmediate(() => below.resetAndDestroy()));
    });
    const scene = await relayTo(upstream, new FakeFolder(), mode);
    const client = scene.client();
    const codes: string[] = [];
    client.on("error", (error: NodeJS.ErrnoException) => codes.push(error.code ?? ""));
    client.resume().write("GET / HTTP/1.1\r\n\r\n");
    await scene.over();
    expect(scene.folder.text(RAW.s2c).toString()).toBe("HTTP/1.1 200 OK\r\n\r\npartial");
    expect(scene.folder.events).toContainEqual(expect.objectContaining({ event: "reset", by: "server" }));
    expect(scene.folder.events).not.toContainEqual(expect.objectContaining({ event: "fin", way: "s2c" }));
  });

  // over TLS the system itself tells no difference in that moment (docs/recording.md)
  const moments = ["once that has arrived", ...(mode === "tls" ? [] : ["right after it has sent"])];
  test.each(eachNth(4, moments))(
    "[G2] a server that breaks off after the client's end was passed on to it, %s, is not taken for one that is done",
    async (when) => {
      const later: (() => void)[] = [];
      const upstream = await serverThat((socket, below) => {
        const cut = () => void setImmediate(() => below.resetAndDestroy());
        socket.once("end", () => socket.write(PARTIAL, when.startsWith("right") ? cut : () => later.push(cut))).resume();
      });
      const scene = await relayTo(upstream, new FakeFolder(), mode);
      const client = scene.client();
      const codes: string[] = [];
      client.on("error", (error: NodeJS.ErrnoException) => codes.push(error.code ?? ""));
      client.on("data", () => void until(() => later.length > 0).then(() => later[0]?.()));
      client.end("GET / HTTP/1.1\r\n\r\n");
      await scene.over();
      if (when.startsWith("once")) {
        await until(() => client.destroyed);
        expect(codes).toEqual(["ECONNRESET"]);
      }
      expect(scene.folder.text(RAW.s2c).toString()).toBe(PARTIAL);
      const ends = scene.folder.events.filter(({ event }) => event === "fin" || event === "reset");
      expect(ends).toMatchObject([
        { event: "fin", way: "c2s" },
        { event: "reset", by: "server" },
      ]);
    },
  );

  test("[G2] a server that resets after its end was forwarded resets an upload", async () => {
    const upstream = await serverThat((socket, below) => {
      socket.once("data", () => below.resetAndDestroy());
      socket.end("HTTP/1.1 413 Too Large\r\n\r\n");
    });
    const scene = await relayTo(upstream, new FakeFolder(), mode);
    const client = scene.client().resume();
    client.write("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n");
    await once(client, "end");
    while (!client.destroyed) {
      client.write("part");
      await new Promise(setImmediate);
    }
    await scene.over();
    const ends = scene.folder.events.filter(({ event }) => event === "fin" || event === "reset");
    expect(ends).toMatchObject([
      { event: "fin", way: "s2c" },
      { event: "reset", by: "server" },
    ]);
    expect(scene.folder.text(RAW.c2s).toString()).toContain("part");
  });

  /** A client of the relay with the TCP socket below it. */
  function clientOf({ listening }: Scene): { readonly client: net.Socket; readonly below: net.Socket } {
    const below = net.connect({ host: HERE, port: listening.at.port, allowHalfOpen: true });
    const client = mode === "tls" ? tls.connect({ socket: below, servername: "localhost", rejectUnauthorized: false }) : below;
    closing.push(() => below.destroy());
    client.on("error", () => undefined);
    below.on("error", () => undefined);
    return { client, below };
  }

  test.each(eachNth(4, moments))(
    "[G2] a client that breaks off after the server's end was passed on to it, %s, is not taken for one that is done",
    async (when) => {
      const upstream = await serverThat((socket) => void socket.resume().end("HTTP/1.1 413 Too Large\r\n\r\n"));
      const scene = await relayTo(upstream, new FakeFolder(), mode);
      const { client, below } = clientOf(scene);
      client.resume().write("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n");
      await once(client, "end");
      const cut = () => void setImmediate(() => below.resetAndDestroy());
      client.write("part", when.startsWith("right") ? cut : undefined);
      await until(() => scene.folder.text(RAW.c2s).includes("part"));
      if (when.startsWith("once")) cut();
      await scene.over();
      const ends = scene.folder.events.filter(({ event }) => event === "fin" || event === "reset");
      expect(ends).toMatchObject([
        { event: "fin", way: "s2c" },
        { event: "reset", by: "client" },
      ]);
    },
  );

  test.each(eachNth(4, ["c2s", "s2c"] as const))(
    "[G2] a disk that is full as bytes come (%s) ends the connection and nothing else",
    async (way) => {
      const upstream = await serverThat((socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\nanswer"));
      const folder = new FakeFolder((name, bytes) => {
        if (name === RAW[way] && bytes.length > 0) throw failing("ENOSPC");
      });
      const scene = await relayTo(upstream, folder, mode);
      const client = scene.client();
      client.write("GET / HTTP/1.1\r\n\r\n");
      await scene.over();
      expect(scene.troubles).toEqual([{ relay: "one", connection: 1, what: "recorder", code: "ENOSPC" }]);
      // the relay goes on: the next one is tried again
      scene.client().write("GET / HTTP/1.1\r\n\r\n");
      while (scene.recorder.totals.connections < 2) await new Promise(setImmediate);
      expect(scene.recorder.totals.connections).toBe(2);
    },
  );

  test("[G1] a stop completes when a client finishes at the same moment", async () => {
    const upstream = await serverThat(() => undefined);
    const folder = new FakeFolder();
    const scene = await relayTo(upstream, folder, mode);
    const client = scene.client();
    client.end("GET / HTTP/1.1\r\n\r\n");
    while (!folder.lines.some((line) => line.includes('"fin"'))) await new Promise(setImmediate);
    await scene.recorder.stop("SIGINT");
    expect(folder.events.map(({ event }) => event).slice(-2)).toEqual(["closed", "stopped"]);
  });
});
