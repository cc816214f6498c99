import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRecordingName, recordingName, recordingTitle } from "../../../src/compiler/model/recording.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository } from "../../support/repository.ts";

/* A recording is in nothing that speaks of all environments, and nothing else hides under its name (docs/formats.md#recordings). */

const recording = (further = "", name = "demo.recording", of = "demo") => ({
  [`environments/${name}/environment.yaml`]: `apiVersion: tierwright/v1
kind: Environment
name: ${name}
extends: demo
description: demo (recording)
${of === "" ? "" : `derivedFrom: ${of}\n`}tier:
  signIn: http://127.0.0.1:18443/tc
  fileTransfer: [ "http://127.0.0.1:14544" ]
${further}`,
});
const json = async (cwd: string, ...words: string[]) => {
  const { code, out } = await cli([...words, "--format", "json"], { cwd });
  return { code, document: JSON.parse(out) };
};
const rules = (document: { findings: readonly { rule: string; severity: string }[] }) =>
  document.findings.map(({ rule, severity }) => `${severity} ${rule}`);

describe("[B9] a recording is left out", () => {
  test("of every command that speaks of all environments", async () => {
    const cwd = exampleRepository(recording());
    const check = await json(cwd, "check");
    expect([check.code, check.document.verdicts.map(({ environment }: { environment: string }) => environment)]).toEqual([
      0,
      ["demo"],
    ]);
    expect((await json(cwd, "compile")).document.outputs.map(({ environment }: { environment: string }) => environment)).toEqual([
      "demo",
    ]);
    expect((await cli(["compat", "--matrix-json"], { cwd })).out).not.toContain("recording");
    expect((await cli(["compat"], { cwd })).out).not.toContain("recording");
    expect((await cli(["completion", "candidates", "--", "check", "d"], { cwd })).out).not.toContain("recording");
    expect((await json(cwd, "secrets", "check")).document.secrets).toEqual([]);
  });

  test.each([
    ["bundle", ["bundle", "demo.recording", "--serial", "1"]],
    ["bundle of its settings", ["bundle", "demo.recording", "--settings", "--serial", "1"]],
    ["plan", ["plan", "demo.recording", "--base", "."]],
    ["plan to it", ["plan", "--from", "demo", "--to", "demo.recording"]],
  ])("and %s refuses it by name", async (_title, words) => {
    const { code, err } = await cli(words, { cwd: exampleRepository(recording()) });
    expect(code).toBe(2);
    expect(err).toContain("'demo.recording' is a recording, which no plan, bundle or report includes");
  });

  test("and adopt makes none", async () => {
    const cwd = exampleRepository();
    const { code, err } = await cli(["adopt", "--connector", "a", "--client", "b", "--name", "new.recording"], { cwd });
    expect([code, err]).toEqual([2, expect.stringContaining("names ending in .recording are reserved for recordings")]);
  });

  test("but check, compile, why and secrets check look at one that is named, whatever else it shares with its environment", async () => {
    const cwd = exampleRepository(recording("workstation: { set: { connector: { OWN: { env: OWN_SECRET } } } }\n"));
    const { document } = await json(cwd, "check", "demo.recording");
    expect(document.verdicts.map(({ environment }: { environment: string }) => environment)).toEqual(["demo.recording"]);
    expect(rules(document)).not.toContain("error tier/shared-address");
    expect((await cli(["why", "demo.recording", "TC_SERVER_URL"], { cwd })).out).toContain("127.0.0.1:18443");
    const { secrets } = (await json(cwd, "secrets", "check", "demo.recording")).document;
    expect(secrets.map(({ environment }: { environment: string }) => environment)).toEqual(["demo.recording"]);
    expect((await cli(["check", "environments/demo.recording"], { cwd })).out).toContain("demo.recording");
  });

  test("what was compiled of it stays when all environments are compiled", async () => {
    const cwd = exampleRepository(recording());
    await cli(["compile", "demo.recording"], { cwd });
    const { document } = await json(cwd, "compile");
    expect(document.removed).toEqual([]);
  });

  test("an exception for its environment holds for it", async () => {
    const cwd = exampleRepository({
      ...recording(),
      "releases/exceptions.yaml": `apiVersion: tierwright/v1
kind: Exceptions
exceptions:
  - { tool: 2024x Refresh3, connector: "2506", verdict: P, environments: [demo], reason: trial, owner: team, until: 2036-12-31 }
`,
      "releases/matrix.yaml": `apiVersion: tierwright/v1
kind: CompatibilityMatrix
codes: { P: { gate: block, acceptable: true } }
rows: [ { tool: 2024x Refresh3, java: 17, connectors: { "2506": P } } ]
`,
    });
    const { document } = await json(cwd, "check", "demo.recording");
    expect(document.verdicts.map(({ gate }: { gate: string }) => gate)).toEqual(["accepted"]);
  });
});

describe("[B9] nothing hides under the name of a recording", () => {
  test.each([
    ["no mark", recording("", "demo.recording", ""), "error"],
    ["the mark of another one", recording("", "demo.recording", "other"), "error"],
    ["the mark of one that is gone", recording("", "gone.recording", "gone"), "warning"],
    ["a mark, and the name of an environment", recording("", "copy", "demo"), "error"],
    ["another case", recording("", "Demo.Recording", "demo"), "error"],
  ])("%s", async (_title, files, severity) => {
    const { document } = await json(exampleRepository(files), "check");
    expect(rules(document)).toContain(`${severity} repo/recording-mark`);
  });

  test("nor in a folder without a document", async () => {
    const cwd = exampleRepository();
    mkdirSync(join(cwd, "environments/x.recording"));
    expect(rules((await json(cwd, "check")).document)).toEqual(["error repo/recording-mark"]);
  });

  test("a repository that has nothing else has no environment", async () => {
    const cwd = exampleRepository(recording());
    const { rmSync } = await import("node:fs");
    rmSync(join(cwd, "environments/demo"), { recursive: true });
    expect((await cli(["check"], { cwd })).code).toBe(2);
  });
});

test("[B9] its name and title", () => {
  expect([recordingName("demo"), recordingTitle("demo")]).toEqual(["demo.recording", "demo (recording)"]);
  expect(["demo.recording", "X.RECORDING", "recording", "demo.recordings"].map(isRecordingName)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
