import { expect, test } from "vitest";
import { capturesOf } from "../../src/record/commands/record/known.ts";
import type { RecordingWorld } from "../../src/platform/wire.ts";
import { lineOf } from "../../src/record/relay/events.ts";

const begun = (id: string, listen: string): string =>
  `${lineOf({
    event: "started",
    schema: "tierwright/capture-events/v1",
    version: "1.0.0",
    id,
    at: "2026-11-22T12:00:00.000Z",
    pid: 42,
    relays: [{ role: "one", listen, to: "plm.example.com:7001", mode: "plain" }],
  })}\n`;

test("[G1] of recordings with one address the newest alone runs, whoever has the numbers of the others' processes", async () => {
  const events: Readonly<Record<string, string>> = {
    "2026-01": begun("2026-01", "127.0.0.1:8080"),
    "2026-02": begun("2026-02", "127.0.0.2:8080"),
    "2026-03": begun("2026-03", "127.0.0.1:8080"),
  };
  const world = {
    ids: () => Object.keys(events),
    ends: (_: string, id: string) => events[id] ?? null,
    alive: () => true,
    listen: () => Promise.reject(Object.assign(new Error("taken"), { code: "EADDRINUSE" })),
    pid: 7,
    foreign: () => null,
    own: () => [],
  } as unknown as RecordingWorld;
  const found = await capturesOf(world, "/nowhere");
  expect(found.map(({ id, running }) => `${id} ${running}`)).toEqual(["2026-03 true", "2026-02 true", "2026-01 false"]);
});
