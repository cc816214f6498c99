import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { namedFiles } from "../../../src/platform/wildcards.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, temporaryFolder, writeFiles } from "../../support/repository.ts";

/* What a shell of Windows does to words, or does not do. */

function some(): string {
  const folder = temporaryFolder();
  const file = "A=1\n";
  writeFiles(folder, { "b.properties": file, "a.properties": file, ".hidden.properties": file, "c.txt": file });
  writeFiles(folder, { "conf/x.properties": file, "more/x.properties": file, "more/y1.properties": file });
  mkdirSync(join(folder, "folder.properties"));
  return folder;
}

describe("wildcards that no shell read", () => {
  test.each([
    { word: "*.properties", found: ["a.properties", "b.properties"] },
    { word: "?.txt", found: ["c.txt"] },
    { word: "*/x.properties", found: ["conf/x.properties", "more/x.properties"] },
    { word: "mor?/*.properties", found: ["more/x.properties", "more/y1.properties"] },
    { word: "./*.txt", found: ["./c.txt"] },
    { word: ".*.properties", found: [".hidden.properties"] },
    { word: "a.properties", found: ["a.properties"] },
    { word: "not-there.properties", found: ["not-there.properties"] },
  ])("[D10] $word stands for files in order, folders and hidden ones left out", ({ word, found }) => {
    expect(namedFiles(some(), [word], false)).toEqual(found);
  });

  test("[D10] on Windows names have no case, and both separators stay as typed", () => {
    const folder = some();
    expect(namedFiles(folder, ["*.PROPERTIES"], true)).toEqual(["a.properties", "b.properties"]);
    expect(namedFiles(folder, ["more/Y?.properties"], true)).toEqual(["more/y1.properties"]);
    expect(() => namedFiles(folder, ["*.PROPERTIES"], false)).toThrow(/no file is named like '\*\.PROPERTIES'/);
  });

  test("[D10] each file counts once, and a file of that very name is itself", () => {
    const folder = some();
    writeFiles(folder, { "[*].properties": "B=2\n" });
    expect(namedFiles(folder, ["a.properties", "?.properties"])).toEqual(["a.properties", "b.properties"]);
    expect(namedFiles(folder, ["[*].properties"])).toEqual(["[*].properties"]);
  });

  test.each(["properties lint", "properties list", "log4j2 lint"])("[D10] %s reads them", async (words) => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "a.xml": '<?xml version="1.0"?>\n<Configuration/>\n',
      "a.properties": "A=1\n",
      "b.properties": "A=1\n",
    });
    const name = words.startsWith("log4j2") ? "*.xml" : "*.properties";
    const found = await cli([...words.split(" "), "-C", folder, name, "--format", "json"]);
    expect({ code: found.code, err: found.err }).toEqual({ code: 0, err: "" });
    const none = await cli([...words.split(" "), "-C", folder, "*.conf"]);
    expect(none.code).toBe(2);
    expect(none.err).toContain("no file is named like '*.conf'");
  });

  test("--fix with nothing to do says so on a line of its own", async () => {
    const folder = some();
    expect((await cli(["properties", "lint", "-C", folder, "*.properties", "--fix"])).err).toBe("nothing to fix\n");
    expect((await cli(["check", "-C", exampleRepository(), "--fix"])).err).toBe("nothing to fix\n");
  });
});

describe("an environment by its path", () => {
  test.each([
    "environments/demo",
    "environments/demo/",
    "./environments/demo/environment.yaml",
    "environments\\demo",
    ".\\environments\\demo\\environment.yaml",
    "environments\\demo\\sso.yaml",
  ])("[D10] %s is understood", async (word) => {
    const folder = exampleRepository();
    const byName = await cli(["check", "-C", folder, "demo", "--format", "json"]);
    expect(await cli(["check", "-C", folder, word, "--format", "json"])).toEqual(byName);
    expect(byName.code).toBe(0);
    expect(await cli(["why", "-C", folder, word, "TC_SERVER_URL"])).toMatchObject({ code: 0, err: "" });
  });

  test.each([
    "repo/environments/demo",
    "demo/environment.yaml",
    "C:\\repo\\environments\\demo",
    "\\environments\\demo",
    "/srv/repo/environments/demo/environment.yaml",
    "..\\demo",
    "environments/demo/installed/connector.properties",
  ])("[D10] %s may be of another repository: answered with the name", async (word) => {
    const { code, err } = await cli(["check", "-C", exampleRepository(), word]);
    expect(code).toBe(2);
    expect(err).toContain("is not the name of an environment: name it without a path");
    expect(err).toContain("write demo");
  });

  test("[D10] a path without an environment in it does not name one", async () => {
    const { code, err } = await cli(["check", "-C", exampleRepository(), "environments/nowhere"]);
    expect(code).toBe(2);
    expect(err).toContain("there is no environment 'environments/nowhere'");
  });
});

describe("a quote that a backslash made part of the value", () => {
  test.each([
    { value: 'C:\\X" --what-if', left: 'leave out the last backslash: --install "C:\\X"', behind: "'--what-if'" },
    { value: 'C:\\Program Files\\Tool"', left: '--install "C:\\Program Files\\Tool"', behind: "" },
  ])("[D3] --install $value is refused with what it swallowed", async ({ value, left, behind }) => {
    const { code, err } = await cli(["deploy", "nothing.zip", "--install", value]);
    expect(code).toBe(2);
    expect(err).toContain(left);
    expect(err).toContain(behind);
  });

  test("[D3] quotes in words that are no paths are left alone", async () => {
    const folder = some();
    expect((await cli(["properties", "set", "-C", folder, "a.properties", "A", 'say "x" now'])).code).toBe(0);
  });
});
