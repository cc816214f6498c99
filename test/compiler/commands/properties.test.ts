import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Command, ExitCode } from "../../../src/report/command/command.ts";
import { command as get } from "../../../src/compiler/commands/properties/get.ts";
import { command as lint } from "../../../src/compiler/commands/properties/lint.ts";
import { command as list } from "../../../src/compiler/commands/properties/list.ts";
import { command as set } from "../../../src/compiler/commands/properties/set.ts";
import { command as unset } from "../../../src/compiler/commands/properties/unset.ts";
import type { Host, Output } from "../../../src/platform/host.ts";
import { loadForm } from "../../../src/report/findings.ts";
import { forPeople, forPrograms } from "../../../src/report/terminal.ts";
import { cacheFolder, NO_MACHINE } from "../../support/host.ts";
import { temporaryFolder } from "../../support/repository.ts";
import { isRefusal } from "../../../src/kernel/diagnostic/refusal.ts";

interface Outcome {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  /** What the command threw; the entry point turns it into words and an exit code. */
  readonly error: (Error & { at?: unknown; help?: string | null }) | null;
}

/** A folder with the given files, and a way to run commands in it. */
function workspace(files: Readonly<Record<string, string>>) {
  const directory = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text, "latin1");
  const read = (name: string) => readFileSync(join(directory, name), "latin1");
  const run = async (
    command: Command,
    args: readonly string[],
    options: Readonly<Record<string, string>> = {},
    format = command.formats[0] ?? "text",
  ): Promise<Outcome> => {
    let out = "";
    let err = "";
    const output = (write: (data: string) => void): Output =>
      (format === "json" ? forPrograms : forPeople)({
        write: (data) => write(String(data)),
        color: false,
        width: null,
      });
    const host: Host = {
      cwd: directory,
      stdout: output((data) => (out += data)),
      stderr: output((data) => (err += data)),
      env: cacheFolder,
      now: () => new Date("2026-11-21T00:00:00Z"),
      ...NO_MACHINE,
    };
    const invocation = {
      args,
      options: new Map(Object.entries(options)),
      directory,
      command: command.name,
      format,
      form: await loadForm(format, () => Promise.resolve([])),
      mostBytes: null,
      further: [],
      quiet: false,
      today: "2026-11-21",
      host,
      commands: [],
      dispatch: () => Promise.reject(new Error("no other command may run")),
    };
    try {
      return { code: await command.run(invocation), out, err, error: null };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { code: error.code, out, err, error };
    }
  };
  return { directory, read, run };
}

describe("properties list", () => {
  test("[A1] prints the JSON that other programs rely on: every put in order, spelling and lines", async () => {
    const { run } = workspace({ "a.properties": "# c\nA = x\\\n  y\nA:2\n", "b.properties": "" });
    const { code, out } = await run(list, ["a.properties", "b.properties"], {}, "json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      schema: "tierwright/properties/v1",
      files: [
        {
          file: "a.properties",
          loads: true,
          error: null,
          entries: [
            { key: "A", value: "xy", raw: "A = x\\\n  y", line: 2, endLine: 3 },
            { key: "A", value: "2", raw: "A:2", line: 4, endLine: 4 },
          ],
        },
        { file: "b.properties", loads: true, error: null, entries: [] },
      ],
    });
  });

  test("[A1] a file that Java cannot load: the error, its place, the entries before it, exit code 0", async () => {
    const { run } = workspace({ "a.properties": "A=1\nB=x\\u12\nC=3\n" });
    const { code, out } = await run(list, ["a.properties"], {}, "json");
    expect(code).toBe(0);
    expect(JSON.parse(out).files[0]).toMatchObject({
      loads: false,
      error: { message: expect.stringContaining("Malformed \\uxxxx encoding"), line: 2, column: 4 },
      entries: [{ key: "A", value: "1" }],
    });
    expect((await run(list, ["a.properties"])).out).toMatch(
      /1 {2}A {2}1\na\.properties:2:4: java\.util\.Properties cannot load this file/,
    );
  });

  test("[A3] reads ISO-8859-1 unless UTF-8 is asked for, and writes lone surrogates as \\uXXXX", async () => {
    const { run } = workspace({ "a.properties": "A=\xc3\xa9\\ud83d\n" });
    const latin1 = await run(list, ["a.properties"], {}, "json");
    const utf8 = await run(list, ["a.properties"], { charset: "utf-8" }, "json");
    expect(JSON.parse(latin1.out).files[0].entries[0]).toMatchObject({ value: "Ã©\ud83d", raw: "A=Ã©\\ud83d" });
    expect(JSON.parse(utf8.out).files[0].entries[0]).toMatchObject({ value: "é\ud83d", raw: "A=é\\ud83d" });
    expect(utf8.out).toContain('"value":"é\\ud83d"');
  });

  test("[A1] as text: a table that says what is not read, and lets no control character reach the terminal", async () => {
    const { run } = workspace({ "a.properties": "A=1\nLONG_KEY=\\u001b[31m\nA=2\n" });
    const { out } = await run(list, ["a.properties"]);
    expect(out).toBe("1  A         1  (ignored: line 3 sets it again)\n2  LONG_KEY  \u241b[31m\n3  A         2\n");
  });

  test("[A1] a file that is not there is wrong use", async () => {
    const { error, code } = await workspace({}).run(list, ["none.properties"], {}, "json");
    expect([code, error?.message]).toEqual([2, expect.stringMatching(/^none\.properties cannot be read: it does not exist/)]);
  });
});

