import { expect, test } from "vitest";
import { Git } from "../../../src/platform/git.ts";
import { recordingWorld } from "../../../src/platform/recording-world.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, twoEnvironments, writeFiles } from "../../support/repository.ts";
import { connect, structured, textOf } from "./client.ts";

const PATH = "environments/demo/environment.yaml";

test("check answers with the document that the command prints, its exit code and what that means", async () => {
  const folder = exampleRepository();
  const { call, fake } = await connect(folder);
  const good = structured(await call("check"));
  expect(good).toMatchObject({ exitCode: 0, meaning: expect.stringMatching(/no blocking finding/), leftOut: [] });
  edit(folder, PATH, "/tc", "/tc/tc");
  const result = await call("check", { environments: ["demo"] });
  const printed = await cli(["check", "demo", "--format", "json"], { cwd: folder });
  expect(structured(result)).toMatchObject({ exitCode: 1, document: JSON.parse(printed.out) });
  expect(result.isError).toBeUndefined();
  const [words, document] = result.content;
  expect(words).toMatchObject({ type: "text", text: expect.stringMatching(/^exit code 1: there are blocking findings/) });
  expect(JSON.parse((document as { text: string }).text)).toEqual(JSON.parse(printed.out));
  expect(fake.err()).toBe("tierwright mcp: check: exit code 0\ntierwright mcp: check: exit code 1\n");
});

test("why says which line decides a value, and never a secret's", async () => {
  const { call } = await connect(exampleRepository());
  const { document } = structured(await call("why", { environment: "demo", key: "TC_SERVER_URL" }));
  expect(document.answers[0]).toMatchObject({ file: PATH, value: "https://plm.example.com:8443/tc" });
  const license = await call("why", { environment: "demo", key: "LicenseDir" });
  expect(structured(license).exitCode).toBe(0);
});

test("plan compares with a folder below the roots, and two environments", async () => {
  const folder = twoEnvironments();
  const { call } = await connect(folder, { roots: [folder] });
  const { document } = structured(await call("plan", { from: "demo", to: "production" }));
  expect(document.schema).toBe("tierwright/plan/v1");
  expect(document.environments.length).toBeGreaterThan(0);
  const other = exampleRepository();
  const both = await connect(folder, { roots: [folder, other] });
  expect(structured(await both.call("plan", { base: other })).document.compared.kind).toBe("folder");
});

test("diagnose reads what was pasted, files below the roots, and a symptom", async () => {
  const folder = exampleRepository();
  writeFiles(folder, { "logs/connector.log": "Content is not allowed in prolog\n" });
  const recording = recordingWorld({ env: () => undefined, openGit: (at, use) => Git.open(at, use) });
  const { call } = await connect(folder, { machine: { recording } });
  for (const args of [
    { text: "Content is not allowed in prolog" },
    { files: ["logs/connector.log"] },
    { files: [`${folder}/logs/connector.log`] },
    { symptom: "Content is not allowed in prolog", top: 1 },
  ]) {
    const { exitCode, document } = structured(await call("diagnose", args));
    expect([exitCode, document.causes[0].id]).toEqual([1, "tier/release-mismatch"]);
  }
  expect(structured(await call("diagnose", { text: "all is well" })).exitCode).toBe(0);
  const none = await call("diagnose", { text: "all is well", capture: "2026-01-01T00-00-00Z", store: "logs" });
  expect([none.isError, textOf(none)]).toEqual([true, expect.stringContaining("there is no capture '2026-01-01T00-00-00Z'")]);
  const outside = await call("diagnose", { from: "../logs.zip" });
  expect([outside.isError, textOf(outside)]).toEqual([true, expect.stringContaining("'from' cannot be ../logs.zip")]);
});

test("[G6] probe asks without signing in: what needs an account is skipped", async () => {
  const folder = exampleRepository();
  const { call } = await connect(folder, { machine: { dns: { "plm.example.com": ["192.0.2.1"] } } });
  const { document } = structured(await call("probe", { environment: "demo", only: ["tier/same-address", "tier/sign-in"] }));
  const outcomes = document.probes.map((each: { id: string; outcome: string }) => [each.id, each.outcome]);
  expect(new Map(outcomes).get("tier/sign-in")).toBe("skipped");
});

test("a refusal of the command is an error with its words, and no structured content", async () => {
  const { call } = await connect(exampleRepository());
  const result = await call("check", { environments: ["dmeo"] });
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toBeUndefined();
  expect(textOf(result)).toContain("did you mean 'demo'?");
  expect(textOf(result)).toContain("exit code 2");
  expect(textOf(await call("why", { environment: "demo", key: "NOTHING" }))).toContain("NOTHING");
  const nothing = await call("diagnose");
  expect([nothing.isError, textOf(nothing)]).toEqual([true, expect.stringContaining("there is nothing to diagnose")]);
});

test("a word that begins with a dash is a value, and no option", async () => {
  const { call } = await connect(exampleRepository());
  for (const word of ["--fix", "--format=text", "-C/", "--"]) {
    expect(textOf(await call("check", { environments: [word] }))).toContain(`'${word}'`);
    expect((await call("why", { environment: "demo", key: word })).isError).toBe(true);
  }
  expect(textOf(await call("plan", { base: "--help" }))).toContain("--help");
});

test("a control character in an answer or a refusal does not leave as such", async () => {
  const { call } = await connect(exampleRepository());
  const text = textOf(await call("check", { environments: ["de\u001b[31mmo\u202e"] }));
  for (const control of ["\u001b", "\u202e"]) expect(text).not.toContain(control);
});
