import { once } from "node:events";
import tls from "node:tls";
import { afterEach, expect, test } from "vitest";
import { Relay } from "../../../src/record/relay/relay.ts";
import { Recorder, type RelayTrouble } from "../../../src/record/relay/recorder.ts";
import { selfSigned } from "../../support/certificate.ts";
import { validatorOf } from "../../support/printed-documents.ts";
import { AT, failing, FakeEnd, FakeFolder, RAW } from "./fake-wire.ts";
import { closeAll, HERE, read, relayTo, serving } from "./scene.ts";

/* Mode patch as a relay: both legs on disk before anything goes on. */

afterEach(closeAll);

const SENT = { c2s: "0001.c2s.sent.raw", s2c: "0001.s2c.sent.raw" };

test("[G2] received and sent bytes are both recorded, and each patch has its place in both", async () => {
  const own = selfSigned("localhost");
  let heard = "";
  let port = 0;
  const server = tls.createServer({ key: own.key, cert: own.cert }, (socket) => {
    socket
      .on("error", () => undefined)
      .on("data", (chunk) => {
        heard += chunk;
        if (heard.endsWith("\r\n\r\n"))
          socket.write(
            `HTTP/1.1 302 Found\r\nLocation: https://localhost:${port}/there\r\nSet-Cookie: s=1; Domain=localhost; Secure; Path=/\r\nContent-Length: 2\r\n\r\nok`,
          );
      });
  });
  port = await serving(server);
  const scene = await relayTo({ host: "localhost", port, tls: { ca: own.cert } }, new FakeFolder(), "patch");
  const here = `${HERE}:${scene.listening.at.port}`;
  const client = scene.client();
  client.write("GET / HTTP/1.1\r\nHo");
  client.write(`st: ${here}\r\n\r\n`);
  let got = "";
  while (!got.endsWith("ok")) got += (await once(client, "data"))[0];
  client.end();
  await read(client);
  await scene.over();
  expect(heard).toBe(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  expect(got).toBe(
    `HTTP/1.1 302 Found\r\nLocation: http://${here}/there\r\nSet-Cookie: s=1; Path=/\r\nContent-Length: 2\r\n\r\nok`,
  );
  const { folder } = scene;
  expect(folder.text(RAW.c2s).toString()).toBe(`GET / HTTP/1.1\r\nHost: ${here}\r\n\r\n`);
  expect(folder.text(RAW.s2c).toString()).toContain(
    `Location: https://localhost:${port}/there\r\nSet-Cookie: s=1; Domain=localhost; Secure`,
  );
  expect([folder.text(SENT.c2s), folder.text(SENT.s2c)].map(String)).toEqual([heard, got]);
  const patches = folder.events.filter((event) => event.event === "patch");
  const changed = patches.map(({ way, what, offset, length, sentOffset, sentLength }) => [
    what,
    folder.text(RAW[way]).toString("latin1", offset, offset + length),
    folder.text(SENT[way]).toString("latin1", sentOffset, sentOffset + sentLength),
  ]);
  expect(changed).toEqual([
    ["host", here, `localhost:${port}`],
    ["location", `https://localhost:${port}`, `http://${here}`],
    ["cookie-domain", "; Domain=localhost", ""],
    ["cookie-secure", "; Secure", ""],
  ]);
  expect(folder.events.filter((event) => !validatorOf("capture-events")(event))).toEqual([]);
  expect(folder.closed.sort()).toEqual([RAW.c2s, SENT.c2s, RAW.s2c, SENT.s2c].sort());
});

function scene(before: (name: string, bytes: Uint8Array) => void = () => undefined) {
  const folder = new FakeFolder(before);
  const troubles: RelayTrouble[] = [];
  const [client, server] = [new FakeEnd(), new FakeEnd()];
  const world = { connect: () => server, elapsed: () => 7, own: () => [], pid: 42 };
  const recorder = new Recorder(world, folder, (trouble) => void troubles.push(trouble));
  const at = AT(HERE, 8080);
  const plan = { role: "one", listen: at, to: { host: "plm.example.com", port: 7001, tls: null }, mode: "patch" } as const;
  recorder.started([{ role: "one", listen: "here", to: "there", mode: "patch" }], new Date(0), "1.0.0");
  new Relay(world, recorder, plan, [{ plan, at }]).accept(client, AT(HERE, 50_000));
  return { folder, troubles, client, server, reach: () => server.tells.connected(AT("10.0.0.9", 7001)) };
}

test("[G2] if only the received bytes can be written, nothing is sent", () => {
  const { client, server, folder, troubles, reach } = scene((name, bytes) => {
    if (name === SENT.c2s && bytes.length > 0) throw failing("ENOSPC");
  });
  reach();
  client.says("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(server.got).toEqual([]);
  expect([client.done.at(-1), server.done.at(-1)]).toEqual(["reset", "reset"]);
  expect(troubles).toEqual([{ relay: "one", connection: 1, what: "recorder", code: "ENOSPC" }]);
  expect(folder.text(RAW.c2s).toString()).toContain("Host: a");
});

test("[G2] a server that is not reached: the client's bytes are recorded, and none is sent", () => {
  const { client, server, folder } = scene();
  client.says("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  server.tells.lost("ECONNREFUSED");
  expect(folder.text(SENT.c2s).length).toBe(0);
  expect(folder.text(RAW.c2s).toString()).toContain("Host: a");
  expect(folder.events.map(({ event }) => event)).not.toContain("sent");
});

test("[G2] a client that finishes within a head: the received part is forwarded unchanged, then the end", () => {
  const { client, server, reach } = scene();
  client.says("GET / HTTP/1.1\r\nHost: a");
  client.tells.finished();
  reach();
  expect([server.text, server.done]).toEqual(["GET / HTTP/1.1\r\nHost: a", ["finish"]]);
});

test("[G2] if one file cannot be created, the others are closed", () => {
  const { folder, client } = scene((name) => {
    if (name === SENT.s2c) throw failing("EMFILE");
  });
  expect(folder.closed).toEqual([RAW.c2s, RAW.s2c, SENT.c2s]);
  expect(client.done).toEqual(["reset"]);
});

test("[G2] a slow client slows the server in this mode, too", () => {
  const { client, server, reach } = scene();
  reach();
  client.says("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  client.roomy = false;
  server.says("HTTP/1.1 200 OK\r\n\r\nmuch");
  expect(server.done).toEqual(["pause"]);
  client.tells.drained();
  expect(server.done).toEqual(["pause", "resume"]);
});