describe("properties get", () => {
  const { run } = workspace({ "a.properties": "A=C\\:\\\\Temp\nA=\\u00e9\n", "broken.properties": "A=1\nB=\\u\n" });

  test("[A1] prints the value that Java keeps, and a line feed", async () => {
    expect(await run(get, ["a.properties", "A"])).toMatchObject({ code: 0, out: "é\n", err: "" });
  });

  test("[A1] an absent key is exit code 1 with the nearest one", async () => {
    expect(await run(get, ["a.properties", "a"])).toMatchObject({
      code: 1,
      out: "",
      err: "tierwright: a.properties has no key 'a'; did you mean 'A'?\n",
    });
  });

  test("[A4] a file that Java cannot load gives no value", async () => {
    const { code, out, error } = await run(get, ["broken.properties", "A"]);
    expect([code, out, error?.message]).toEqual([
      1,
      "",
      expect.stringContaining("broken.properties:2:3: java.util.Properties cannot load this file"),
    ]);
  });
});

describe("properties get, set and unset for programs", () => {
  const schema = "tierwright/property/v1";

  test("[A1] get: the exact value and its line, null and exit code 1 where there is none", async () => {
    const { run } = workspace({ "a.properties": "A=x\\u0007\n", "broken.properties": "A=1\nB=\\u\n" });
    const found = await run(get, ["a.properties", "A"], {}, "json");
    expect([found.code, found.err]).toEqual([0, ""]);
    expect(JSON.parse(found.out)).toEqual({ schema, command: "get", file: "a.properties", key: "A", value: "x\u0007", line: 1 });
    const absent = await run(get, ["a.properties", "a"], {}, "json");
    expect([absent.code, absent.err]).toEqual([1, expect.stringContaining("did you mean 'A'?")]);
    expect(JSON.parse(absent.out)).toMatchObject({ value: null, line: null });
    const { code, out, error } = await run(get, ["broken.properties", "A"], {}, "json");
    expect([code, out, error?.message]).toEqual([1, "", expect.stringContaining("broken.properties:2:3")]);
  });

  test("[A2] set and unset: what was changed, where, and how many entries more or fewer", async () => {
    const { run } = workspace({ "a.properties": "\xef\xbb\xbfA=1\nB=2\nB=3\n" });
    const answer = async (command: Command, args: readonly string[], options = {}) =>
      JSON.parse((await run(command, ["a.properties", ...args], options, "json")).out);
    const none = { schema, file: "a.properties", out: "a.properties", byteOrderMarkDropped: false };
    expect(await answer(set, ["A", "2"], { "fix-bom": "true" })).toEqual({
      ...none,
      command: "set",
      key: "A",
      changed: true,
      entries: 0,
      byteOrderMarkDropped: true,
    });
    expect(await answer(set, ["A", "2"])).toEqual({ ...none, command: "set", key: "A", changed: false, entries: 0 });
    expect(await answer(set, ["C", "2"], { out: "c.properties" })).toEqual({
      ...none,
      command: "set",
      key: "C",
      out: "c.properties",
      changed: true,
      entries: 1,
    });
    expect(await answer(unset, ["B"])).toEqual({ ...none, command: "unset", key: "B", changed: true, entries: -2 });
  });
});

