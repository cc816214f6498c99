import { describe, expect, test } from "vitest";
import { environmentNamesFor } from "../../src/author/adopt/names.ts";
import { isRecordingName } from "../../src/compiler/index.ts";
import { environmentNameFault, usableEnvironmentName } from "../../src/kernel/index.ts";
import { cli } from "../support/host.ts";
import { edit, exampleRepository, run } from "../support/repository.ts";
import { helpOf, said } from "../support/said.ts";

/** Advice that a person can follow as it is printed. */

const DEMO = "environments/demo/environment.yaml";

describe("a port that no server can have", () => {
  test.each(["84433", "0", "65536", "84a"])(
    "%s: the finding names the range, and no port is said to be missing",
    async (port) => {
      const folder = exampleRepository();
      edit(folder, DEMO, "signIn: https://plm.example.com:8443/tc", `signIn: https://plm.example.com:${port}/tc`);
      const finding = (await run(folder)).findings.find(({ rule }) => rule === "tier/missing-port");
      expect(said(finding)).toContain(`'${port}' is no valid port`);
      expect(helpOf(finding)).toBe("correct the port: it is a number from 1 to 65535");
    },
  );
});

describe("a name that no environment can have", () => {
  test.each([
    ["Test", "test"],
    ["with blank", "with-blank"],
    ["con", "env-con"],
    ["dot.", "dot-"],
    ["-x", "env--x"],
    ["🚀", null],
    ["A".repeat(90), "a".repeat(59)],
  ])("%s: the advice has a name that is accepted", (name, usable) => {
    expect(usableEnvironmentName(name)).toBe(usable);
    if (usable !== null) expect(environmentNameFault(usable)).toBeNull();
  });

  test("the folder's finding and adopt show it", async () => {
    const folder = exampleRepository({
      "environments/Test/environment.yaml": "apiVersion: tierwright/v1\nkind: Environment\nname: Test\nextends: demo\n",
    });
    const finding = (await run(folder)).findings.find(({ rule }) => rule === "repo/environment-name");
    expect(helpOf(finding)).toBe("rename the folder to test and write name: test");
    const adopted = await cli(["-C", folder, "adopt", "--connector", "a", "--client", "b", "--name", "Test"]);
    expect(adopted.err).toContain("for example --name test");
  });

  test("a drafted name is one that can be kept, whatever the host is called and however many share it", () => {
    const long = `con.${"a".repeat(39)}`;
    const groups = [
      "nul.example.com",
      "plm.recording",
      long,
      ...Array.from({ length: 120 }, () => `${"b".repeat(80)}.recording`),
    ];
    const names = environmentNamesFor(
      groups.map((host) => ({ signIn: `https://${host}:8443/tc`, release: "2506", tool: `2024x Refresh3 ${"c".repeat(60)}` })),
    );
    expect(new Set(names).size).toBe(groups.length);
    expect(names.filter((name) => environmentNameFault(name) !== null || isRecordingName(name))).toEqual([]);
  });
});

describe("why with a field of environment.yaml", () => {
  test.each(["signIn", "tier.signIn"])("%s names the keys that it decides, and a command that shows one", async (field) => {
    const folder = exampleRepository();
    const found = await cli(["-C", folder, "why", "demo", field]);
    expect(found.code).toBe(2);
    expect(found.err).toContain(`'${field}' is a field of environment.yaml, which decides connector/TC_SERVER_URL`);
    expect(found.err).toContain(
      "`tierwright why demo connector/TC_SERVER_URL` shows one; `tierwright help formats` describes each field",
    );
    expect((await cli(["-C", folder, "why", "demo", "connector/TC_SERVER_URL"])).code).toBe(0);
    expect((await cli(["-C", folder, "help", "formats"])).code).toBe(0);
  });

  test("a field that decides no key says so", async () => {
    expect((await cli(["-C", exampleRepository(), "why", "demo", "sharedWith"])).err).toContain("which decides no key");
  });
});

test("a suppression finds a key with letters beyond ASCII on a line of a shared YAML file", async () => {
  const folder = exampleRepository();
  edit(folder, "releases/2506/release.yaml", "PLM_Profile.mdzip }", "PLM_Profile.mdzip, mapping: größe.xml }");
  const rules = async () => (await run(folder)).findings.map(({ rule }) => rule);
  expect(await rules()).toContain("kit/not-locked");
  edit(
    folder,
    DEMO,
    "logging:",
    "ignore: [ { rule: kit/not-locked, file: releases/2506/release.yaml, key: größe.xml, reason: ours } ]\nlogging:",
  );
  expect((await rules()).filter((rule) => rule === "kit/not-locked" || rule === "repo/unused-suppression")).toEqual([]);
});
