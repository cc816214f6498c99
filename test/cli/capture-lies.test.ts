import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Git } from "../../src/platform/git.ts";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import { DONE, eventLines, OK, type Step } from "../record/capture/recorded.ts";
import { connect, structured } from "../serve/mcp/client.ts";
import { cli } from "../support/host.ts";
import { temporaryFolder } from "../support/repository.ts";

/** A value of its own for each exchange: one that is known from another exchange proves nothing. */
const valueOf = (i: number): string => `Zq${i}hunter${i}Winter`;

const BODIES: readonly (readonly [type: string, write: (value: string) => string])[] = [
  ["application/json", (value) => JSON.stringify({ args: ["tool", "-u", "ed", "-p", value] })],
  ["application/json", (value) => JSON.stringify([{ op: "replace", path: "/password", value }])],
  ["application/xml", (value) => `<exec><arg>--password</arg><arg>${value}</arg></exec>`],
  ["application/yaml", (value) => `args:\n  - --password\n  - ${value}\n`],
  ["text/html", (value) => `<label for="f1">Password</label><input id="f1" value="${value}">`],
  ["text/html", (value) => `<label>Password <input value='${value}'></label>`],
];

function store(): string {
  const cwd = temporaryFolder();
  const folder = join(cwd, "captures", "2026-11-22T12-00-00Z");
  mkdirSync(folder, { recursive: true });
  const sent = BODIES.map(([type, write], i) => {
    const body = write(valueOf(i));
    return `POST /tc HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  });
  const { events, raw } = eventLines(sent.map((one): readonly Step[] => [["c2s", one], ["s2c", OK], ...DONE]));
  writeFileSync(join(folder, "events.ndjson"), events);
  for (const [name, bytes] of raw) writeFileSync(join(folder, name), bytes);
  return cwd;
}

const recording = recordingWorld({ env: () => undefined, openGit: (at, use) => Git.open(at, use) });
const shownIn = (text: string): readonly string[] => text.match(/hunter\d|Winter/g) ?? [];

test("[G5] no form of an exchange shows a password that no usual syntax names", async () => {
  const cwd = store();
  const { call } = await connect(cwd, { roots: [cwd], machine: { recording } });
  for (const [i] of BODIES.entries()) {
    const words = ["capture", "read", "last", String(i + 1), "--store", "captures"];
    const answer = await call("capture_read", { capture: "last", exchange: i + 1, store: "captures" });
    expect(structured(answer).exitCode).toBe(0);
    const texts = [(await cli(words, { cwd, recording })).out, JSON.stringify(answer)];
    for (const text of texts) {
      expect(text).toContain("(value not shown)");
      expect(shownIn(text)).toEqual([]);
    }
  }
  const { out } = await cli(["capture", "read", "last", "--format", "json", "--store", "captures"], { cwd, recording });
  expect(JSON.parse(out).exchanges).toHaveLength(BODIES.length);
  expect(shownIn(out)).toEqual([]);
});

test("[G5] an export discloses passwords in its file alone, where somebody says that it may", async () => {
  const cwd = store();
  const run = (...more: readonly string[]) =>
    cli(["capture", "export", "last", "--store", "captures", "--har", "a.har", ...more], { cwd, recording });
  const refused = await run();
  expect(refused.code).toBe(2);
  expect(existsSync(join(cwd, "a.har"))).toBe(false);
  const written = await run("--disclose");
  expect(written.code).toBe(0);
  expect(readFileSync(join(cwd, "a.har"), "utf8")).toContain(valueOf(0));
  const again = await run("--disclose");
  expect(again.code).toBe(2);
  for (const { out, err } of [refused, written, again]) expect(shownIn(out + err)).toEqual([]);
});
