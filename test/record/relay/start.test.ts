import { expect, test } from "vitest";
import type { Endpoint, RecordingWorld, WireEnd } from "../../../src/platform/wire.ts";
import { readEvents } from "../../../src/record/capture/connection.ts";
import { NotListening, startRelays } from "../../../src/record/relay/start.ts";
import { validatorOf } from "../../support/printed-documents.ts";
import { AT, FakeEnd, FakeFolder, failing } from "./fake-wire.ts";

/* Several relays in one capture. */

type Accept = (client: WireEnd, from: Endpoint) => void;

function scene(listen: (at: Endpoint, accept: Accept) => void = () => undefined) {
  const folder = new FakeFolder();
  const servers: FakeEnd[] = [];
  const accepts: Accept[] = [];
  const closed: string[] = [];
  let abandoned = false;
  folder.abandon = () => {
    abandoned = true;
  };
  const world: RecordingWorld = {
    store: () => null,
    capture: () => folder,
    ids: () => [],
    open: () => null,
    ends: () => null,
    noteReveal: () => undefined,
    foreign: () => null,
    checkout: async () => null,
    async listen(at, accept) {
      listen(at, accept);
      accepts.push(accept);
      return { at: { ...at, port: at.port + accepts.length }, close: () => void closed.push(at.host) };
    },
    authority: () => ({ certificate: "-----", identity: () => ({ cert: "", key: "" }) }),
    connect() {
      const server = new FakeEnd();
      servers.push(server);
      return server;
    },
    own: () => ["127.0.0.1"],
    alive: () => true,
    elapsed: () => 7,
    pid: 42,
    detached: () => Promise.reject(new Error("nothing may be started")),
    stopped: () => new Promise(() => undefined),
  };
  const plans = [
    { role: "sign-in", listen: AT("127.0.0.1", 8000), to: { host: "plm.example.com", port: 7001, tls: null }, mode: "plain" },
    {
      role: "file-transfer",
      listen: AT("127.0.0.2", 8000),
      to: { host: "fsc.example.com", port: 443, tls: { ca: null } },
      mode: "plain",
    },
  ] as const;
  const wanted = { store: "/store", at: new Date("2026-11-22T12:00:00Z"), version: "1.0.0", trouble: () => undefined };
  const start = () => startRelays(world, plans, wanted);
  return { folder, servers, accepts, closed, start, abandoned: () => abandoned };
}

const RELAYS = [
  { role: "sign-in", listen: "127.0.0.1:8001", to: "plm.example.com:7001", mode: "plain" },
  { role: "file-transfer", listen: "127.0.0.2:8002", to: "https://fsc.example.com:443", mode: "plain" },
];

test("[G1] several relays record into one capture: one beginning, connections numbered over all, each with its relay", async () => {
  const { folder, accepts, start, servers, closed } = scene();
  const { relays, totals, stop, id } = await start();
  expect([id, relays]).toEqual(["one", RELAYS]);
  const clients = [1, 0, 1].map((which, i) => {
    const client = new FakeEnd();
    accepts[which]?.(client, AT("127.0.0.1", 50_000 + i));
    return client;
  });
  for (const [i, client] of clients.entries()) {
    servers[i]?.tells.connected(AT("10.0.0.9", 7001));
    client.says("x".repeat(i + 1));
  }
  expect([...folder.files].map(([name, bytes]) => `${name} ${bytes.length}`).filter((line) => line.includes("c2s"))).toEqual([
    "0001.c2s.raw 1",
    "0002.c2s.raw 2",
    "0003.c2s.raw 3",
  ]);
  const stopping = stop("SIGINT");
  for (const end of [...clients, ...servers]) end.tells.closed();
  await stopping;
  expect(closed).toEqual(["127.0.0.1", "127.0.0.2"]);
  expect(totals).toMatchObject({ connections: 3, bytes: { fromClient: 6, fromServer: 0 } });
  const capture = readEvents(folder.lines.join("\n"));
  expect(capture.started?.relays).toEqual(RELAYS);
  expect([...capture.connections.values()].map(({ n, relay }) => `${n} ${relay}`)).toEqual([
    "1 file-transfer",
    "2 sign-in",
    "3 file-transfer",
  ]);
  expect(capture.stopped).toBe("SIGINT");
  expect(folder.events.filter((event) => !validatorOf("capture-events")(event))).toEqual([]);
});

test("[G1] addresses are released after the end is recorded, and a client in between leaves no later event", async () => {
  const { folder, accepts, start, servers, closed } = scene();
  let atEnd: unknown[] = [];
  folder.close = () => {
    atEnd = [folder.events.at(-1)?.event, closed.length];
  };
  const { stop, totals } = await start();
  const client = new FakeEnd();
  accepts[0]?.(client, AT("127.0.0.1", 50_000));
  const stopping = stop("SIGTERM");
  const late = new FakeEnd();
  accepts[1]?.(late, AT("127.0.0.1", 50_001));
  expect([late.done, servers.length, totals.connections]).toEqual([["reset"], 1, 1]);
  for (const end of [client, ...servers]) end.tells.closed();
  await stopping;
  expect([atEnd, closed]).toEqual([
    ["stopped", 0],
    ["127.0.0.1", "127.0.0.2"],
  ]);
});

test("[G1] a client that connects before the last relay listens is recorded after the first line", async () => {
  const { folder, start } = scene((at, accept) => {
    if (at.host === "127.0.0.1") accept(new FakeEnd(), AT("127.0.0.1", 50_000));
  });
  await start();
  expect(folder.events.map(({ event }) => event)).toEqual(["started", "accepted"]);
});

test("[G1] if one address cannot be listened on, none is, and the folder is deleted", async () => {
  const { folder, start, closed, abandoned } = scene((at) => {
    if (at.host === "127.0.0.2") throw failing("EADDRINUSE");
  });
  const error = await start().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NotListening);
  expect(error).toMatchObject({ plan: { role: "file-transfer" }, cause: { code: "EADDRINUSE" } });
  expect([closed, folder.lines, abandoned()]).toEqual([["127.0.0.1"], [], true]);
});

test("[G2] a server that is another relay of the same recording is a loop", async () => {
  const { folder, accepts, start, servers } = scene();
  await start();
  accepts[0]?.(new FakeEnd(), AT("127.0.0.1", 50_000));
  servers[0]?.tells.connected(AT("127.0.0.2", 8002));
  expect(folder.events.at(-1)).toMatchObject({ event: "not-reached", code: "loop" });
});
