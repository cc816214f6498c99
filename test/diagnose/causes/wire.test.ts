import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { joinedByTime, type LoggedLine, type WireRow } from "../../../src/diagnose/causes/wire.ts";
import { FOR_BODIES, redactorOf } from "../../../src/record/capture/learn.ts";
import { troubledRows } from "../../../src/diagnose/commands/diagnose/diagnose-capture.ts";
import { recordingWorld } from "../../../src/platform/recording-world.ts";
import { Git } from "../../../src/platform/git.ts";
import { eventLines, recorded } from "../../record/capture/recorded.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";

const LOST = "Communication with the server was lost while an operation was in progress.";
const HOUR = 3_600_000;
const BEGAN = Date.parse("2026-03-04T09:12:00Z");

const line = (at: string | null, whole: string, n = 1): LoggedLine => ({ file: "a.log", line: n, at, text: whole, whole });
const row = (n: number, seconds: number, message: string | null = null): WireRow => ({
  ...{ n, at: BEGAN + seconds * 1000, relay: "one", asked: "POST x", status: 500, broken: null },
  fault:
    message === null
      ? null
      : {
          ...{ type: "InternalServerException", code: 1003, level: 3, message, ssoServerUrl: null, ssoAppId: null },
          messages: [{ code: 1003, level: 3, message }],
        },
});

describe("[H1] the clocks of a log and a recording", () => {
  test("a zone that the log says", () => {
    const { clock, joined } = joinedByTime([line("2026-03-04T10:12:13.500+01:00", "x")], [row(1, 13.4)]);
    expect(clock).toEqual({ by: "zone", ahead: 0, pairs: 1 });
    expect(joined).toMatchObject([{ by: "time", apart: 100 }]);
  });

  test.each([
    [1, "2026-03-04 10:12:13,500", HOUR],
    [5.5, "2026-03-04 14:42:13,500", 5.5 * HOUR],
    [-8, "2026-03-04 01:12:13,500", -8 * HOUR],
  ])("a zone of %s hours, by words that stand in both", (_, at, ahead) => {
    const { clock, joined } = joinedByTime([line(at, `getTypeDescriptions\n${LOST}`)], [row(7, 13.4, LOST), row(8, 13.49)]);
    expect(clock).toEqual({ by: "messages", ahead, pairs: 1 });
    expect(joined).toMatchObject([{ by: "message", apart: 100, row: { n: 7 } }]);
  });

  test("a clock that is wrong is found by the words, and not rounded to a zone", () => {
    const { clock, joined } = joinedByTime([line("2026-03-04 10:15:20,500", LOST)], [row(1, 13.4, LOST)]);
    expect(clock.ahead).toBe(HOUR + 187_100);
    expect(joined[0]?.apart).toBe(0);
  });

  test("how they lie beside each other is a guess, and one alone is none", () => {
    const rows = [row(1, 10), row(2, 61), row(3, 200)];
    const lines = ["10:12:10,300", "10:13:01,200", "10:15:20,100"].map((time, i) => line(`2026-03-04 ${time}`, `${i}`, i + 1));
    expect(joinedByTime(lines, rows).clock).toEqual({ by: "pattern", ahead: HOUR, pairs: 3 });
    expect(joinedByTime(lines, rows).joined.map(({ row: { n }, apart }) => [n, apart])).toEqual([
      [1, 300],
      [2, 200],
      [3, 100],
    ]);
    expect(joinedByTime(lines.slice(0, 1), rows).clock.by).toBe("unknown");
  });

  test("where nothing tells, nothing is put together by time; the words still are", () => {
    const apart = joinedByTime([line("10:12:13", "x"), line(null, LOST)], [row(1, 13.4, LOST), row(2, 14)]);
    expect(apart.clock.by).toBe("unknown");
    expect(apart.joined).toMatchObject([{ by: "message", apart: null, row: { n: 1 } }]);
    expect(apart.alone.map(({ n }) => n)).toEqual([2]);
  });

  test("a short word of a fault is not taken for the same words", () => {
    expect(joinedByTime([line("2026-03-04 10:12:13,500", "it failed")], [row(1, 13.4, "failed")]).joined).toEqual([]);
  });

  test("a log and a recording of thousands are compared in a moment", { timeout: 30_000 }, () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => line(`2026-03-04 10:${10 + (i % 40)}:00,000`, `${LOST} ${i}`, i));
    const rows = Array.from({ length: 3_000 }, (_, i) => row(i, i, LOST));
    expect(joinedByTime(lines, rows).joined.length).toBe(1_000);
  });
});