describe("properties set and unset", () => {
  test("[A2] set changes the line of the key and nothing else", async () => {
    const { run, read } = workspace({ "a.properties": "# c\r\n A : 1\r\nB=2" });
    expect(await run(set, ["a.properties", "A", "C:\\x"])).toMatchObject({ code: 0, out: "a.properties: changed\n" });
    expect(read("a.properties")).toBe("# c\r\n A : C:\\\\x\r\nB=2");
    expect(await run(set, ["a.properties", "C", "3"])).toMatchObject({ code: 0, out: "a.properties: 1 entry added\n" });
    expect(read("a.properties")).toBe("# c\r\n A : C:\\\\x\r\nB=2\r\nC=3\r\n");
  });

  test("[A2] a file that says it already is not written", async () => {
    const { run, read, directory } = workspace({ "a.properties": "A=\\u0031\n" });
    utimesSync(join(directory, "a.properties"), 1, 1);
    expect(await run(set, ["a.properties", "A", "1"])).toMatchObject({ code: 0, out: "a.properties: nothing to change\n" });
    expect([read("a.properties"), statSync(join(directory, "a.properties")).mtimeMs]).toEqual(["A=\\u0031\n", 1000]);
  });

  test("[A2] --out leaves the file as it is, and writes an unchanged one, too", async () => {
    const { run, read } = workspace({ "a.properties": "A=1\n" });
    expect((await run(set, ["a.properties", "A", "2"], { out: "b.properties" })).out).toBe(
      "a.properties -> b.properties: changed\n",
    );
    expect((await run(unset, ["a.properties", "B"], { out: "c.properties" })).code).toBe(0);
    expect([read("a.properties"), read("b.properties"), read("c.properties")]).toEqual(["A=1\n", "A=2\n", "A=1\n"]);
  });

  test("[A2] unset removes every occurrence; an absent key is not an error", async () => {
    const { run, read } = workspace({ "a.properties": "A=1\nB=2\nA=3\n" });
    expect(await run(unset, ["a.properties", "A"])).toMatchObject({ code: 0, out: "a.properties: 2 entries removed\n" });
    expect(await run(unset, ["a.properties", "A"])).toMatchObject({ code: 0, out: "a.properties: nothing to change\n" });
    expect(read("a.properties")).toBe("B=2\n");
  });

  test("[A2] one element of a value over several lines", async () => {
    const { run, read } = workspace({ "a.properties": "A=x,\\\n  y,\\\n  z\n" });
    expect((await run(set, ["a.properties", "A", "new"], { element: "2" })).code).toBe(0);
    expect(read("a.properties")).toBe("A=x,\\\n  new,\\\n  z\n");
    expect((await run(set, ["a.properties", "A", "new"], { element: "4" })).error?.message).toBe(
      "a.properties:1:1: A has 3 elements; there is no element 4",
    );
    expect((await run(set, ["a.properties", "A", "new"], { element: "0" })).code).toBe(2);
  });

  test("[A3] --charset utf-8 writes UTF-8", async () => {
    const { run, read } = workspace({ "a.properties": "A=1\n" });
    await run(set, ["a.properties", "A", "é"], { charset: "utf-8" });
    expect(read("a.properties")).toBe("A=\xc3\xa9\n");
  });

  test("[A3] a byte order mark is refused, and dropped with --fix-bom, even when the value stays", async () => {
    const { run, read } = workspace({ "a.properties": "\xef\xbb\xbfA=1\n", "b.properties": "\xff\xfeA\0" });
    const refused = await run(set, ["a.properties", "A", "1"]);
    expect([refused.code, refused.error?.message]).toEqual([
      1,
      expect.stringMatching(/^a\.properties:1:1: starts with a UTF-8 byte order mark/),
    ]);
    expect(read("a.properties")).toBe("\xef\xbb\xbfA=1\n");
    expect(await run(set, ["a.properties", "A", "1"], { "fix-bom": "true" })).toMatchObject({
      code: 0,
      out: "a.properties: changed; the byte order mark is dropped\n",
    });
    expect(read("a.properties")).toBe("A=1\n");
    expect((await run(unset, ["b.properties", "A"], { "fix-bom": "true" })).code).toBe(1);
    expect(read("b.properties")).toBe("\xff\xfeA\0");
  });

  test.each([set, unset])("[A4] $name refuses a file that Java cannot load and leaves it as it is", async (command) => {
    const { run, read } = workspace({ "a.properties": "A=1\nB=\\u12\n" });
    const { code, error } = await run(command, ["a.properties", "A", ...(command === set ? ["2"] : [])]);
    expect([code, error?.message]).toEqual([
      1,
      expect.stringMatching(/^a\.properties:2:3: java\.util\.Properties cannot load this file/),
    ]);
    expect(read("a.properties")).toBe("A=1\nB=\\u12\n");
  });
});

