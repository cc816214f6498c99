import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withFiles } from "./log4j2-support.ts";

const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<!-- header, © 2026 -->
<Configuration>
  <Appenders>
    <RollingFile name="MAIN" fileName="m.log" filePattern="m-%d-%i.log">
      <Policies><TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy size="50 MB"/></Policies>
      <DefaultRolloverStrategy><Delete basePath="."/></DefaultRolloverStrategy>
    </RollingFile>
    <RollingRandomAccessFile name="TRAFFIC" filePattern="t-%i.log">
      <SizeBasedTriggeringPolicy size="1,5 GB"/>
    </RollingRandomAccessFile>
    <Console name="CON"/>
  </Appenders>
  <Loggers>
    <Logger name="com.example.connection" level="INFO"/>
    <Root level="warn"/>
  </Loggers>
</Configuration>
`;

describe("log4j2 show", () => {
  test("[A6] the document for programs, exactly", async () => {
    const { code, out, err } = await withFiles({ "log4j2.xml": FILE }, (run) => run("show", "log4j2.xml", "--format", "json"));
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual({
      schema: "tierwright/log4j2/v1",
      appenders: [
        {
          name: "MAIN",
          type: "RollingFile",
          rolling: true,
          fileName: "m.log",
          filePattern: "m-%d-%i.log",
          triggers: [{ size: "50 MB", bytes: 52428800, readable: true, line: 6 }],
          timeBased: true,
          deletes: [{ age: null, names: [], isTest: false, line: 7 }],
        },
        {
          name: "TRAFFIC",
          type: "RollingRandomAccessFile",
          rolling: true,
          fileName: null,
          filePattern: "t-%i.log",
          triggers: [{ size: "1,5 GB", bytes: 16106127360, readable: true, line: 10 }],
          timeBased: false,
          deletes: [],
        },
        {
          name: "CON",
          type: "Console",
          rolling: false,
          fileName: null,
          filePattern: null,
          triggers: [],
          timeBased: false,
          deletes: [],
        },
      ],
      loggers: [
        { name: "com.example.connection", level: "INFO", line: 15 },
        { name: "", level: "warn", line: 16 },
      ],
      includes: [],
    });
  });

  test("[A6] the table for people", async () => {
    const { out } = await withFiles({ "log4j2.xml": FILE }, (run) => run("show", "log4j2.xml"));
    expect(out).toBe(`APPENDER  TYPE                     ROLLS AT                   FILES
MAIN      RollingFile              50 MB (line 6), by time    m-%d-%i.log
TRAFFIC   RollingRandomAccessFile  15 GB ('1,5 GB', line 10)  t-%i.log
CON       Console                  does not roll

LOGGER                  LEVEL  WHERE
com.example.connection  INFO   line 15
(root)                  warn   line 16

