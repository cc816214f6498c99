import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Git } from "../../src/platform/git.ts";
import { EXAMPLE_REPOSITORY } from "../../src/compiler/rules/example.ts";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import { DONE, eventLines } from "../record/capture/recorded.ts";
import { connect, structured } from "../serve/mcp/client.ts";
import { cli } from "../support/host.ts";
import { exampleRepository } from "../support/repository.ts";

/* A secret that the repository declares, in places of a capture where nothing names it. */

const SECRET = "bl4u & w31ß/+grün";
const FILE_SECRET = "from-a-file-81723";
const environment = `${EXAMPLE_REPOSITORY["environments/demo/environment.yaml"]}  set:
    connector:
      SERVICE_A: { env: SERVICE_A }
      SERVICE_B: { file: secrets/b }
      SERVICE_C: { command: [vault, read, c] }
`;

const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const ask = (target: string, ...headers: readonly string[]) =>
  `GET ${target} HTTP/1.1\r\nHost: plm.example.com:7001\r\n${headers.map((one) => `${one}\r\n`).join("")}\r\n`;
const base64 = Buffer.from(`so: ${SECRET}.`).toString("base64");
const percent = encodeURIComponent(SECRET);
const bodies = [`it says ${base64} here`, `it says ${percent} here`, `it says ${FILE_SECRET} here`] as const;

function repository(further: Readonly<Record<string, string>> = {}): string {
  const cwd = exampleRepository({
    "environments/demo/environment.yaml": environment,
    "secrets/b": `${FILE_SECRET}\n`,
    ...further,
  });
  const folder = join(cwd, "captures", "2026-11-22T12-00-00Z");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { events, raw } = eventLines(
    bodies.map((body, i) => [
      ["c2s", ask(`/tc/${i}?note=${percent}`, `User-Agent: ${FILE_SECRET}`)],
      ["s2c", answer(body)],
      ...DONE,
    ]),
  );
  writeFileSync(join(folder, "events.ndjson"), events);
  for (const [name, bytes] of raw) writeFileSync(join(folder, name), bytes);
  return cwd;
}

const recording = recordingWorld({ env: () => undefined, openGit: (at, use) => Git.open(at, use) });
const env = { SERVICE_A: SECRET };
const SHOWN = new RegExp([base64.slice(8, -6), percent, FILE_SECRET].map((one) => one.replace(/[+/%.]/g, "\\$&")).join("|"));
const FORMS: readonly (readonly string[])[] = [
  ["capture", "read", "last"],
  ["capture", "read", "last", "--format", "json"],
  ...["1", "2", "3"].flatMap((n) => [
    ["capture", "read", "last", n],
    ["capture", "read", "last", n, "--raw"],
  ]),
  ["capture", "list", "--format", "json"],
  ["record", "status"],
  ["record", "status", "--format", "json"],
];

describe("[G5] a secret that the repository declares", () => {
  test.each(FORMS.map((words) => [words.join(" "), words] as const))(
    "is hidden by %s where nothing names it",
    async (_, words) => {
      const cwd = repository();
      const { code, out, err } = await cli([...words, "--store", "captures"], { cwd, recording, env });
      expect([code, err, SHOWN.exec(out.replace(/\s/g, ""))?.[0]]).toEqual([0, "", undefined]);
      // outside of the repository nobody knows of it
      const elsewhere = await cli([...words, "--store", "."], { cwd: join(cwd, "captures"), recording, env });
      expect(elsewhere.out.replace(/\s/g, "")).toMatch(SHOWN);
    },
  );

  test("is looked up without running a program, and a repository that is broken hides what it can", async () => {
    const cwd = repository({ "environments/broken/environment.yaml": "kind: [\n" });
    const programs = {
      "vault read c": () => {
        throw new Error("nothing may be run");
      },
    };
    const { code, out } = await cli(["capture", "read", "last", "3", "--store", "captures"], { cwd, recording, env, programs });
    expect([code, out]).toEqual([0, expect.stringContaining("it says (value not shown) here")]);
  });

  test("is hidden from a client of the MCP server", async () => {
    const { call } = await connect(repository(), { machine: { recording, env } });
    for (const exchange of [1, 2, 3]) {
      const result = await call("capture_read", { capture: "last", exchange, store: "captures" });
      expect(structured(result).document.exchanges[0].response.body).toMatch(/^it says \S*\(value not shown\)\S* here$/);
      expect(JSON.stringify(result)).not.toMatch(SHOWN);
    }
  });
});
