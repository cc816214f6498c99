import { expect, test } from "vitest";
import { eventsIn, instant, lineOf, rawName } from "../../src/relay/events.ts";
import { captureIn } from "../../src/relay/read.ts";

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

test("[G2] a capture is what its events say", () => {
  expect(captureIn(text)).toEqual({
    started: STARTED,
    stopped: null,
    damaged: 0,
    connections: [
      {
        n: 1,
        relay: "sign-in",
        from: "127.0.0.1:50000",
        to: "10.0.0.9:7001",
        bytes: { c2s: 5, s2c: 7 },
        end: { kind: "reset", by: "server", code: "ECONNRESET" },
      },
      {
        n: 2,
        relay: "file-transfer",
        from: "127.0.0.1:50001",
        to: null,
        bytes: { c2s: 0, s2c: 0 },
        end: { kind: "not-reached", code: "ECONNREFUSED" },
      },
    ],
  });
});

test("[G2] a file that ends anywhere is read, and never throws", () => {
  const wrong = Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end)).filter((part) => {
    const { events, damaged } = eventsIn(part);
    const whole = part.split("\n").slice(0, -1).length;
    // the last line may be whole without its end
    return damaged > 1 || events.length < whole || events.length + damaged > whole + 1 || captureIn(part).connections.length > 2;
  });
  expect(wrong).toEqual([]);
});

test("what is no event is counted", () => {
  expect(captureIn('{"a":1}\nnull\n7\n{"event":\n')).toMatchObject({ started: null, connections: [], damaged: 4 });
});

test("a beginning without its relays is none", () => {
  expect(captureIn(lineOf({ ...STARTED, relays: undefined as never }))).toMatchObject({ started: null });
});

test("an end without a break is closed, and one that nobody wrote is open", () => {
  const lines = text.split("\n");
  expect(captureIn(lines.filter((line) => !line.includes('"reset"')).join("\n")).connections[0]?.end).toEqual({ kind: "closed" });
  expect(captureIn(lines.slice(0, 4).join("\n")).connections[0]?.end).toEqual({ kind: "open" });
});

test("raw files are called by connection and way, however many there are", () => {
  expect([rawName(7, "c2s"), rawName(12_345, "s2c")]).toEqual(["0007.c2s.raw", "12345.s2c.raw"]);
  expect(instant(1.23456789)).toBe(1.235);
});
