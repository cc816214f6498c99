import { describe, expect, test } from "vitest";
import { withFiles } from "./log4j2-support.ts";

/** A configuration that no rule objects to, in the parts that the cases change. */
const parts = {
  pattern: "é-%d{yyyy-MM-dd}-%i.log",
  size: "10 MB",
  strategy: '<DefaultRolloverStrategy max="9"><Delete basePath="."/></DefaultRolloverStrategy>',
  loggers: '<Logger name="com.example.connection" level="INFO"/><Root level="warn"/>',
};

const file = (changes: Partial<typeof parts>) => {
  const { pattern, size, strategy, loggers } = { ...parts, ...changes };
  return `<Configuration>
  <Properties><Property name="max">20 MiB</Property></Properties>
  <Appenders>
    <RollingFile name="A" fileName="a" filePattern="${pattern}"><SizeBasedTriggeringPolicy size="${size}"/>${strategy}</RollingFile>
  </Appenders>
  <Loggers>${loggers}</Loggers>
</Configuration>
`;
};

/** Rule and message of every finding, from the JSON form. */
async function lint(
  text: string,
): Promise<
  readonly { rule: string; message: string; notes?: readonly string[]; line: number; column: number; endColumn: number }[]
> {
  const { code, out } = await withFiles({ "log4j2.xml": text }, (run) => run("lint", "log4j2.xml", "--format", "json"));
  expect(code).toBe(0);
  return JSON.parse(out).findings;
}

/** What is said of a finding, notes included. */
const told = (finding: { message: string; notes?: readonly string[] } | undefined): string =>
  [finding?.message, ...(finding?.notes ?? [])].join("; ");

describe("[H4] log growth", () => {
  test.each([
    ["nothing to say", {}, []],
    ["no Delete, a date in the name", { strategy: "" }, ["logging/no-deletion"]],
    ["a date by lookup", { strategy: "", pattern: "a-$${date:yyyy}.log" }, ["logging/no-deletion"]],
    ["no Delete, but one counter for all time", { strategy: "", pattern: "a-%i.log" }, []],
    [
      "a counter that never starts again",
      { strategy: '<DefaultRolloverStrategy fileIndex="nomax"/>', pattern: "a-%i.log" },
      ["logging/no-deletion"],
    ],
    [
      "direct writing without a limit",
      { strategy: "<DirectWriteRolloverStrategy/>", pattern: "a-%i.log" },
      ["logging/no-deletion"],
    ],
    ["direct writing with one", { strategy: '<DirectWriteRolloverStrategy maxFiles="5"/>', pattern: "a-%i.log" }, []],
    [
      "max beside a date",
      { strategy: '<DefaultRolloverStrategy max="9"/>' },
      ["logging/max-does-not-bound", "logging/no-deletion"],
    ],
    [
      "max beside a date without a counter",
      { strategy: '<DefaultRolloverStrategy max="9"/>', pattern: "a-%d.log" },
      ["logging/max-does-not-bound", "logging/no-deletion"],
    ],
    ["max and one counter for all time", { strategy: '<DefaultRolloverStrategy max="9"/>', pattern: "a-%i.log" }, []],
    [
      "a connection logger at DEBUG",
      { loggers: '<Logger name="com.example.Connection" level="debug"/>' },
      ["logging/debug-logger"],
    ],
    ["another logger at DEBUG", { loggers: '<Logger name="com.example.mapping" level="debug"/>' }, []],
    ["the HTTP client at ALL", { loggers: '<AsyncLogger name="org.apache.http" level="ALL"/>' }, ["logging/debug-logger"]],
    ["a package above it", { loggers: '<Logger name="org.apache" level="TRACE"/>' }, ["logging/debug-logger"]],
    [
      "a package above it, the client itself at WARN",
      {
        loggers:
          '<Logger name="org.apache" level="DEBUG"/><Logger name="org.apache.http" level="WARN"/><Logger name="org.apache.hc" level="WARN"/>',
      },
      [],
    ],
    ["the root logger at DEBUG", { loggers: '<Root level="DEBUG"/>' }, ["logging/debug-logger"]],
    ["a level that only the program can look up", { loggers: '<Root level="${sys:level}"/>' }, []],
    ["a level by lookup, with its default", { loggers: '<Root level="${sys:level:-DEBUG}"/>' }, ["logging/debug-logger"]],
    ["a size that log4j cannot read", { size: "20 MiB" }, ["logging/unreadable-size"]],
    ["a property that it cannot read", { size: "${max}" }, ["logging/unreadable-size"]],
    ["a size that only the program can look up", { size: "${sys:size}" }, []],
    ["a comma for a point", { size: "1,5 GB" }, ["logging/unreadable-size"]],
    ["a comma that groups", { size: "2,000 KB" }, []],
    ["a file that log4j drops", { loggers: "<!-- a -- b -->" }, ["logging/unreadable-file"]],
  ])("%s", async (_, changes, rules) => {
    expect((await lint(file(changes))).map(({ rule }) => rule).sort()).toEqual(rules);
  });

  test("a finding says what log4j does, and stands on the characters themselves", async () => {
    const [finding] = await lint(file({ size: "1,5 GB" }));
    expect(finding).toMatchObject({ line: 4, column: 111, endColumn: 117 });
    expect(told(finding)).toContain("reads 15 GB, that is 16106127360 bytes");
    expect(told((await lint(file({ size: "20 MiB" })))[0])).toContain("silently uses 10 MB");
    expect(told((await lint(file({ loggers: '<Logger name="org.apache.http" level="DEBUG"/>' })))[0])).toContain("passwords");
    expect(told((await lint(file({ strategy: "" })))[0])).toContain("'%d{yyyy-MM-dd}' in its filePattern");
  });

  test("every appender and logger has its own finding", async () => {
    const twice = file({ strategy: "", loggers: '<Logger name="http.a" level="debug"/><Logger name="http.b" level="debug"/>' });
    expect((await lint(twice)).map(({ rule }) => rule)).toEqual([
      "logging/no-deletion",
      "logging/debug-logger",
      "logging/debug-logger",
    ]);
  });
});

