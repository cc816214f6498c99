import { describe, expect, test } from "vitest";
import { configuration, document, rolling, sizes } from "./support.ts";

const MB = 1048576;

describe("[A6] appenders as log4j reads them", () => {
  test("what is shown of one", () => {
    const text = configuration(
      '<RollingFile name="A" fileName="a.log" filePattern="a-%d-%i.log">\n<Policies>\n<TimeBasedTriggeringPolicy/>\n<SizeBasedTriggeringPolicy size="50 MB"/>\n</Policies>\n<DefaultRolloverStrategy max="5" fileIndex="min"><Delete basePath="."/></DefaultRolloverStrategy></RollingFile>',
    );
    const [appender] = document(text).appenders;
    expect(appender).toMatchObject({
      name: "A",
      type: "RollingFile",
      rolling: true,
      fileName: "a.log",
      filePattern: "a-%d-%i.log",
      timeBased: true,
      hasDelete: true,
      strategyMax: "5",
      line: 4,
      triggers: [{ size: "50 MB", bytes: 50 * MB, readable: true, hasLookup: false, line: 7 }],
    });
    const [trigger] = appender?.triggers ?? [];
    expect(text.slice(trigger?.valueStart, trigger?.valueEnd)).toBe("50 MB");
    expect(text.slice(appender?.start, appender?.end)).toMatch(/^<RollingFile name="A"[\s\S]*<\/RollingFile>$/);
  });

  test.each([
    [
      "any letter case",
      '<rollingFILE NAME="A"><POLICIES><sizebasedtriggeringpolicy SIZE="3 MB"/></POLICIES></rollingFILE>',
      { A: [3 * MB] },
    ],
    ["random access", rolling("A", "3 MB", "RollingRandomAccessFile"), { A: [3 * MB] }],
    [
      "a policy without a composite",
      '<RollingFile name="A"><SizeBasedTriggeringPolicy size="3 MB"/></RollingFile>',
      { A: [3 * MB] },
    ],
    [
      "a composite in a composite",
      '<RollingFile name="A"><Policies><Policies><SizeBasedTriggeringPolicy size="3 MB"/></Policies></Policies></RollingFile>',
      { A: [3 * MB] },
    ],
    ["no size at all", '<RollingFile name="A"><SizeBasedTriggeringPolicy/></RollingFile>', { A: [10 * MB] }],
    ["a size that it cannot read", rolling("A", "3 MiB"), { A: [10 * MB] }],
    [
      "two policies",
      '<RollingFile name="A"><Policies><SizeBasedTriggeringPolicy size="1 MB"/><SizeBasedTriggeringPolicy size="2 MB"/></Policies></RollingFile>',
      { A: [MB, 2 * MB] },
    ],
    [
      "a size as an element",
      '<RollingFile name="A"><SizeBasedTriggeringPolicy><size>3 MB</size></SizeBasedTriggeringPolicy></RollingFile>',
      { A: [3 * MB] },
    ],
    [
      "that element wins over the attribute",
      '<RollingFile name="A"><SizeBasedTriggeringPolicy size="1 MB"><size> 3 MB </size></SizeBasedTriggeringPolicy></RollingFile>',
      { A: [3 * MB] },
    ],
    [
      "a name as an element",
      '<RollingFile><name>A</name><SizeBasedTriggeringPolicy size="3 MB"/></RollingFile>',
      { A: [3 * MB] },
    ],
    [
      "two cases of one attribute: the lower hash bucket",
      '<RollingFile name="A"><SizeBasedTriggeringPolicy size="1 MB" SIZE="2 MB"/></RollingFile>',
      { A: [MB] },
    ],
    [
      "inside an unknown element: dropped",
      '<RollingFile name="A"><Wrapper><SizeBasedTriggeringPolicy size="3 MB"/></Wrapper></RollingFile>',
      { A: [] },
    ],
    [
      "inside a component that is no policy",
      '<RollingFile name="A"><DefaultRolloverStrategy><SizeBasedTriggeringPolicy size="3 MB"/></DefaultRolloverStrategy></RollingFile>',
      { A: [] },
    ],
    ["in an appender that does not roll", '<File name="A"><SizeBasedTriggeringPolicy size="3 MB"/></File>', { A: [] }],
    ["an unknown appender: dropped", '<VendorRolling name="A"><SizeBasedTriggeringPolicy size="3 MB"/></VendorRolling>', {}],
    [
      "the strict form without strict",
      '<Appender type="RollingFile" name="A"><Policy type="SizeBasedTriggeringPolicy" size="3 MB"/></Appender>',
      {},
    ],
    [
      "a prefix is part of the name",
      '<l:RollingFile xmlns:l="u" name="A"><SizeBasedTriggeringPolicy size="3 MB"/></l:RollingFile>',
      {},
    ],
    [
      "a default namespace is nothing",
      '<RollingFile xmlns="u" name="A"><SizeBasedTriggeringPolicy size="3 MB"/></RollingFile>',
      { A: [3 * MB] },
    ],
    [
      "nested in a Routing",
      `<Routing name="R"><Routes><Route>${rolling("$${ctx:id}", "3 MB")}</Route></Routes></Routing>${rolling("A", "4 MB")}`,
      { R: [], "$${ctx:id}": [3 * MB], A: [4 * MB] },
    ],
    ["look-alikes in a comment", `<!-- ${rolling("B", "1 MB")} -->${rolling("A", "3 MB")}`, { A: [3 * MB] }],
    [
      "look-alikes in CDATA",
      `<Console name="K"><PatternLayout><Pattern><![CDATA[${rolling("B", "1 MB")}]]></Pattern></PatternLayout></Console>`,
      { K: [] },
    ],
    ["look-alikes in a processing instruction", `<?x ${rolling("B", "1 MB")}?>${rolling("A", "3 MB")}`, { A: [3 * MB] }],
    [
      "look-alikes in an attribute",
      `<Console name="K" x='&lt;RollingFile name="B"> size="1 MB"'/>${rolling("A", "3 MB")}`,
      { K: [], A: [3 * MB] },
    ],
    [
      "a name of another element",
      `<RollingFile name="B"><Property name="A">x</Property><SizeBasedTriggeringPolicy size="1 MB"/></RollingFile>${rolling("A", "3 MB")}`,
      { B: [MB], A: [3 * MB] },
    ],
  ])("%s", (_, appenders, expected) => {
    expect(sizes(configuration(appenders))).toEqual(expected);
  });

  test("look-alikes in references are nothing; references in values count", () => {
    const look = rolling("B", "1 MB").replaceAll("<", "&lt;");
    expect(sizes(configuration(`${look}${rolling("A", "&#51; MB")}`))).toEqual({ A: [3 * MB] });
  });

  test("the strict form, with the switch in any case", () => {
    const strict =
      '<Appender type="RollingFile" name="A"><Policies><Policy type="SizeBasedTriggeringPolicy" size="3 MB"/></Policies></Appender>';
    expect(sizes(configuration(strict).replace("status=", 'STRICT="True" status='))).toEqual({ A: [3 * MB] });
    expect(document(configuration(strict).replace("status=", 'strict="true" status=')).appenders[0]?.type).toBe("RollingFile");
  });

  test("outside <Appenders> nothing is an appender", () => {
    expect(sizes(configuration(rolling("A", "3 MB")).replaceAll("Appenders>", "Filters>"))).toEqual({});
  });
});

