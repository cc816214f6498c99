import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { scratch } from "../deploy/swap/support/scratch.ts";
import { onWindows, windowsPath } from "./support/machine.ts";

/**
 * Where Wine is not Windows, and so what is not shown here. Each limit is measured: when Wine learns a rule, its line fails, and the test of
 * test/windows that needs the rule moves in beside the others.
 */
const LIMITS: readonly { readonly script: string; readonly wine: string; readonly notShown: string }[] = [
  {
    script: `fs.mkdirSync("C:\\\\p\\\\lib", { recursive: true }); fs.writeFileSync("C:\\\\p\\\\lib\\\\a.jar", "x");
      const d = fs.openSync("C:\\\\p\\\\lib\\\\a.jar", "r"); fs.renameSync("C:\\\\p", "C:\\\\q"); fs.closeSync(d); return "renamed"`,
    wine: "renamed",
    notShown:
      "a jar that a JVM has open holds its folder, for ever (1618) or for some seconds: Wine renames the folder all the same",
  },
  {
    script: `fs.mkdirSync("C:\\\\a\\\\lib", { recursive: true }); process.chdir("C:\\\\a\\\\lib"); fs.renameSync("C:\\\\a", "C:\\\\b"); return "renamed"`,
    wine: "renamed",
    notShown: "a shell that stands in a folder of the plug-in counts as in use: Wine holds only the very folder, which is shown",
  },
  {
    script: `fs.mkdirSync("C:\\\\t"); fs.symlinkSync("C:\\\\t", "C:\\\\j", "junction"); return "made"`,
    wine: "ENOTSUP",
    notShown: "a plug-in root that is a junction is refused: Wine cannot make one",
  },
  {
    script: `fs.writeFileSync("C:\\\\z", "x"); fs.writeFileSync("C:\\\\z:Zone.Identifier", "1"); return fs.readdirSync("C:\\\\").filter((name) => name.startsWith("z")).join()`,
    wine: "z,z:Zone.Identifier",
    notShown: "the mark of the web does not reach what is installed: Wine has no streams, the mark is a file of its own there",
  },
  {
    script: `const found = require("child_process").spawnSync("powershell.exe", ["-NoProfile", "-Command", "exit 7"]); return String(found.status)`,
    wine: "0",
    notShown: "deploy.ps1, rights (ACLs), and the names of processes that have the tool open: Wine's powershell.exe does nothing",
  },
  {
    script: `fs.writeFileSync("C:\\\\r", "x"); const found = require("child_process").spawnSync("C:\\\\windows\\\\system32\\\\icacls.exe", ["C:\\\\r", "/save", "C:\\\\saved"]); return found.status + " " + fs.existsSync("C:\\\\saved")`,
    wine: "0 false",
    notShown:
      "the built-in runner keeps a replaced file's own access entries: Wine's icacls does nothing, and a deploy goes on there",
  },
];

test.each(LIMITS)("[D10] not shown under Wine: $notShown", async ({ script, wine, notShown }) => {
  const folder = scratch();
  const program = join(folder, "probe.cjs");
  const answer = join(folder, "answer");
  mkdirSync(join(folder, "root"));
  writeFileSync(
    program,
    `const fs = require("fs"); let said;
    try { said = (() => { ${script} })(); } catch (error) { said = error.code ?? error.message; }
    fs.writeFileSync(process.argv[2], said);`,
  );
  await onWindows(join(folder, "root"), [inject("node"), windowsPath(program), windowsPath(answer)]);
  expect(readFileSync(answer, "utf8")).toBe(wine);
  console.log(`NOT RUN: ${notShown}`);
});
