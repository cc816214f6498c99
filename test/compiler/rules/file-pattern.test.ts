import { describe, expect, test, vi } from "vitest";
import { log4j2File } from "../../../src/compiler/load/files.ts";
import { foreignGlobs, isDeletable } from "../../../src/compiler/rules/logging/file-pattern.ts";
import type { Log4j2Document } from "../../../src/kernel/index.ts";

const FILE_PATTERN = "C:/logs/client-%d.log";

/** Returns a document with one appender and these Delete actions. */
function documentWith(deletes: string, filePattern = FILE_PATTERN, properties = ""): Log4j2Document {
  const xml = `<Configuration>${properties}<Appenders><RollingFile name="A" fileName="C:/logs/client.log" filePattern="${filePattern}"><Policies><TimeBasedTriggeringPolicy/></Policies>
<DefaultRolloverStrategy>${deletes}</DefaultRolloverStrategy></RollingFile></Appenders><Loggers><Root level="info"/></Loggers></Configuration>`;
  return log4j2File("log4j2.xml", Buffer.from(xml), "installed").document;
}

const reasons = (...given: Parameters<typeof documentWith>) => {
  const [appender] = documentWith(...given).appenders;
  if (!appender) throw new Error("the document has no appender");
  return foreignGlobs(appender);
};

const AGE = '<IfLastModified age="30d"/>';

// the name lets the mutation check try these tests on every mutant of the file
describe("logging/file-pattern", () => {
  test("[H4] each Delete action that misses the files gives its own reason: glob, folder or testMode", () => {
    const name = `<Delete basePath="C:/logs"><IfFileName glob="server-*"/>${AGE}</Delete>`;
    const folder = `<Delete basePath="D:/logs">${AGE}</Delete>`;
    const nameless = `<Delete basePath="C:/logs" testMode="true">${AGE}</Delete>`;
    expect(reasons(name)).toEqual(["server-*"]);
    expect(reasons(folder)).toEqual(['basePath="D:/logs"']);
    expect(reasons(nameless)).toEqual(['testMode="true"']);
    expect(reasons(name + folder + nameless)).toEqual(["server-*", 'basePath="D:/logs"', 'testMode="true"']);
  });

  test("[H4] an appender that does not roll has no Delete action that misses", () => {
    const xml =
      '<Configuration><Appenders><Console name="A"/></Appenders><Loggers><Root level="info"/></Loggers></Configuration>';
    const { appenders } = log4j2File("log4j2.xml", Buffer.from(xml), "installed").document;
    expect(appenders.map(foreignGlobs)).toEqual([null]);
  });

  test("[H4] no Delete action at all is none that misses, and one that fits is enough", () => {
    expect(reasons("")).toBeNull();
    expect(reasons(`<Delete basePath="D:/x">${AGE}</Delete><Delete basePath="C:/logs">${AGE}</Delete>`)).toBeNull();
  });

  test("[H4] a pattern is judged with the properties of the file in place of their names", () => {
    const dir = '<Properties><Property name="dir">C:/logs</Property><Property name="log">client</Property></Properties>';
    const action = `<Delete basePath="C:/logs"><IfFileName glob="server-*"/>${AGE}</Delete>`;
    const own = `<Delete basePath="C:/logs"><IfFileName glob="client-*"/>${AGE}</Delete>`;
    expect(reasons(action, "${dir}/${log}-%d.log", dir)).toEqual(["server-*"]);
    expect(reasons(own, "${dir}/${log}-%d.log", dir)).toBeNull();
    // a lookup that is not known leaves the pattern as it is written
    expect(reasons(action, "${env:DIR}/client-%d.log")).toEqual(["server-*"]);
  });

  test("[H4] deleteAfter can be advised where it can be inserted; a fault of the program is not taken for a refusal", () => {
    const document = documentWith("", "C:/logs/client-%d{yyyy-MM-dd}.log");
    expect(isDeletable(document, "A")).toBe(true);
    expect(isDeletable(document, "B")).toBe(false);
    expect(isDeletable(documentWith(`<Delete basePath="C:/logs"><IfAccumulatedFileCount exceeds="9"/></Delete>`), "A")).toBe(
      false,
    );
    const fault = new TypeError("a fault of the program");
    vi.spyOn(document, "refuseUnreadable").mockImplementation(() => {
      throw fault;
    });
    expect(() => isDeletable(document, "A")).toThrow(fault);
  });
});