describe("[A6] sizes by lookup", () => {
  const properties =
    '<Properties><Property name="max">3 MB</Property><Property name="n" value="4"/><Property name="loop">${loop}</Property></Properties>';
  test.each([
    ["${max}", 3 * MB],
    ["${n} MB", 4 * MB],
    ["${sys:max}", 3 * MB],
    ["${sys:nope:-5 MB}", 5 * MB],
    ["${nope:-${n} MB}", 4 * MB],
    ["${env:${nope:-max}}", 3 * MB],
    ["${nope}", 10 * MB],
    ["$${max}", 10 * MB],
    ["${loop}", 10 * MB],
    ["${max", 10 * MB],
  ])("%s", (size, bytes) => {
    const text = configuration(rolling("A", size)).replace("<Appenders>", `${properties}<Appenders>`);
    const [trigger] = document(text).appenders[0]?.triggers ?? [];
    expect(trigger).toMatchObject({ size, bytes, hasLookup: size.includes("${") });
  });

  test("properties that are not the first component are not read", () => {
    const text = configuration(rolling("A", "${max}")).replace("<Loggers>", `${properties}<Loggers>`);
    expect(sizes(text)).toEqual({ A: [10 * MB] });
  });

  test("lookups that multiply end", () => {
    const many = Array.from({ length: 60 }, (_, i) => `<Property name="p${i + 1}">\${p${i}}\${p${i}}</Property>`).join("");
    const text = configuration(rolling("A", "${p60}")).replace("<Appenders>", `<Properties>${many}</Properties><Appenders>`);
    expect(sizes(text)).toEqual({ A: [10 * MB] });
  });
});

describe("[A6] loggers as log4j reads them", () => {
  test.each([
    [
      "root and named",
      '<Logger name="a.b" level="debug"/><Root level="INFO"/>',
      [
        ["a.b", "debug"],
        ["", "INFO"],
      ],
    ],
    [
      "asynchronous, in any case",
      '<asyncLOGGER name="a" level="trace"/><AsyncRoot LEVEL="info"/>',
      [
        ["a", "trace"],
        ["", "info"],
      ],
    ],
    [
      "a logger named root is the root logger",
      '<Logger name="root" level="info"/><Logger name="Root" level="warn"/>',
      [
        ["", "info"],
        ["Root", "warn"],
      ],
    ],
    [
      "no level",
      '<Logger name="a"/><Root/>',
      [
        ["a", null],
        ["", null],
      ],
    ],
    ["a level as an element", '<Logger name="a"><level>warn</level></Logger>', [["a", "warn"]]],
    ["no name: log4j makes none", '<Logger level="debug"/><Logger name="" level="debug"/>', []],
    ["inside another: none either", '<Root level="info"><Logger name="a" level="debug"/></Root>', [["", "info"]]],
    ["a lookup stays as written", '<Logger name="${pkg}" level="${lvl:-info}"/>', [["${pkg}", "${lvl:-info}"]]],
  ])("%s", (_, loggers, expected) => {
    expect(document(configuration("", loggers)).loggers.map(({ name, level }) => [name, level])).toEqual(expected);
  });
});

describe("[A6] a file that log4j would not load", () => {
  test.each([
    ["a comment before the header", `<!-- x -->\n${configuration("")}`, 2, 1],
    ["'--' in a comment", configuration("<!-- é a -- b -->"), 4, 14],
    ["no XML at all", "log4j.rootLogger=INFO", 1, 1],
    ["an empty file", "", 1, 1],
  ])("%s: says where, in characters", (_, text, line, column) => {
    const { error, appenders, loggers } = document(text);
    expect(error).toMatchObject({ line, column });
    expect([appenders, loggers]).toEqual([[], []]);
  });

  test("what xi:include names is listed and not read", () => {
    const include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="more.xml"><xi:fallback/></xi:include>';
    const { error, includes, appenders } = document(configuration(`${include}${rolling("A", "3 MB")}`));
    expect([error, includes, appenders.length]).toEqual([null, [{ href: "more.xml", line: 4 }], 1]);
  });
});
