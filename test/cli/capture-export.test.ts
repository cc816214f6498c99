import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { harOf } from "../../src/record/capture/export/har.ts";
import { pcapngOf } from "../../src/record/capture/export/pcapng.ts";
import { Git } from "../../src/platform/git.ts";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import { DONE, eventLines, GET, OK, POST, recorded, type Step } from "../record/capture/recorded.ts";
import { pcapngIn } from "../support/pcapng.ts";
import { cli } from "../support/host.ts";
import { temporaryFolder } from "../support/repository.ts";
import { HAR_SCHEMA } from "./har-schema.ts";

const recording = recordingWorld({ env: () => undefined, openGit: (at, use) => Git.open(at, use) });
const BINARY = Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"), Buffer.from([0xff, 0xfe, 0])]);
const CONNECTIONS: readonly (readonly Step[])[] = [
  [["c2s", POST], ["s2c", OK], ["c2s", GET], ["s2c", BINARY], ...DONE],
  [
    ["c2s", "GET /a?b=c%20d&e HTTP/1.1\r\nCookie: A=1; B=2\r\n\r\n"],
    ["s2c", "HTTP/1.1 200 OK\r\nSet-Cookie: C=3; Path=/\r\nContent-Length: 9\r\n\r\nno"],
    ["reset", "server"],
  ],
  [["s2c", OK], ...DONE],
];

function store(): string {
  const cwd = temporaryFolder();
  const folder = join(cwd, "captures", "one");
  mkdirSync(folder, { recursive: true });
  const { events, raw } = eventLines(CONNECTIONS);
  writeFileSync(join(folder, "events.ndjson"), events);
  for (const [name, bytes] of raw) writeFileSync(join(folder, name), bytes);
  return cwd;
}
const run = (cwd: string, ...words: readonly string[]) =>
  cli(["capture", "export", "last", "--store", "captures", ...words], { cwd, recording });

test("[G1] [G5] an export is refused without --disclose, and is its owner's alone", async () => {
  const cwd = store();
  const refused = await run(cwd, "--har", "x.har");
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/an export contains all passwords[\s\S]*--disclose/)]);
  expect(existsSync(join(cwd, "x.har"))).toBe(false);
  const made = await run(cwd, "--har", "x.har", "--disclose");
  expect([made.code, made.out]).toEqual([0, expect.stringMatching(/3 connections, \d+ bytes\n.*do not share it/)]);
  if (process.platform !== "win32") expect(statSync(join(cwd, "x.har")).mode & 0o777).toBe(0o600);
  const again = await run(cwd, "--har", "x.har", "--disclose");
  expect([again.code, again.err]).toEqual([2, expect.stringContaining("cannot be written")]);
  for (const words of [["--disclose"], ["--har", "a", "--pcapng", "b", "--disclose"]])
    expect((await run(cwd, ...words)).err).toContain("writes one file");
});

test("[G1] HAR is as its specification describes it, also of what is damaged or odd", () => {
  const valid = new Ajv({ allErrors: true, strict: false }).compile(HAR_SCHEMA);
  const odd: readonly Step[] = [
    ["c2s", "OPTIONS * HTTP/1.1\r\nHost: plm\r\nCookie: ;a;=b\r\n\r\n"],
    ["s2c", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 204\r\nLocation: /x\r\n\r\n"],
    ["c2s", "GET http://other:1/%zz?a=%zz HTTP/1.1\r\n\r\n"],
    ["c2s", "POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"],
    ["reset", "client"],
  ];
  for (const events of [(text: string) => text, () => null]) {
    const har = JSON.parse([...harOf(recorded([...CONNECTIONS, odd, [["not-reached"]]], { events }), "1.0.0")].join(""));
    valid(har);
    expect(valid.errors).toBeNull();
    expect(har.log.entries.length).toBeGreaterThan(4);
  }
  expect(valid({ log: { version: "1.2", creator: { name: "x" }, entries: [] } })).toBe(false);
});

test("[G1] HAR holds what it can hold", () => {
  const har = JSON.parse([...harOf(recorded(CONNECTIONS), "1.0.0")].join(""));
  const [post, get, cut] = har.log.entries;
  expect(har.log.entries).toHaveLength(3);
  expect(har.log.comment).toContain("1 exchanges without a request");
  expect(post).toMatchObject({
    request: { method: "POST", url: "http://plm.example.com:7001/tc", postData: { text: "hello" } },
    response: { content: { text: "ok", size: 2 } },
    connection: "1",
  });
  expect(get.response.content).toMatchObject({ encoding: "base64", text: Buffer.from([0xff, 0xfe, 0]).toString("base64") });
  expect(cut).toMatchObject({
    comment: "broken: server-reset",
    request: {
      cookies: [
        { name: "A", value: "1" },
        { name: "B", value: "2" },
      ],
      queryString: [
        { name: "b", value: "c d" },
        { name: "e", value: "" },
      ],
    },
    response: { cookies: [{ name: "C", value: "3" }], content: { text: "no" } },
  });
});

test("[G1] [G2] pcapng holds every byte of every connection once, in streams with true checksums", () => {
  const capture = recorded([...CONNECTIONS, [["c2s", Buffer.alloc(100_000, "x")], ...DONE]]);
  const streams = pcapngIn(Buffer.concat([...pcapngOf(capture, "tierwright")].map((one) => Buffer.from(one))));
  expect(streams.faults).toEqual([]);
  const wanted = capture.connections
    .flatMap(({ raw }) => [raw.c2s, raw.s2c])
    .flatMap((one) => (one && one.length > 0 ? [Buffer.from(one.read(0, one.length)).toString("hex")] : []));
  expect([...streams.bytes.values()].map((one) => one.toString("hex")).sort()).toEqual(wanted.sort());
});
