import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Machine, findProgram, missingProgram } from "../../../editors/vscode/src/program.ts";
import { DOCUMENT_KINDS } from "../../../src/kernel/schema/kinds.ts";
import { kindByPath } from "../../../src/serve/lsp/completion.ts";
import { ROOT } from "../../house/project.ts";

const machine = (platform: string, files: readonly string[], path = ""): Machine => ({
  platform,
  path,
  isFile: (file) => files.includes(file),
});

const LOCAL = "/repos/b/node_modules/.bin/tierwright";
const GLOBAL = "/usr/local/bin/tierwright";
const ARGUMENTS = ["lsp", "--stdio"];

describe("the program that the extension for VS Code starts", () => {
  test("is that of the first workspace folder that has one, with that folder as its own", () => {
    const files = machine("linux", [LOCAL, GLOBAL], "/usr/bin:/usr/local/bin");
    expect(findProgram("", ["/repos/a", "/repos/b"], files)).toEqual({
      start: { command: LOCAL, args: ARGUMENTS, options: { cwd: "/repos/b" } },
    });
  });

  test("is the one on the PATH without it; a relative entry of the PATH does not count", () => {
    const files = machine("linux", [GLOBAL, "bin/tierwright", "./tierwright", "tierwright"], ":.:bin:/usr/bin:/usr/local/bin");
    expect(findProgram("", ["/repos/a"], files)).toEqual({
      start: { command: GLOBAL, args: ARGUMENTS, options: { cwd: "/repos/a" } },
    });
    expect(findProgram("", [], files)).toEqual({ start: { command: GLOBAL, args: ARGUMENTS, options: {} } });
  });

  test("is the one of the setting alone, absolute or below a folder", () => {
    const files = machine("linux", [LOCAL, GLOBAL, "/opt/tierwright", "/repos/b/bin/tw"], "/usr/local/bin");
    const started = (setting: string) => findProgram(setting, ["/repos/a", "/repos/b"], files);
    expect(started("/opt/tierwright")).toMatchObject({ start: { command: "/opt/tierwright", options: { cwd: "/repos/a" } } });
    expect(started("bin/tw")).toMatchObject({ start: { command: "/repos/b/bin/tw", options: { cwd: "/repos/b" } } });
    expect(started("/opt/other")).toEqual({ lookedIn: ["/opt/other"] });
  });

  test("is started through Windows' shell, in quotes, only if it is a batch file", () => {
    const batch = "C:\\my work\\node_modules\\.bin\\tierwright.cmd";
    const folders = ["C:\\my work"];
    // npm's script without an ending is for other shells
    const files = [batch, batch.replace(/\.cmd$/, ""), "D:\\tools\\tierwright.exe"];
    expect(findProgram("", folders, machine("win32", files))).toEqual({
      start: { command: `"${batch}"`, args: ARGUMENTS, options: { cwd: "C:\\my work", shell: true } },
    });
    expect(findProgram("", folders, machine("win32", files.slice(1), "tools;C:\\bin;D:\\tools"))).toEqual({
      start: { command: "D:\\tools\\tierwright.exe", args: ARGUMENTS, options: { cwd: "C:\\my work" } },
    });
  });

  test("is missing with words that say what to do", () => {
    const found = findProgram("", ["/repos/a"], machine("linux", [], "/usr/bin"));
    if (!("lookedIn" in found)) throw new Error("a program was found");
    expect(missingProgram("", found.lookedIn)).toBe(
      'The program tierwright is missing (looked in: /repos/a/node_modules/.bin, the PATH). Run "npm install" in the repository, or name the program in the setting tierwright.path.',
    );
    expect(missingProgram("x", ["/repos/a/x"])).toContain(
      'names "x", which is no file (looked for: /repos/a/x). Correct it, or delete it',
    );
  });
});

describe("its manifest", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "editors/vscode/package.json"), "utf8"));

  test("associates each kind of document with its schema, by the paths at which the server knows it", () => {
    const kinds = manifest.contributes.yamlValidation.map(({ fileMatch, url }: { fileMatch: string; url: string }) => {
      const schema = JSON.parse(readFileSync(join(ROOT, url), "utf8"));
      expect(kindByPath(fileMatch.replace("*", "x"))).toBe(schema.properties.kind.const);
      return schema.properties.kind.const;
    });
    expect(kinds.sort()).toEqual([...DOCUMENT_KINDS].sort());
  });

  test("keeps it off in a workspace that nobody trusts, and says why", () => {
    const { supported, description } = manifest.capabilities.untrustedWorkspaces;
    expect([supported, description]).toEqual([false, expect.stringContaining("It runs the program tierwright")]);
  });
});