line 7: 'MAIN' has a Delete action
`);
  });

  test("[H4] the table says which files a Delete action deletes, and that one in test mode deletes none", async () => {
    const told = async (attributes: string) => {
      const action = `<Delete basePath="C:/x"${attributes}><IfFileName glob="m-*.log"/><IfLastModified age="P7D"/></Delete>`;
      const text = `<Configuration><Appenders><RollingFile name="M" fileName="C:/x/m.log" filePattern="C:/x/m-%i.log"><Policies/><DefaultRolloverStrategy>${action}</DefaultRolloverStrategy></RollingFile></Appenders></Configuration>`;
      const { out } = await withFiles({ "log4j2.xml": text }, (run) => run("show", "log4j2.xml"));
      return out.trimEnd().split("\n").at(-1);
    };
    expect(await told("")).toBe("line 1: 'M' deletes files older than P7D named m-*.log at a rollover");
    expect(await told(' testMode="true"')).toBe("line 1: 'M' has a Delete action with testMode, which deletes nothing");
  });

  test("[A6] a number of bytes beyond what JSON numbers of JavaScript hold keeps all its digits", async () => {
    const text = FILE.replace("50 MB", "99999999999 TB").replace("1,5 GB", "4611686018427387905");
    const { out } = await withFiles({ "log4j2.xml": text }, (run) => run("show", "log4j2.xml", "--format", "json"));
    expect(out).toContain('"bytes":9223372036854775807,');
    expect(out).toContain('"bytes":4611686018427387904,');
  });

  test("[A6] a name that imitates a number of bytes stays a name", async () => {
    const text = FILE.replace('name="CON"', 'name=\'"bytes":"#1"\'');
    const { out } = await withFiles({ "log4j2.xml": text }, (run) => run("show", "log4j2.xml", "--format", "json"));
    expect(JSON.parse(out).appenders[2].name).toBe('"bytes":"#1"');
  });

  test("[A6] a file that log4j would not load: exit code 1, the place, and still one document", async () => {
    const { code, out, err } = await withFiles({ "log4j2.xml": `\n${FILE}` }, (run) =>
      run("show", "log4j2.xml", "--format", "json"),
    );
    expect(code).toBe(1);
    expect(err).toContain("log4j2.xml:2:1: log4j would not load this file: an XML declaration is allowed only at the very start");
    expect(JSON.parse(out)).toMatchObject({
      schema: "tierwright/log4j2/v1",
      appenders: [],
      loggers: [],
      error: { line: 2, column: 1 },
    });
  });

  test("control characters of a name do not reach the terminal", async () => {
    const text = FILE.replace('"1.0"', '"1.1"').replace('name="CON"', 'name="&#27;[31m"');
    const { out } = await withFiles({ "log4j2.xml": text }, (run) => run("show", "log4j2.xml"));
    expect(out).toContain("␛[31m");
    expect(out).not.toContain("\u001b");
  });
});

describe("log4j2 set-trigger and set-level", () => {
  test("[A6] change one value in place, keep the mode and leave nothing beside the file", async () => {
    await withFiles({ "log4j2.xml": FILE }, async (run, folder) => {
      const path = join(folder, "log4j2.xml");
      if (process.platform !== "win32") chmodSync(path, 0o640);
      const mode = statSync(path).mode;
      expect(await run("set-trigger", "log4j2.xml", "MAIN", "20 MB")).toEqual({
        code: 0,
        err: "",
        out: "log4j2.xml:6: MAIN: 50 MB -> 20 MB (20971520 bytes)\n",
      });
      expect(await run("set-level", "log4j2.xml", "", "ERROR")).toEqual({
        code: 0,
        err: "",
        out: "log4j2.xml:16: the root logger: warn -> ERROR\n",
      });
      expect(await run("set-level", "log4j2.xml", "com.example.connection", "info")).toMatchObject({ code: 0 });
      expect(readFileSync(path, "utf8")).toBe(
        FILE.replace("50 MB", "20 MB").replace('"warn"', '"ERROR"').replace('"INFO"', '"info"'),
      );
      expect([statSync(path).mode, readdirSync(folder)]).toEqual([mode, ["log4j2.xml"]]);
    });
  });

  test("[A6] --out writes a copy and leaves the file, also when nothing changes", async () => {
    await withFiles({ "log4j2.xml": FILE }, async (run, folder) => {
      expect((await run("set-level", "log4j2.xml", "root", "OFF", "--out", "quiet.xml")).out).toContain(
        "warn -> OFF, written to quiet.xml",
      );
      expect((await run("set-trigger", "log4j2.xml", "MAIN", "50 MB", "--out", "same.xml")).out).toContain(
        "MAIN: nothing to change",
      );
      const read = (name: string) => readFileSync(join(folder, name), "utf8");
      expect([read("log4j2.xml"), read("quiet.xml"), read("same.xml")]).toEqual([FILE, FILE.replace('"warn"', '"OFF"'), FILE]);
    });
  });

  test.each([
    [["set-trigger", "log4j2.xml", "MIAN", "1 MB"], "log4j2.xml:1:1: there is no appender 'MIAN'; did you mean 'MAIN'?"],
    [["set-trigger", "log4j2.xml", "MAIN", "20 MiB"], "log4j2.xml:6:78: log4j would not read the size '20 MiB'"],
    [["set-trigger", "log4j2.xml", "CON", "1 MB"], "log4j2.xml:12:5: the appender 'CON' is a Console"],
    [["set-level", "log4j2.xml", "root", "LOUD"], "log4j2.xml:16:18: there is no level 'LOUD'"],
  ])("[A6] refused: %j is exit code 1, says where and touches nothing", async (words, message) => {
    await withFiles({ "log4j2.xml": FILE }, async (run, folder) => {
      const before = statSync(join(folder, "log4j2.xml")).mtimeMs;
      const { code, out, err } = await run(...words, "--out", "out.xml");
      expect([code, out]).toEqual([1, ""]);
      expect(err).toContain(message);
      expect([existsSync(join(folder, "out.xml")), statSync(join(folder, "log4j2.xml")).mtimeMs]).toEqual([false, before]);
    });
  });

  test("a missing file, a folder in its place and a place that cannot be written are wrong use, exit code 2", async () => {
    await withFiles({ "log4j2.xml": FILE }, async (run, folder) => {
      mkdirSync(join(folder, "folder"));
      expect(await run("show", "nope.xml")).toMatchObject({ code: 2, err: expect.stringContaining("nope.xml cannot be read") });
      expect(await run("set-level", "folder", "root", "info")).toMatchObject({
        code: 2,
        err: expect.stringContaining("folder cannot be read"),
      });
      expect(await run("set-level", "log4j2.xml", "root", "info", "--out", "no/such/folder.xml")).toMatchObject({ code: 2 });
      expect(readFileSync(join(folder, "log4j2.xml"), "utf8")).toBe(FILE);
    });
  });
});