describe("log4j2 lint", () => {
  test("the text form shows the line and what to do", async () => {
    const { code, out } = await withFiles({ "log4j2.xml": file({ size: "20 MiB" }) }, (run) => run("lint", "log4j2.xml"));
    expect(code).toBe(0);
    expect(out).toContain("warning[logging/unreadable-size]");
    expect(out).toContain("log4j2.xml:4:111");
    expect(out).toContain("help: ");
  });

  test("a warning counts from --fail-on warning, and a comment with a reason on the line above suppresses it", async () => {
    const text = file({ strategy: "" });
    const quiet = text.replace(
      "    <RollingFile",
      "    <!-- tierwright-ignore logging/no-deletion: swept from outside -->\n    <RollingFile",
    );
    await withFiles({ "loud.xml": text, "quiet.xml": quiet }, async (run) => {
      expect((await run("lint", "loud.xml", "--fail-on", "warning")).code).toBe(1);
      const { code, out } = await run("lint", "quiet.xml", "--fail-on", "warning", "--format", "json");
      expect([code, JSON.parse(out).summary]).toEqual([0, { environments: 0, errors: 0, warnings: 0, infos: 0, suppressed: 1 }]);
    });
  });

  test("several files in one run, a missing one is exit code 2", async () => {
    await withFiles({ "a.xml": file({ strategy: "" }), "b.xml": file({ size: "x" }) }, async (run) => {
      const { out } = await run("lint", "a.xml", "b.xml", "--format", "json");
      expect(JSON.parse(out).findings.map((finding: { file: string }) => finding.file)).toEqual(["a.xml", "b.xml"]);
      expect((await run("lint", "a.xml", "c.xml")).code).toBe(2);
    });
  });
});

describe("[A6] a document type", () => {
  const typed = `<!DOCTYPE Configuration [<!ENTITY size "10 MB">]>\n${file({ size: "&size;" })}`;

  test("is a finding that says what log4j does, and what to do", async () => {
    const [finding, ...others] = await lint(typed);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule: "logging/unreadable-file", line: 1, column: 1 });
    expect(told(finding)).toContain("a document type (<!DOCTYPE)");
    expect(told(finding)).toContain("log4j loads the file; its appenders, sizes and levels are neither judged nor edited here");
    expect(told(finding)).not.toContain("would drop");
  });

  test("is refused by show and growth without the claim that log4j does not load the file", async () => {
    for (const args of [["show"], ["growth"]]) {
      const { code, err } = await withFiles({ "log4j2.xml": typed }, (run) => run(...args, "log4j2.xml"));
      expect(code).toBe(1);
      expect(err).toContain("log4j2.xml:1:1: this file is not read here, although log4j loads it: a document type");
    }
  });
});
