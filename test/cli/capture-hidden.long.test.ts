import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Kind } from "../../src/record/capture/redact/redactor.ts";
import { Git } from "../../src/platform/git.ts";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import { DONE, eventLines, OK, type Step } from "../record/capture/recorded.ts";
import { HEADERS, SYNTAXES } from "../record/capture/usual-shapes.ts";
import { connect, structured } from "../serve/mcp/client.ts";
import { cli } from "../support/host.ts";
import { eachNth } from "../support/runs.ts";
import { temporaryFolder } from "../support/repository.ts";

const TYPES: Readonly<Record<Kind, string>> = {
  xml: "application/xml",
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data; boundary=b",
  text: "text/plain",
  address: "text/plain",
};
/** A value of its own for each exchange: one that is known from another exchange proves nothing. */
const valueOf = (i: number): string => `Zq${i}hunter${i}Winter`;

const posted = (body: string, type: string): string =>
  `POST /tc HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const SENT: readonly string[] = [
  ...SYNTAXES.filter(([, { kind }]) => kind !== "address").map(([, { kind, write }], i) =>
    posted(write("password", valueOf(i)), TYPES[kind]),
  ),
  ...SYNTAXES.filter(([title, { kind }]) => kind === "address" && !title.startsWith("a user")).map(
    ([, { write }], i) => `GET ${write("password", valueOf(1000 + i))} HTTP/1.1\r\nHost: plm\r\n\r\n`,
  ),
  ...HEADERS.map(([, write], i) => `GET /tc HTTP/1.1\r\nHost: plm\r\n${write("password", valueOf(2000 + i)).join(": ")}\r\n\r\n`),
];

function store(): string {
  const cwd = temporaryFolder();
  const folder = join(cwd, "captures", "2026-11-22T12-00-00Z");
  mkdirSync(folder, { recursive: true });
  const { events, raw } = eventLines(SENT.map((sent): readonly Step[] => [["c2s", Buffer.from(sent)], ["s2c", OK], ...DONE]));
  writeFileSync(join(folder, "events.ndjson"), events);
  for (const [name, bytes] of raw) writeFileSync(join(folder, name), bytes);
  return cwd;
}

test("[G5] no output of a capture shows the value of a password, in whatever syntax it was sent", {
  timeout: 120_000,
}, async () => {
  const cwd = store();
  const recording = recordingWorld({ env: () => undefined, openGit: (at, use) => Git.open(at, use) });
  const run = (...words: readonly string[]) => cli([...words, "--store", "captures"], { cwd, recording });
  const { call } = await connect(cwd, { roots: [cwd], machine: { recording } });
  const outputs: Record<string, string> = {
    list: (await run("capture", "read", "last")).out,
    document: (await run("capture", "read", "last", "--format", "json")).out,
    captures: (await run("capture", "list", "--format", "json")).out,
  };
  for (const n of eachNth(
    6,
    Array.from({ length: SENT.length }, (_, i) => i + 1).filter((i) => i % 7 === 1),
  )) {
    outputs[`exchange ${n}`] = (await run("capture", "read", "last", String(n))).out;
    outputs[`bytes of ${n}`] = (await run("capture", "read", "last", String(n), "--raw")).out;
  }
  for (const n of [1, 40, 120]) {
    const answer = await call("capture_read", { capture: "last", exchange: n, store: "captures" });
    expect(structured(answer).exitCode).toBe(0);
    outputs[`answer ${n}`] = JSON.stringify(answer);
  }
  expect(JSON.parse(outputs.document ?? "").exchanges).toHaveLength(SENT.length);
  const shown = Object.entries(outputs).flatMap(([name, text]) =>
    (text.match(/(?:Zq\d+h)?unter\d+|Winter/g) ?? []).map((one) => `${name}: ${one}`),
  );
  expect(shown).toEqual([]);
  expect(outputs.document).toContain("(value not shown)");
});
