import { expect, test } from "vitest";
import { readEvents } from "../../../src/record/capture/connection.ts";
import { eventsIn, instant, lineOf, rawName } from "../../../src/record/relay/events.ts";
import { lifeIn } from "../../../src/record/relay/life.ts";

const STARTED = {
  event: "started",
  schema: "tierwright/capture-events/v1",
  version: "1.0.0",
  id: "one",
  at: "2026-11-22T12:00:00.000Z",
  pid: 42,
  relays: [
    { role: "sign-in", listen: "127.0.0.1:8080", to: "plm.example.com:7001", mode: "plain" },
    { role: "file-transfer", listen: "127.0.0.2:8080", to: "fsc.example.com:4544", mode: "plain" },
  ],
} as const;
const text = [
  lineOf(STARTED),
  lineOf({ event: "accepted", c: 1, t: 1, relay: "sign-in", from: "127.0.0.1:50000" }),
  lineOf({ event: "connected", c: 1, t: 2, to: "10.0.0.9:7001" }),
  lineOf({ event: "read", c: 1, t: 3, way: "c2s", offset: 0, length: 5 }),
  lineOf({ event: "accepted", c: 2, t: 3, relay: "file-transfer", from: "127.0.0.1:50001" }),
  lineOf({ event: "not-reached", c: 2, t: 4, code: "ECONNREFUSED" }),
  lineOf({ event: "read", c: 1, t: 5, way: "s2c", offset: 0, length: 7 }),
  lineOf({ event: "reset", c: 1, t: 6, by: "server", code: "ECONNRESET" }),
  lineOf({ event: "closed", c: 1, t: 7, c2s: 5, s2c: 7 }),
  "",
].join("\n");

test("[G2] a capture follows its events", () => {
  const { started, stopped, damaged, connections } = readEvents(text);
  expect({ started, stopped, damaged }).toEqual({ started: STARTED, stopped: null, damaged: 0 });
  expect([...connections.values()]).toMatchObject([
    {
      n: 1,
      relay: "sign-in",
      from: "127.0.0.1:50000",
      to: "10.0.0.9:7001",
      ways: { c2s: { length: 5 }, s2c: { length: 7 } },
      ending: { kind: "reset", by: "server", code: "ECONNRESET" },
    },
    {
      n: 2,
      relay: "file-transfer",
      from: "127.0.0.1:50001",
      to: null,
      ways: { c2s: { length: 0 }, s2c: { length: 0 } },
      ending: { kind: "not-reached", code: "ECONNREFUSED" },
    },
  ]);
});

test("[G1] start and end are read the same without the reads between, wherever the file ends", () => {
  const whole = `${text}${lineOf({ event: "stopped", t: 8, signal: "SIGINT" })}\n`;
  expect(lifeIn(whole)).toEqual({ started: STARTED, stopped: "SIGINT" });
  const wrong = Array.from({ length: whole.length + 1 }, (_, end) => whole.slice(0, end)).filter((part) => {
    const { started, stopped } = readEvents(part);
    return JSON.stringify(lifeIn(part)) !== JSON.stringify({ started, stopped });
  });
  expect(wrong).toEqual([]);
});

test("[G2] a file that ends anywhere is read, and never throws", () => {
  const wrong = Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end)).filter((part) => {
    const { events, damaged } = eventsIn(part);
    const whole = part.split("\n").slice(0, -1).length;
    // the last line may be whole without its end
    return damaged > 1 || events.length < whole || events.length + damaged > whole + 1 || readEvents(part).connections.size > 2;
  });
  expect(wrong).toEqual([]);
});

test("an invalid line of events is counted", () => {
  const { started, connections, damaged } = readEvents('{"a":1}\nnull\n7\n{"event":\n');
  expect({ started, connections: connections.size, damaged }).toEqual({ started: null, connections: 0, damaged: 4 });
});

test.each([{ relays: undefined }, { relays: [null] }, { relays: [{ role: "one", listen: 7, to: "x" }] }, { pid: "42" }])(
  "an invalid first event is ignored: %j",
  (odd) => {
    const line = lineOf({ ...STARTED, ...odd } as never);
    expect(readEvents(line)).toMatchObject({ started: null, damaged: 1 });
    expect(lifeIn(line)).toEqual({ started: null, stopped: null });
  },
);

test("an orderly end is closed, and an unrecorded one is open", () => {
  const lines = text.split("\n");
  const ending = (some: readonly string[]) => readEvents(some.join("\n")).connections.get(1)?.ending;
  expect(ending(lines.filter((line) => !line.includes('"reset"')))).toEqual({ kind: "closed" });
  expect(ending(lines.slice(0, 4))).toEqual({ kind: "open" });
});

test("raw files are named by connection and direction", () => {
  expect([rawName(7, "c2s"), rawName(12_345, "s2c")]).toEqual(["0007.c2s.raw", "12345.s2c.raw"]);
  expect(instant(1.23456789)).toBe(1.235);
});

test.each(["started", "stopped"])("a line with '%s' many times is read once", (word) => {
  const many = `"event":"${word}",`.repeat(60_000);
  expect(lifeIn(`{${many}\n${lineOf(STARTED)}\n{${many}`)).toEqual({ started: STARTED, stopped: null });
  expect(lifeIn([`{${many}`, lineOf(STARTED), ""].join("\n"))).toMatchObject({ started: STARTED });
});

test.each([0, -1, 2 ** 31, 2 ** 53, 1.5, "1", null])("[G5] a first event with process %s is ignored", (pid) => {
  const forged = JSON.stringify({ ...STARTED, pid });
  expect(lifeIn(`${forged}\n`).started).toBeNull();
  expect(readEvents(`${forged}\n`).started).toBeNull();
});
