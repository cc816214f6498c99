import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import type { Upstream } from "../../../src/platform/wire.ts";
import { readEvents } from "../../../src/record/capture/connection.ts";
import { selfSigned } from "../../support/certificate.ts";
import { FakeFolder, RAW } from "./fake-wire.ts";
import { closeAll, closing, HERE, plain, read, relayTo, type Serve, serving, to } from "./scene.ts";

/* Mode tls: TLS with the client, under the server's own name, and TLS with the server. */

afterEach(closeAll);

const own = selfSigned("localhost");
async function relay(serve: Serve, folder = new FakeFolder()) {
  const options = { key: own.key, cert: own.cert, allowHalfOpen: true };
  const port = await serving(
    tls.createServer(options, (socket) => {
      socket.on("error", () => undefined);
      serve(socket);
    }),
  );
  return relayTo({ host: "localhost", port, tls: { ca: own.cert } }, folder, "tls");
}
const codeOf = async (socket: net.Socket): Promise<string> => {
  const [error] = await once(socket, "error");
  return (error as NodeJS.ErrnoException).code ?? "";
};
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(setImmediate);
};

test("[G2] both sides speak TLS, the client sees the server's name, and the capture has the decrypted bytes", async () => {
  const scene = await relay((socket) => void socket.on("data", () => socket.end("answer")));
  const client = scene.client() as tls.TLSSocket;
  await once(client, "secureConnect");
  expect(client.authorized).toBe(true);
  expect(client.getPeerCertificate().subjectaltname).toBe("DNS:localhost");
  client.write("ask");
  expect((await read(client)).toString()).toBe("answer");
  client.end();
  await scene.over();
  expect([scene.folder.text(RAW.c2s), scene.folder.text(RAW.s2c)].map(String)).toEqual(["ask", "answer"]);
  const greeted = scene.folder.events.filter(({ event }) => event === "greeted");
  expect(greeted).toHaveLength(2);
  expect(greeted).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ c: 1, side: "client", protocol: "TLSv1.3" }),
      expect.objectContaining({ c: 1, side: "server", protocol: "TLSv1.3", cipher: expect.stringMatching(/^TLS_/) }),
    ]),
  );
});

test("[G2] a client that also offers HTTP/2 gets HTTP/1.1", async () => {
  const scene = await relay((socket) => void socket.resume());
  const client = tls.connect({
    host: HERE,
    port: scene.listening.at.port,
    ALPNProtocols: ["h2", "http/1.1"],
    rejectUnauthorized: false,
  });
  closing.push(() => client.destroy());
  await once(client, "secureConnect");
  expect(client.alpnProtocol).toBe("http/1.1");
});

describe("a client", () => {
  test("[G1] a client that only speaks older TLS is reported, with no byte received", async () => {
    const scene = await relay(() => undefined);
    const { port } = scene.listening.at;
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" } as const;
    const client = tls.connect({ host: HERE, port, rejectUnauthorized: false, ...old }).on("error", () => undefined);
    closing.push(() => client.destroy());
    await until(() => scene.troubles.length > 0);
    expect(scene.troubles).toEqual([{ relay: "one", connection: 1, what: "not-greeted", code: "ERR_SSL_UNSUPPORTED_PROTOCOL" }]);
    await scene.over();
    expect(readEvents(scene.folder.lines.join("\n")).connections.get(1)).toMatchObject({
      ways: { c2s: { length: 0 }, s2c: { length: 0 } },
      ending: { kind: "not-greeted" },
    });
  });

  test("[G1] a client without TLS is distinguished from one that reset", async () => {
    const scene = await relay(() => undefined);
    const rude = net.connect(scene.listening.at.port, HERE).on("error", () => undefined);
    closing.push(() => rude.destroy());
    rude.write("GET / HTTP/1.1\r\n\r\n");
    await until(() => scene.troubles.length > 0);
    expect(scene.troubles).toMatchObject([{ what: "not-greeted", code: "ERR_SSL_HTTP_REQUEST" }]);
    await scene.over();
    expect(scene.folder.text(RAW.c2s).toString()).toBe("");
  });

  test("[G2] a client that leaves before TLS counts as reset, not as untrusting", async () => {
    const scene = await relay(() => undefined);
    const gone = net.connect(scene.listening.at.port, HERE).on("error", () => undefined);
    await once(gone, "connect");
    gone.resetAndDestroy();
    await scene.over();
    expect(scene.recorder.totals).toMatchObject({ connections: 1, notGreeted: 0 });
    expect(scene.folder.events).toContainEqual(expect.objectContaining({ event: "reset", by: "client" }));
  });
});

