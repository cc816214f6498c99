import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Git } from "../../../src/platform/git.ts";
import { recordingWorld } from "../../../src/platform/recording-world.ts";
import { archive } from "../../author/adopt/scene.ts";
import { DONE, eventLines } from "../../record/capture/recorded.ts";
import { exampleRepository, writeFiles } from "../../support/repository.ts";
import { connect, structured, textOf } from "./client.ts";

/* diagnose as a client asks for it, with a capture and with what deploy.ps1 -Collect gathers. */

const LOST = "Communication with the server was lost while an operation was in progress.";
const FAULT = `<ns:InternalServerException xmlns:ns="http://example.com/Exceptions"><ns:messages code="1003" level="3">${LOST} password=made-up-2</ns:messages></ns:InternalServerException>`;
const ASK =
  "POST /tc/RestServices/Core-2007-01-Session/getTypeDescriptions HTTP/1.1\r\nHost: plm.example.com:7001\r\nContent-Length: 0\r\n\r\n";

const recording = recordingWorld({ env: () => undefined, openGit: (at, use) => Git.open(at, use) });

test("[G1] [H1] a capture is put beside a log, and no secret of it is told", async () => {
  const folder = exampleRepository();
  writeFiles(folder, { "logs/a.log": `2026-11-22 13:00:00,010 ERROR [main] c.e.Session - getTypeDescriptions\n${LOST}\n` });
  const capture = join(folder, "captures", "2026-11-22T12-00-00Z");
  mkdirSync(capture, { recursive: true });
  const { events, raw } = eventLines([
    [["c2s", ASK], ["s2c", `HTTP/1.1 500 Internal Server Error\r\nContent-Length: ${FAULT.length}\r\n\r\n${FAULT}`], ...DONE],
  ]);
  writeFileSync(join(capture, "events.ndjson"), events);
  for (const [name, bytes] of raw) writeFileSync(join(capture, name), bytes);
  const { call } = await connect(folder, { machine: { recording } });
  const result = await call("diagnose", { files: ["logs/a.log"], capture: "2026-11-22T12-00-00Z", store: "captures" });
  const { exitCode, document } = structured(result);
  expect(exitCode).toBe(1);
  expect(document.causes.map(({ id }: { readonly id: string }) => id)).toContain("tier/backend-lost");
  expect(document.wire).toMatchObject({
    capture: "2026-11-22T12-00-00Z",
    joined: [{ file: "logs/a.log", line: 2, by: "message", exchange: { n: 1, status: 500 } }],
  });
  expect(JSON.stringify(result)).not.toContain("made-up");
});

test("[G6] [H1] what a client gave as a text is called so, and no answer speaks of standard input or of another command line", async () => {
  const { call } = await connect(exampleRepository(), { machine: { recording } });
  const said = async (given: Readonly<Record<string, unknown>>) => textOf(await call("diagnose", given));
  expect(await said({ text: "  \n" })).toMatch(/^'text' is empty/);
  expect(await said({})).toContain("'text' for the text itself, 'from' for a zip");
  expect(await said({ files: ["nothing.log"] })).toContain("is for 'symptom', in quotes");
  for (const given of [{}, { text: " " }, { files: ["-"] }, { files: ["red borders around it"] }, { symptom: " " }])
    expect(await said(given)).not.toMatch(/standard input|--[a-z]|tierwright diagnose(?!: exit code)/);
});

test("[H1] an archive of deploy.ps1 -Collect holds no log, and the refusal says what looks at it", async () => {
  const folder = exampleRepository();
  writeFiles(folder, { "WS-001.zip": archive({}, { "environment.txt": "FMS_HOME=/opt/fms\n", "notes.txt": "" }) });
  const { call } = await connect(folder, { machine: { recording } });
  const result = await call("diagnose", { from: "WS-001.zip" });
  expect([result.isError, result.structuredContent]).toEqual([true, undefined]);
  expect(textOf(result)).toMatch(/it is what -Collect gathers.*without logs/s);
  expect(textOf(result)).toContain("(tierwright diagnose: exit code 2)");
});
