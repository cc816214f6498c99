import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Git } from "../../src/platform/git.ts";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import { DONE, eventLines } from "../record/capture/recorded.ts";
import { cli } from "../support/host.ts";
import { exampleRepository } from "../support/repository.ts";

/* What reads a capture leaves it as it lies there: its folder, and every file to the byte and the nanosecond. */

const zipped = gzipSync('<LoginResponse password="hunter2hunter2"/>');
const ANSWER = Buffer.concat([
  Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`),
  zipped,
]);
const ASK =
  "POST /tc/RestServices/Core-2008-06-Session/login HTTP/1.1\r\nHost: plm.example.com:7001\r\nContent-Length: 4\r\n\r\n<a/>";

function store(): { readonly cwd: string; readonly folder: string } {
  const cwd = exampleRepository({ "a.log": "2026-11-22 12:00:00,000 ERROR [main] c.e.S - failed\nno answer\n" });
  const folder = join(cwd, "captures", "2026-11-22T12-00-00Z");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { events, raw } = eventLines([[["c2s", ASK], ["s2c", ANSWER], ...DONE], [["c2s", ASK.slice(0, -2)]]]);
  writeFileSync(join(folder, "events.ndjson"), events);
  for (const [name, bytes] of raw) writeFileSync(join(folder, name), bytes);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1_000_000, 1_000_000);
  utimesSync(folder, 1_000_000, 1_000_000);
  return { cwd, folder };
}

const state = (folder: string) => [
  ["the folder", statSync(folder, { bigint: true }).mtimeNs],
  ...readdirSync(folder).map((name) => {
    const sum = createHash("sha256").update(readFileSync(join(folder, name)));
    return [name, sum.digest("hex"), statSync(join(folder, name), { bigint: true }).mtimeNs];
  }),
];

const recording = recordingWorld({ env: () => undefined, openGit: (at, use) => Git.open(at, use) });
const READS = [
  "capture list",
  "capture list --format json",
  "capture read last",
  "capture read last --format json",
  "capture read last 1",
  "capture read last 1 --raw",
  "capture read last --agent x",
  "capture export last --har out.har --disclose",
  "capture export last --pcapng out.pcapng --disclose",
  "record status",
  "record status --format json",
  "record stop",
  "diagnose a.log --capture last",
  "capture prune --older-than 36500",
  "logs sweep --root . --older-than 36500",
];

test.each(READS)("[G2] [G5] %s changes nothing of a capture", async (words) => {
  const { cwd, folder } = store();
  const before = state(folder);
  const { code, out } = await cli([...words.split(" "), "--store", "captures"], { cwd, recording });
  expect([0, 1]).toContain(code);
  expect(out).not.toBe("");
  expect(state(folder)).toEqual(before);
});