test("[G2] a server with an untrusted certificate gets no byte, and the client is reset", async () => {
  const heard: string[] = [];
  const port = await serving(
    tls.createServer({ key: own.key, cert: own.cert }, (socket) => void socket.on("data", () => heard.push("x"))),
  );
  const scene = await relayTo({ host: "localhost", port, tls: { ca: null } }, new FakeFolder(), "tls");
  const client = scene.client();
  client.write("password");
  await codeOf(client);
  await scene.over();
  expect(heard).toEqual([]);
  expect(scene.troubles).toMatchObject([{ what: "not-reached", code: "DEPTH_ZERO_SELF_SIGNED_CERT" }]);
});

describe("ends", () => {
  test("[G2] the server can finish while the client still sends", async () => {
    let heard = "";
    const scene = await relay((socket) => {
      socket.end("early");
      socket.on("data", (chunk) => {
        heard += chunk;
      });
    });
    const client = scene.client();
    expect((await read(client)).toString()).toBe("early");
    client.write("still ");
    client.end("here");
    await scene.over();
    expect(heard).toBe("still here");
  });

  test("[G2] a reset by the server reaches the client as one, and what came before is recorded", async () => {
    const raw: net.Socket[] = [];
    const options = { key: own.key, cert: own.cert };
    const server = tls.createServer(options, (socket) => {
      socket.on("error", () => undefined).write("partial", () => socket.once("data", () => raw[0]?.resetAndDestroy()));
    });
    server.on("connection", (socket) => raw.push(socket));
    const scene = await relayTo(
      { host: "localhost", port: await serving(server), tls: { ca: own.cert } },
      new FakeFolder(),
      "tls",
    );
    const client = scene.client();
    await once(client, "data");
    client.write("now");
    expect(await codeOf(client)).toBe("ECONNRESET");
    await scene.over();
    expect(scene.folder.text(RAW.s2c).toString()).toBe("partial");
    expect(scene.folder.events).toContainEqual(expect.objectContaining({ event: "reset", by: "server", code: "ECONNRESET" }));
  });

  test("[G2] a reset by the client resets the server's side", async () => {
    const codes: string[] = [];
    const scene = await relay((socket) => {
      socket.on("error", (error: NodeJS.ErrnoException) => codes.push(error.code ?? ""));
      socket.on("data", () => socket.write("answer"));
    });
    const below = net.connect(scene.listening.at.port, HERE).on("error", () => undefined);
    const client = tls.connect({ socket: below, rejectUnauthorized: false }).on("error", () => undefined);
    closing.push(() => client.destroy());
    client.write("ask");
    await once(client, "data");
    below.resetAndDestroy();
    await until(() => codes.length > 0);
    expect(codes).toEqual(["ECONNRESET"]);
    await scene.over();
    expect(scene.folder.events).toContainEqual(expect.objectContaining({ event: "reset", by: "client" }));
  });
});

test("[G2] an unread download is paused at the server", async () => {
  const block = Buffer.alloc(1024 * 1024, 7);
  let waiting = 0;
  const folder = new FakeFolder();
  const open = folder.open.bind(folder);
  let taken = 0;
  folder.open = (name) => ({
    append: (bytes) => {
      taken += bytes.length;
    },
    close: open(name).close,
  });
  const scene = await relay((socket) => {
    const fill = () => {
      while (!socket.destroyed && socket.write(block));
      waiting += 1;
    };
    socket.on("drain", fill);
    fill();
  }, folder);
  const client = scene.client();
  await once(client, "secureConnect");
  client.pause();
  let before = -1;
  for (let quiet = 0; quiet < 50 && taken < 64 * block.length; quiet = taken === before ? quiet + 1 : 0) {
    before = taken;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(waiting).toBeGreaterThan(0);
  // the system's own buffers of both sockets, some megabytes each
  expect(taken).toBeLessThan(32 * block.length);
});

test("connections use the addresses resolved at the start, whatever the name resolves to now", async () => {
  const port = await plain((socket) => void socket.end("answer"));
  const moved: Upstream = { ...to(port), host: "nowhere.example.com", addresses: [HERE] };
  const scene = await relayTo(moved);
  const client = scene.client();
  expect((await read(client)).toString()).toBe("answer");
});
