import { describe, expect, test } from "vitest";
import { archive, scene } from "./scene.ts";

const staging = (folder: string) => (text: string) => text.replace(/^STAGING_DIR=.*$/m, `STAGING_DIR=${folder}`);

const three = {
  "ws/WS-1.zip": archive(),
  "ws/WS-2.zip": archive({ connector: staging("F\\:\\\\scratch") }),
  "ws/WS-3.zip": "no archive",
};

describe("[B7] --skip", () => {
  test("leaves workstations out, also one that cannot be read, and the others are adopted", async () => {
    const at = scene(three);
    const { code, environments, findings } = await at.json(["--from", "ws", "--skip", "WS-2", "--skip", "WS-3"]);
    expect(findings.filter(({ rule }) => rule.startsWith("repo/"))).toEqual([]);
    expect([code, environments.map(({ workstations, written }) => [workstations, written])]).toEqual([0, [[["WS-1"], true]]]);
    expect(at.files()["environments/new/environment.yaml"]?.toString()).not.toContain("WS-2");
  });

  test.each([
    ["a name that no workstation has", ["--from", "ws", "--skip", "WS-4"], /no workstation 'WS-4' to skip.*\n.*WS-1, WS-2, WS-3/],
    ["a name in other letters", ["--from", "ws", "--skip", "ws-1"], /no workstation 'ws-1' to skip/],
    ["all of them", ["--from", "ws", "--skip", "WS-1", "--skip", "WS-2", "--skip", "WS-3"], /leaves no workstation/],
    [
      "a workstation that is skipped, with --like",
      ["--from", "ws", "--skip", "WS-3", "--skip", "WS-1", "--like", "WS-1"],
      /no workstation 'WS-1'/,
    ],
  ])("%s is refused, and nothing is written", async (_, words, says) => {
    const at = scene(three);
    const before = at.files();
    const { code, err } = await at.adopt(words);
    expect([code, says.test(err)], err).toEqual([2, true]);
    expect(at.files()).toEqual(before);
  });
});

describe("[B7] all faults of a machine", () => {
  test("are in one run: a value that no field expresses, copies that differ, a secret in a field and a key that YAML cannot hold", async () => {
    const connector = (text: string) =>
      `${text
        .replace(/^Transport=.*$/m, "Transport=HTTP")
        .replace(/^AWC_WEBLOGIC_HOST_URL=.*$/m, "AWC_WEBLOGIC_HOST_URL=https://other.example.com/awc")
        .replace(/^STAGING_DIR=.*$/m, "STAGING_DIR=https://user:hunter22@x.example.com/")}\nBELL=\\u0007\n`;
    const at = scene({ "ws/WS-1.zip": archive({ connector }) });
    const { code, findings } = await at.json(["--from", "ws"]);
    const told = findings.map(({ message }) => message).join("\n");
    expect(code).toBe(1);
    for (const part of ["Transport", "tier.webClient", "STAGING_DIR", "BELL"]) expect(told, part).toContain(part);
    expect(JSON.stringify(findings)).not.toContain("hunter22");
    const lines = findings.map(({ rule, message }) => `${rule} ${message}`);
    expect(new Set(lines).size).toBe(lines.length);
  });
});

describe("[B7] a value with single backslashes", () => {
  test("is said to be the other one, with the workstation that has it", async () => {
    const at = scene({
      "ws/WS-1.zip": archive({ connector: staging("E\\:\\\\plm\\\\new\\\\temp") }),
      "ws/WS-2.zip": archive({ connector: staging("E:\\plm\\new\\temp") }),
    });
    const { findings } = await at.json(["--from", "ws"]);
    const [finding] = findings.filter(({ rule }) => rule === "repo/workstations-differ");
    expect(finding?.notes.join("\n")).toMatch(/STAGING_DIR: '.*' \(WS-2\) is 'E:\\plm\\new\\temp' with single backslashes/);
  });

  test("is not said of another folder, of one with fewer backslashes, or of a secret", async () => {
    const at = scene({
      "ws/WS-1.zip": archive({ connector: staging("E\\:\\\\plm\\\\staging") }),
      "ws/WS-2.zip": archive({ connector: staging("E:/plm/staging") }),
      "ws/WS-3.zip": archive({ connector: staging("E:plm-staging") }),
    });
    const { findings } = await at.json(["--from", "ws"]);
    expect(JSON.stringify(findings)).not.toContain("single backslashes");
  });
});
