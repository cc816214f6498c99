import { describe, expect, test } from "vitest";
import { Connection } from "../../../src/record/relay/connection.ts";
import { Recorder, type RelayTrouble } from "../../../src/record/relay/recorder.ts";
import { Relay } from "../../../src/record/relay/relay.ts";
import { AT, failing, FakeEnd, FakeFolder, RAW } from "./fake-wire.ts";

/* The data path without a socket: what each side does, and what the relay does to the other. */

function scene(given: { readonly folder?: FakeFolder; readonly onSend?: (bytes: Uint8Array) => void } = {}) {
  const folder = given.folder ?? new FakeFolder();
  const troubles: RelayTrouble[] = [];
  const [client, server] = [new FakeEnd(given.onSend), new FakeEnd(given.onSend)];
  const world = { connect: () => server, elapsed: () => 7, own: () => ["10.0.0.5"], pid: 42 };
  const recorder = new Recorder(world, folder, (trouble) => void troubles.push(trouble));
  const plan = {
    role: "one",
    listen: AT("127.0.0.1", 8080),
    to: { host: "plm.example.com", port: 7001, tls: null },
    mode: "plain",
  } as const;
  const relay = new Relay(world, recorder, plan, [{ plan, at: plan.listen }]);
  recorder.started(
    [{ role: "one", listen: "127.0.0.1:8080", to: "plm.example.com:7001", mode: "plain" }],
    new Date("2026-11-22T12:00:00Z"),
    "1.0.0",
  );
  relay.accept(client, AT("127.0.0.1", 50_000));
  const reach = () => server.tells.connected(AT("10.0.0.9", 7001));
  const kinds = () => folder.events.map(({ event }) => event);
  return { folder, troubles, client, server, recorder, reach, kinds };
}

describe("bytes", () => {
  test("[G2] bytes are in the capture before they are forwarded, in both directions", () => {
    const order: string[] = [];
    const folder = new FakeFolder((_, bytes) => void order.push(`write ${Buffer.from(bytes)}`));
    const { client, server, reach } = scene({ folder, onSend: (bytes) => void order.push(`send ${Buffer.from(bytes)}`) });
    order.length = 0;
    reach();
    client.says("ask");
    server.says("answer");
    expect(order).toEqual(["write ask", "send ask", "write answer", "send answer"]);
    expect([server.text, client.text]).toEqual(["ask", "answer"]);
  });

  test("[G2] the client's bytes wait until the server is reached, are recorded immediately, and are not lost", () => {
    const { client, server, folder, reach } = scene();
    client.says("early");
    client.tells.finished();
    expect(server.got).toEqual([]);
    expect(server.done).toEqual([]);
    expect(client.done).toEqual(["pause"]);
    expect(folder.text(RAW.c2s).toString()).toBe("early");
    reach();
    expect(server.text).toBe("early");
    expect(server.done).toEqual(["finish"]);
  });

  test("[G2] bytes are reported with place and length", () => {
    const { client, folder, reach } = scene();
    reach();
    client.says("abc");
    client.says("de");
    const reads = folder.events.filter(({ event }) => event === "read");
    expect(reads).toMatchObject([
      { c: 1, way: "c2s", offset: 0, length: 3 },
      { c: 1, way: "c2s", offset: 3, length: 2 },
    ]);
  });
});

describe("an end", () => {
  test("[G2] the end of one direction leaves the other open: a slow answer arrives", () => {
    const { client, server, reach } = scene();
    reach();
    client.says("ask");
    client.tells.finished();
    expect(server.done).toEqual(["finish"]);
    expect(client.done).not.toContain("reset");
    server.says("late");
    server.tells.finished();
    expect(client.text).toBe("late");
    expect(client.done.at(-1)).toBe("finish");
  });

  test("[G2] the server's end leaves an upload running", () => {
    const { client, server, reach } = scene();
    reach();
    server.tells.finished();
    client.says("still uploading");
    expect(server.text).toBe("still uploading");
    expect(client.done).toContain("finish");
  });

  test("each file is closed once, with its size", () => {
    const { client, server, folder, reach, recorder } = scene();
    reach();
    client.says("ask");
    for (const end of [client, server]) end.tells.finished();
    for (const end of [client, server]) end.tells.closed();
    expect(folder.closed).toEqual([RAW.c2s, RAW.s2c]);
    expect(folder.events.at(-1)).toMatchObject({ event: "closed", c: 1, c2s: 3, s2c: 0 });
    expect(recorder.totals).toMatchObject({
      connections: 1,
      notReached: 0,
      unwritten: 0,
      bytes: { fromClient: 3, fromServer: 0 },
    });
  });

  test.each(["client", "server"] as const)("[G2] a connection that the %s resets is reset on the other side, too", (by) => {
    const { client, server, folder, reach } = scene();
    reach();
    server.says("half of it");
    (by === "client" ? client : server).tells.lost("ECONNRESET");
    expect(client.done).toContain("reset");
    expect(server.done).toContain("reset");
    expect(folder.events.at(-1)).toMatchObject({ event: "reset", by, code: "ECONNRESET" });
    expect(folder.text(RAW.s2c).toString()).toBe("half of it");
    server.says("more");
    expect(client.text).toBe("half of it");
  });

  test("a silent client that leaves counts as reset: the answer cannot be delivered", () => {
    const { client, server, folder, reach } = scene();
    reach();
    client.tells.closed();
    expect(server.done).toContain("reset");
    expect(folder.events.at(-1)).toMatchObject({ event: "reset", by: "client", code: "CLOSED" });
  });
});

