import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { command as deploy } from "../../src/deploy/commands/swap/deploy.ts";
import { command as rollback } from "../../src/deploy/commands/swap/rollback.ts";
import { blocksOf, readPage } from "../docs/page.ts";
import { ROOT } from "../house/project.ts";
import { deployScript, intuneLines, parametersOf } from "./powershell-lines.ts";

const text = (path: string): string => readFileSync(join(ROOT, path), "utf8").replaceAll("\r\n", "\n");

interface Job {
  readonly permissions?: Record<string, string>;
  readonly environment?: string;
  readonly steps: readonly { uses?: string; run?: string; env?: Record<string, string>; with?: Record<string, unknown> }[];
  readonly "timeout-minutes"?: number;
}

describe("the workflow of a release", () => {
  const source = text("recipes/github/release.yml");
  const workflow = parse(source) as { permissions: object; jobs: Record<string, Job> };
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test("pins every action to a commit and says its version", () => {
    const used = [...source.matchAll(/uses: (\S+)( # v\d+\.\d+\.\d+)?$/gm)];
    expect(used.length).toBeGreaterThan(5);
    for (const [line, action = "", version] of used) {
      expect(action, line).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
      expect(version, line).toBeDefined();
    }
  });

  test("gives every job the permissions that it needs and no others", () => {
    expect(workflow.permissions).toEqual({});
    expect(Object.fromEntries(Object.entries(workflow.jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
      build: { contents: "read" },
      again: { contents: "read" },
      sign: {},
      attest: { "id-token": "write", attestations: "write" },
      publish: { contents: "write" },
    });
    for (const job of Object.values(workflow.jobs)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
    for (const step of steps.filter(({ uses }) => uses?.startsWith("actions/checkout")))
      expect(step.with?.["persist-credentials"]).toBe(false);
  });

  test("shows the key to one job alone, in which nothing of npm runs, and no expression stands inside of a script", () => {
    const seeing = Object.entries(workflow.jobs).filter(([, job]) => JSON.stringify(job).includes("secrets."));
    expect(seeing.map(([name]) => name)).toEqual(["sign"]);
    expect(JSON.stringify(seeing)).not.toMatch(/npm|npx|setup-node|checkout/);
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  });

  test("is a draft until it is whole", () => {
    const publish = workflow.jobs.publish?.steps.map(({ run }) => run ?? "").join("\n") ?? "";
    expect(publish.indexOf("--draft ")).toBeGreaterThan(0);
    expect(publish.indexOf("--draft=false")).toBeGreaterThan(publish.indexOf("--draft "));
  });
});

test("[D3] ci.yml runs both suites on Windows, with Windows PowerShell 5.1 and PowerShell 7", () => {
  const { jobs } = parse(text(".github/workflows/ci.yml")) as {
    jobs: Record<string, Job & { "runs-on": string; strategy: { matrix: { shell: string[] } } }>;
  };
  const job = jobs.windows;
  expect(job?.["runs-on"]).toBe("windows-latest");
  expect(job?.strategy.matrix.shell).toEqual(["powershell", "pwsh"]);
  const run = job?.steps.map((step) => step.run ?? "").join("\n") ?? "";
  for (const suite of ["conformance", "windows"]) expect(run).toContain(`vitest run --project ${suite}`);
});

describe("Intune", () => {
  const app = JSON.parse(text("recipes/intune/win32app.json")) as {
    returnCodes: readonly { returnCode: number; type: string }[];
    rules: readonly { runAs32Bit: boolean }[];
  };

  test("[D8] the return codes are those of the protocol: 0 success, 1618 retry, the rest failed", () => {
    const codes = Object.fromEntries(app.returnCodes.map(({ returnCode, type }) => [returnCode, type]));
    expect(codes).toEqual({ 0: "success", 1618: "retry", 10: "failed", 11: "failed", 12: "failed", 2: "failed", 4: "failed" });
    expect(app.rules.map(({ runAs32Bit }) => runAs32Bit)).toEqual([false]);
  });

  test("[D8] every command line names parameters that deploy.ps1 has, from the 64-bit PowerShell", () => {
    const known = parametersOf(deployScript());
    expect(known).toContain("Bundle");
    const lines = intuneLines();
    expect(lines).toHaveLength(4);
    for (const { line, words } of lines) {
      expect(line).toMatch(/^%SystemRoot%\\Sysnative\\WindowsPowerShell\\v1\.0\\powershell\.exe /);
      expect(words[0]).toBe("deploy.ps1");
      for (const word of words.filter((item) => item.startsWith("-"))) expect(known, line).toContain(word.slice(1));
    }
  });
});

describe("Ansible", () => {
  const options = new Set([...deploy.options, ...rollback.options].map(({ name }) => name));

  test.each(["deploy.yml", "rollback.yml"])("%s names commands and options that there are", (file) => {
    const used = [...text(`recipes/ansible/${file}`).matchAll(/'--([a-z-]+)'/g)].map(([, name = ""]) => name);
    expect(used.length).toBeGreaterThan(0);
    for (const name of used) expect(name === "format" || options.has(name), name).toBe(true);
  });

  test("deploy-windows.yml names parameters that deploy.ps1 has", () => {
    const page = text("recipes/ansible/deploy-windows.yml");
    const used = [...page.matchAll(/ -([A-Z][A-Za-z]+)(?=[ "\\])/g)].map(([, name = ""]) => name);
    const ofPowerShell = ["NoProfile", "NonInteractive", "ExecutionPolicy", "File"];
    const ours = used.filter((name) => !ofPowerShell.includes(name));
    expect(new Set(ours)).toEqual(
      new Set(["Bundle", "Key", "ReceiptCopy", "Detect", "WhatIf", "Stage"].filter((name) => ours.includes(name))),
    );
    for (const name of ours) expect(parametersOf(deployScript())).toContain(name);
    for (const name of ["Bundle", "Detect", "WhatIf"]) expect(ours).toContain(name);
  });
});

test("every block of the three pages is executed by a test, or says that it is not run", () => {
  for (const path of ["docs/kits.md", "docs/bundles.md", "docs/rollout.md"]) {
    for (const block of blocksOf(readPage(path))) {
      const said = /<!-- (?:not run: [^\n]+|executed by test\/[^\n]+) -->\n$/.test(block.before);
      expect(block.language === "console" || said, `${path}: ${block.body.slice(0, 80)}`).toBe(true);
    }
  }
});
