import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { FINISH, STEPS, UNDO } from "../../src/deploy/swap/protocol/steps.ts";
import { FORBIDDEN, GUARDED } from "./forbidden.ts";
import { scriptPath } from "./shell.ts";
import { codeOf, functionsOf } from "./source.ts";

const read = (name: string): Buffer => readFileSync(scriptPath(name));
const deploy = read("deploy.ps1").toString("latin1");

describe.each(["deploy.ps1", "detect.ps1"])("%s", (name) => {
  const bytes = read(name);
  const text = bytes.toString("latin1");

  test("[D3] is ASCII with CRLF, so that Windows PowerShell 5.1 and a signature read what was written", () => {
    expect([...bytes].filter((byte) => byte > 0x7e || (byte < 0x20 && byte !== 10 && byte !== 13))).toEqual([]);
    expect(text.replaceAll("\r\n", "").match(/[\r\n]/)).toBeNull();
    expect(text.endsWith("\r\n")).toBe(true);
  });

  test.each(FORBIDDEN)("[D3] holds no %s", (pattern, reason) => {
    const found = codeOf(text)
      .split("\r\n")
      .filter((line) => pattern.test(line));
    expect(found, reason).toEqual([]);
  });

  test.each(GUARDED)("[D3] uses %s in %s alone, after it has asked which system it is", (pattern, owner) => {
    const users = functionsOf(text).filter(({ code }) => pattern.test(code));
    for (const { name: user, code } of users) {
      expect(user).toBe(owner);
      const callers = functionsOf(text).filter((item) => item.name !== user && item.code.includes(user));
      expect([code, ...callers.map((item) => item.code)].join("\n")).toMatch(/Test-Windows/);
    }
    expect(users.length).toBeLessThanOrEqual(1);
  });

  test("[D3] names nothing twice, and its head explains it", () => {
    const names = functionsOf(text).map((item) => item.name);
    expect(names.filter((item, i) => names.indexOf(item) !== i)).toEqual([]);
    expect(text.startsWith("<#\r\n.SYNOPSIS\r\n")).toBe(true);
  });

  test("[D3] never spells one name in two ways within a function: PowerShell takes $own for $Own", () => {
    const doubled = functionsOf(text).flatMap(({ name: owner, code }) => {
      const spelt = new Set([...code.matchAll(/\$([A-Za-z][A-Za-z0-9]*)/g)].map((match) => match[1] ?? ""));
      const lower = [...spelt].map((item) => item.toLowerCase());
      return lower.filter((item, i) => lower.indexOf(item) !== i).map((item) => `${owner}: $${item}`);
    });
    expect(doubled).toEqual([]);
  });
});

test("[D3] the scripts are what their parts give: node scripts/powershell.mjs", () => {
  const script = fileURLToPath(new URL("../../scripts/powershell.mjs", import.meta.url));
  const run = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect([run.status, run.stderr]).toEqual([0, ""]);
});

test("parts of the scripts are small", () => {
  const folder = scriptPath("parts");
  const long = readdirSync(folder).filter((name) => readFileSync(`${folder}/${name}`, "latin1").split("\n").length > 300);
  expect(long).toEqual([]);
});

/** A table of deploy.ps1 in the form of the other runner's. */
function tableOf(name: string): readonly object[] {
  const text = new RegExp(`\\$script:${name} = @\\(\\r\\n([\\s\\S]*?)\\r\\n\\)`).exec(deploy)?.[1] ?? "";
  const rows = [...text.matchAll(/@\{ id = '(\w+)'; each = '(\w*)'; tree = \$(\w+)(?:; onFailure = '(\w+)')? \}/g)];
  return rows.map(([, id, each, tree, onFailure]) => ({ id, each, tree: tree === "true", ...(onFailure ? { onFailure } : {}) }));
}

const bare = (rows: readonly { id: string; each?: string; tree?: true; onFailure?: string }[]) =>
  rows.map(({ id, each = "", tree = false, onFailure }) => ({ id, each, tree, ...(onFailure ? { onFailure } : {}) }));

test.each([
  ["Steps", bare(STEPS)],
  ["UndoSteps", bare(UNDO)],
  ["FinishSteps", bare(FINISH)],
])("[D4] the table %s of deploy.ps1 is the protocol's: order, each, tree and what a failure means", (name, rows) => {
  expect(tableOf(name)).toEqual(rows);
  expect(deploy.split(`$script:${name}`), "defined once, and what the interpreter goes through").toHaveLength(3);
});

test("[D4] every row of a table of deploy.ps1 has a handler", () => {
  const keys = (name: string) =>
    [
      ...(new RegExp(`\\$script:${name} = @\\{\\r\\n([\\s\\S]*?)\\r\\n\\}`).exec(deploy)?.[1] ?? "").matchAll(/^ {2}(\w+) = /gm),
    ].map(([, key]) => key);
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
  for (const own of ["InstallHandlers", "RollbackHandlers"])
    expect([...keys("PerformHandlers"), ...keys(own)].sort()).toEqual(ids(STEPS));
  expect(keys("UndoHandlers").sort()).toEqual(ids(UNDO));
  expect(keys("FinishHandlers").sort()).toEqual(ids(FINISH));
  expect(keys("Failures").sort()).toEqual(["drop", "refuse", "undo", "warn"]);
});

test("[D3] no function of deploy.ps1 is defined twice, in whatever case: the later one would be called for both", () => {
  const names = functionsOf(deploy).map(({ name }) => name.toLowerCase());
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test("[D3] deploy.ps1 has the parameters of the specification", () => {
  const head = deploy.slice(deploy.indexOf("\r\nparam("), deploy.indexOf("\r\n)", deploy.indexOf("\r\nparam(")));
  const names = [...head.matchAll(/(?<=\])\$([A-Za-z]+)/g)]
    .map((match) => match[1])
    .filter((name) => name !== "true" && name !== "false");
  const documented = [...deploy.matchAll(/^\.PARAMETER (\w+)/gm)].map((match) => match[1]);
  expect(documented).toEqual([
    ...["Bundle", "Root", "Install", "ClientFile", "Key", "WhatIf", "Verify", "Detect", "Rollback", "Stage", "List", "Collect"],
    ...["AcceptDrift", "SwitchEnvironment", "AllowDowngrade", "ReceiptCopy", "Secrets", "PassThru", "Unknown"],
  ]);
  expect(names).toEqual(documented);
  for (const code of ["0", "1", "2", "4", "10", "11", "12", "82", "1618"])
    expect(deploy.slice(deploy.indexOf("Exit codes:"), deploy.indexOf(".PARAMETER"))).toMatch(new RegExp(`\\b${code}\\b`));
});

test("what a test may replace is a function of the script", () => {
  const notes = /anything that touches|Everything that touches[\s\S]*?: ([\s\S]*?)\./.exec(deploy)?.[1] ?? "";
  const named = notes.split(/[\s,]+/).filter((word) => word.includes("-"));
  const defined = new Set(functionsOf(deploy).map((item) => item.name));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !defined.has(name))).toEqual([]);
});

test("[D8] the detection script has one line for each thing that a bundle fills in", () => {
  const detect = read("detect.ps1").toString("latin1");
  for (const name of ["ExpectedManifest", "ExpectedEnvironment", "ExpectedInstall"]) {
    expect(detect.split("\r\n").filter((line) => line === `$${name} = ''`)).toHaveLength(1);
  }
  expect(detect).not.toMatch(/^param\(/m);
});