describe("a receiver that is slow", () => {
  test("[G2] a slow receiver pauses only its own sender, until it has room", () => {
    const { client, server, reach } = scene();
    reach();
    client.done.length = 0;
    client.roomy = false;
    server.says("much");
    expect(server.done).toEqual(["pause"]);
    expect(client.done).toEqual([]);
    client.tells.drained();
    expect(server.done).toEqual(["pause", "resume"]);
  });
});

describe("a server that is not reached", () => {
  test("an unreachable server: the client is reset; its bytes are recorded and not sent", () => {
    const { client, server, folder, troubles, recorder } = scene();
    client.says("password");
    server.tells.lost("ECONNREFUSED");
    expect(client.done).toContain("reset");
    expect(server.got).toEqual([]);
    expect(folder.text(RAW.c2s).toString()).toBe("password");
    expect(folder.events.at(-1)).toMatchObject({ event: "not-reached", code: "ECONNREFUSED" });
    expect(troubles).toEqual([{ relay: "one", connection: 1, what: "not-reached", code: "ECONNREFUSED" }]);
    expect(recorder.totals.notReached).toBe(1);
  });

  test("a loop is found when the relay itself answers, whatever its name resolved to before", () => {
    const { client, server, troubles } = scene();
    client.says("ask");
    server.tells.connected(AT("127.0.0.1", 8080));
    expect(troubles).toMatchObject([{ code: "loop" }]);
    expect(server.got).toEqual([]);
    expect(client.done).toContain("reset");
  });

  test("a server that is not reached is distinguished from a client that gives up first", () => {
    const { client, server, folder, recorder } = scene();
    client.tells.lost("ECONNRESET");
    expect(server.done).toEqual(["reset"]);
    expect(folder.events.at(-1)).toMatchObject({ event: "reset", by: "client" });
    expect(recorder.totals.notReached).toBe(0);
  });
});

test.each([
  ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", "not-greeted"],
  ["ECONNRESET", "reset"],
])("[G1] a client of TLS that ends with %s before it greets: %s", (code, event) => {
  const { folder, recorder, server } = scene();
  const client = new FakeEnd();
  const connection = new Connection(
    client,
    server,
    { received: { c2s: folder.open("a"), s2c: folder.open("b") }, sent: null },
    {
      note: (event) => recorder.note({ ...event, c: 2 } as never),
      failed: (what, of) => recorder.failed("one", 2, what, of),
      over: () => undefined,
    },
    { loops: () => false, secure: true, patches: null },
  );
  connection.begin();
  client.tells.lost(code);
  expect(folder.events.at(-1)).toMatchObject({ event, c: 2, code });
  expect([client.done, server.done]).toEqual([["reset"], ["reset"]]);
  expect(recorder.totals.notGreeted).toBe(event === "not-greeted" ? 1 : 0);
});

describe("a disk that is full", () => {
  const fullFrom = (most: number) => {
    let written = 0;
    return new FakeFolder((_, bytes) => {
      written += bytes.length;
      if (written > most) throw failing("ENOSPC");
    });
  };

  test("[G2] a full disk ends the connection, and unwritten bytes are not forwarded", () => {
    const { client, server, folder, troubles, reach, recorder } = scene({ folder: fullFrom(3) });
    reach();
    client.says("abc");
    client.says("d");
    expect(server.text).toBe("abc");
    expect([client.done.at(-1), server.done.at(-1)]).toEqual(["reset", "reset"]);
    expect(folder.events.at(-1)).toMatchObject({ event: "reset", by: "recorder", code: "ENOSPC" });
    expect(troubles).toEqual([{ relay: "one", connection: 1, what: "recorder", code: "ENOSPC" }]);
    expect(recorder.totals.unwritten).toBe(1);
  });

  test("if the files cannot be created, the connection ends before the server is contacted", () => {
    const folder = new FakeFolder(() => {
      throw failing("EMFILE");
    });
    const { client, server, troubles } = scene({ folder });
    expect(client.done).toEqual(["reset"]);
    expect(() => server.tells).toThrow();
    expect(troubles).toMatchObject([{ what: "recorder", code: "EMFILE" }]);
  });

  test("if events cannot be written, every connection ends", () => {
    const { client, server, recorder, reach, troubles } = scene();
    reach();
    recorder.unrecorded(failing("ENOSPC"));
    expect([client.done.at(-1), server.done.at(-1)]).toEqual(["reset", "reset"]);
    expect(troubles).toMatchObject([{ relay: null, connection: null, what: "recorder" }]);
  });
});

test("a stop resets open connections, and waits for the last", async () => {
  const { client, server, recorder, kinds, reach, folder } = scene();
  reach();
  const stopped = recorder.stop("SIGINT");
  expect(client.done.at(-1)).toBe("reset");
  for (const end of [client, server]) end.tells.closed();
  await stopped;
  expect(kinds()).toEqual(["started", "accepted", "connected", "reset", "closed", "stopped"]);
  expect(folder.events.at(-3)).toMatchObject({ by: "relay", code: "SIGINT" });
});