const FAULT = `<ns:InternalServerException xmlns:ns="http://example.com/Exceptions"><ns:messages code="1003" level="3">${LOST} password=made-up-2</ns:messages></ns:InternalServerException>`;
const request = (path: string) => `POST ${path} HTTP/1.1\r\nHost: plm.example.com\r\nContent-Length: 4\r\n\r\n<a/>`;
const answer = (status: string, body: string) => `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const STEPS = [
  ["c2s", request("/tc/RestServices/Core-2007-01-Session/getTypeDescriptions?x=made-up-3")],
  ["s2c", answer("500 Internal Server Error", FAULT)],
  ["c2s", request("/tc/RestServices/Core-2007-01-Session/ok")],
  ["s2c", answer("200 OK", "<ok/>")],
  ["c2s", request("/tc/RestServices/Core-2007-01-Session/old")],
  ["s2c", answer("405 Method Not Allowed", "")],
] as const;

test("[H1,H3] of a recording the exchanges that did not go well, with the fault in the server's words", () => {
  const capture = recorded([STEPS]);
  expect(troubledRows(capture, redactorOf(capture, FOR_BODIES))).toMatchObject([
    { n: 1, status: 500, asked: "POST Core-2007-01-Session/getTypeDescriptions", fault: { code: 1003 } },
    { n: 3, status: 405, fault: null },
  ]);
});

const recording = recordingWorld({ env: () => undefined, openGit: (at, use) => Git.open(at, use) });

describe("[H1,H3] diagnose --capture", () => {
  /** A store with one capture as a relay writes it. */
  function store(cwd: string): void {
    const folder = join(cwd, "store", "one");
    mkdirSync(folder, { recursive: true });
    const raw = { c2s: "", s2c: "" };
    const events: object[] = [
      {
        ...{
          event: "started",
          schema: "tierwright/capture-events/v1",
          version: "1",
          id: "one",
          at: "2026-03-04T09:12:00.000Z",
          pid: 1,
        },
        relays: [{ role: "one", listen: "127.0.0.1:8080", to: "plm.example.com:7001", mode: "plain" }],
      },
      { event: "accepted", c: 1, t: 1, relay: "one", from: "127.0.0.1:5" },
      { event: "connected", c: 1, t: 2, to: "10.0.0.9:7001" },
    ];
    let t = 13_000;
    for (const [way, text] of STEPS) {
      t += 100;
      events.push({ event: "read", c: 1, t, way, offset: raw[way].length, length: text.length });
      raw[way] += text;
    }
    events.push({ event: "closed", c: 1, t, c2s: raw.c2s.length, s2c: raw.s2c.length });
    writeFileSync(join(folder, "events.ndjson"), `${events.map((one) => JSON.stringify(one)).join("\n")}\n`);
    writeFileSync(join(folder, "0001.c2s.raw"), raw.c2s);
    writeFileSync(join(folder, "0001.s2c.raw"), raw.s2c);
  }

  async function diagnose(...argv: string[]) {
    const cwd = temporaryFolder();
    store(cwd);
    writeFiles(cwd, {
      "a.log": `2026-03-04 10:12:13,212 ERROR [main] c.e.Session - getTypeDescriptions\n${LOST}\n2026-03-04 10:12:14,000 INFO x\n`,
    });
    return cli(["diagnose", ...argv, "--store", "store"], { cwd, recording });
  }

  test("puts the fault beside the message, and says how sure that is", async () => {
    const { code, out } = await diagnose("a.log", "--capture", "one");
    expect(code).toBe(1);
    const words = out.replace(/\s+/g, " ");
    for (const part of [
      `a.log:2 ${LOST}`,
      "exchange 1, 0.012 s before it, the same words: POST Core-2007-01-Session/getTypeDescriptions: HTTP 500, InternalServerException (code 1003)",
      "without a message in a log: exchange 3: POST Core-2007-01-Session/old: HTTP 405",
      "likely: the log's clock is 1 h ahead of UTC",
    ])
      expect(words).toContain(part);
    expect(out).not.toMatch(/made-up-\d/);
  });

  test("the same as JSON; a cause that the wire alone shows has its place there", async () => {
    const { out } = await diagnose("a.log", "--capture", "one", "--format", "json");
    const { wire, causes } = JSON.parse(out);
    expect(wire).toMatchObject({
      ...{ capture: "one", clock: { by: "messages", ahead: HOUR, pairs: 1 } },
      joined: [{ file: "a.log", line: 2, by: "message", apart: 12, exchange: { n: 1, at: "2026-03-04T09:12:13.200Z" } }],
      alone: [{ n: 3, status: 405 }],
    });
    expect(causes.find(({ id }: { id: string }) => id === "tier/release-mismatch")).toMatchObject({
      file: "capture:one",
      line: 3,
    });
    expect(out).not.toMatch(/made-up-\d/);
  });

  test("a recording says something without a log, too", async () => {
    expect((await diagnose("--capture", "one")).out).toContain("tier/backend-lost");
  });

  test.each([["two"], [".."], ["../store/one"], ["--", "x"]])("no such capture: %s", async (...id) => {
    const { code, out, err } = await diagnose("--capture", id.join(""));
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/there is no capture .*the newest is one|--capture/s);
  });
});

describe("[H1,G1,G2] diagnose --capture beside capture read", () => {
  const coded = (coding: string | null, words: string) => {
    const plain = Buffer.from(FAULT.replace(LOST, words));
    const body = CODINGS[coding ?? ""]?.(plain) ?? plain;
    const says = coding === null ? "" : `Content-Encoding: ${coding.replace("raw ", "")}\r\n`;
    return Buffer.concat([
      Buffer.from(`HTTP/1.1 500 Internal Server Error\r\n${says}Content-Length: ${body.length}\r\n\r\n`),
      body,
    ]);
  };
  const CODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    gzip: gzipSync,
    deflate: deflateSync,
    "raw deflate": deflateRawSync,
    br: brotliCompressSync,
  };
  const ask = (name: string) => ["c2s", request(`/tc/RestServices/Core-2007-01-Session/${name}`)] as const;
  const tell = (coding: string | null, words: string) => ["s2c", coded(coding, words)] as const;
  const WORDS = ["no coding", "packed by gzip", "packed by deflate", "packed by bare deflate", "packed by br"];
  const CONNECTIONS = [
    [ask("a"), tell(null, "no coding"), ask("b"), tell("gzip", "packed by gzip"), ask("open")],
    [ask("c"), tell("deflate", "packed by deflate"), ask("d"), tell("raw deflate", "packed by bare deflate")],
    [
      ask("e"),
      ["s2c", answer("200 OK", "<ok/>")] as const,
      ask("f"),
      tell("br", "packed by br"),
      ask("half"),
      ["s2c", "HTTP/1.1 50"],
    ],
  ] as const;

  /** Connections at the same time: each step of one after the same step of those before it. */
  function atOnce(events: string): string {
    const lines = events.split("\n").map((line) => (line === "" ? null : JSON.parse(line)));
    const steps = new Map<number, number>();
    for (const event of lines) {
      if (event?.c === undefined) continue;
      const step = (steps.get(event.c) ?? 0) + 1;
      steps.set(event.c, step);
      event.t = step * 10 + event.c;
    }
    const [started, ...rest] = lines.filter((event) => event !== null);
    rest.sort((a, b) => a.t - b.t);
    return [{ ...started, pid: process.pid }, ...rest].map((event) => `${JSON.stringify(event)}\n`).join("");
  }

  test.each([
    ["that runs", true, []],
    ["that ended without a word", false, ["open", "half"]],
  ] as const)("the same numbers, and the same of them broken, of a recording %s", async (_, running, cut) => {
    const cwd = temporaryFolder();
    const { events, raw } = eventLines(CONNECTIONS, { running: true });
    const told = atOnce(events);
    // as 'record start' makes them: whether a recording runs is judged in a store of one's own alone
    for (const folder of ["store", "store/one"]) mkdirSync(join(cwd, folder), { mode: 0o700 });
    writeFiles(join(cwd, "store/one"), {
      "events.ndjson": running ? told : told.replace(`"pid":${process.pid}`, '"pid":4194305'),
    });
    for (const [name, bytes] of raw) writeFileSync(join(cwd, "store/one", name), bytes);
    // of a store that others may write nothing is believed
    for (const folder of ["store", "store/one"]) chmodSync(join(cwd, folder), 0o700);
    // a recording runs where somebody listens at its address
    const listen: typeof recording.listen = () =>
      Promise.reject(Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE" }));
    const world = running ? { ...recording, listen } : recording;
    const asked = async (...words: string[]) =>
      JSON.parse((await cli([...words, "--store", "store", "--format", "json"], { cwd, recording: world })).out);
    const { exchanges } = await asked("capture", "read", "on");
    const { wire } = await asked("diagnose", "--capture", "last");
    expect(exchanges).toHaveLength(8);
    const failed = exchanges.filter(
      ({ response, broken }: { response: Record<string, unknown> | null; broken: string | null }) =>
        broken !== null || Number(response?.status ?? 0) >= 400,
    );
    const byNumber = ({ n, operation, broken }: { n: number; operation: string; broken: string | null }) => [
      n,
      operation,
      broken,
    ];
    const said = wire.alone.map(({ asked: what, ...one }: { asked: string }) => ({
      ...one,
      operation: what.replace("POST ", ""),
    }));
    expect(wire.capture).toBe("one");
    expect(said.map(byNumber)).toEqual(failed.map(byNumber));
    expect(said.flatMap(({ operation, broken }: never) => (broken === null ? [] : [String(operation).split("/")[1]]))).toEqual(
      cut,
    );
    const text = JSON.stringify(wire);
    for (const words of WORDS) expect(text).toContain(words);
  });
});