describe("properties lint", () => {
  test("[A4] [A5] gives the findings of the text rules as JSON, with the place and a fix", async () => {
    const { run } = workspace({ "a.properties": "STAGING_DIR=C:\\temp\nA=1 \n" });
    const { code, out } = await run(lint, ["a.properties"], {}, "json");
    const { schema, summary, findings } = JSON.parse(out);
    expect([code, schema, summary]).toEqual([
      1,
      "tierwright/findings/v1",
      { environments: 0, errors: 1, warnings: 1, infos: 0, suppressed: 0 },
    ]);
    expect(findings[0]).toMatchObject({
      rule: "conf/single-backslash",
      severity: "error",
      file: "a.properties",
      line: 1,
      column: 15,
      endLine: 1,
      endColumn: 17,
    });
    expect(findings[0].fix.edits[0]).toMatchObject({ file: "a.properties", line: 1, column: 15, endColumn: 15, text: "\\" });
    expect(findings[1]).toMatchObject({ rule: "conf/trailing-blank", severity: "warning", line: 2, column: 4, endColumn: 5 });
  });

  test("[A5] the rules of a role come with --role", async () => {
    const { run } = workspace({ "a.properties": "StereotypeNameTruncationLimit=3\n" });
    expect((await run(lint, ["a.properties"])).code).toBe(0);
    const { code, out } = await run(lint, ["a.properties"], { role: "connector" });
    expect([code, out]).toEqual([1, expect.stringContaining("conf/misspelled-key")]);
  });

  test("[A5] warnings pass unless --fail-on says otherwise, and can be suppressed by a comment", async () => {
    const { run } = workspace({
      "a.properties": "A=1 \n",
      "b.properties": "# tierwright-ignore conf/trailing-blank: meant\nA=1 \n",
    });
    expect((await run(lint, ["a.properties"])).code).toBe(0);
    expect((await run(lint, ["a.properties"], { "fail-on": "warning" })).code).toBe(1);
    const { code, out } = await run(lint, ["b.properties"], { "fail-on": "warning" }, "json");
    expect([code, JSON.parse(out).summary]).toMatchObject([0, { warnings: 0, suppressed: 1 }]);
  });

  test("[A4] [A5] --fix applies what is safe, --fix-review the rest, and both look again", async () => {
    const { run, read } = workspace({ "a.properties": "STAGING_DIR=C:\\temp\nA=1\nA=2\nB=true \n" });
    const safe = await run(lint, ["a.properties"], { fix: "true" });
    expect([safe.code, safe.err]).toEqual([1, expect.stringContaining("fixed a.properties:1: double the backslashes")]);
    expect(read("a.properties")).toBe("STAGING_DIR=C:\\\\temp\nA=1\nA=2\nB=true\n");
    expect((await run(lint, ["a.properties"], { "fix-review": "true" })).code).toBe(0);
    expect(read("a.properties")).toBe("STAGING_DIR=C:\\\\temp\nA=2\nB=true\n");
  });

  test("[A4] a path with a single backslash and the excerpt that shows it", async () => {
    const { run } = workspace({ "a.properties": "STAGING_DIR=C:\\temp\n" });
    const { out } = await run(lint, ["a.properties"]);
    expect(out).toContain("Java reads C:<TAB>emp");
    expect(out).toContain("a.properties:1:15");
  });
});
