import { describe, expect, test } from "vitest";
import type { Log4j2Document } from "../../../../src/kernel/formats/log4j2/document.ts";
import { configuration, document, refusal, rolling } from "./support.ts";

/** The one place where two texts differ: what stood there and what stands there now. */
function difference(before: string, after: string): { from: string; to: string } {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < before.length - start && tail < after.length - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { from: before.slice(start, before.length - tail), to: after.slice(start, after.length - tail) };
}

const CLIENT = `<?xml version="1.0" encoding="UTF-8"?>\r
<!-- Licence text, © 2026: <RollingFile name="MAIN"> <SizeBasedTriggeringPolicy size="10 MB"/> -->\r
<?note size="10 MB"?>\r
<Configuration status="warn">\r
\t<!-- turn on to debug:\r
\t<Logger name="com.example" level="DEBUG"/>\r
\t-->\r
\t<Appenders>\r
\t\t<RollingRandomAccessFile name="TRAFFIC" fileName="t.log" filePattern="t-%i.log">\r
\t\t\t<Policies><SizeBasedTriggeringPolicy size="250 MB"/></Policies>\r
\t\t</RollingRandomAccessFile>\r
\t\t<RollingFile fileName='m.log' filePattern='m-%i.log' name='MAIN'>\r
\t\t\t<Policies><SizeBasedTriggeringPolicy\r
\t\t\t\tsize = '10 MB'\r
\t\t\t/></Policies>\r
\t\t</RollingFile>\r
\t</Appenders>\r
\t<Loggers><Logger name="com.example" level="INFO"/><Root level="warn"/></Loggers>\r
</Configuration>`;

describe("[A6] an edit changes the value's own characters and nothing else", () => {
  test("the trigger of one appender: header, comments, the traffic appender and line ends stay", () => {
    const after = document(CLIENT).setTrigger("MAIN", "50 MB").bytes().toString("utf8");
    expect(difference(CLIENT, after)).toEqual({ from: "1", to: "5" });
    expect(after).toContain("size = '50 MB'\r\n");
    expect(after).toContain('<SizeBasedTriggeringPolicy size="250 MB"/>');
  });

  test("the level of one logger, and of the root logger by both its names", () => {
    const before = document(CLIENT);
    const level = (edited: Log4j2Document) => difference(CLIENT, edited.bytes().toString("utf8"));
    expect(level(before.setLevel("com.example", "DEBUG"))).toEqual({ from: "INFO", to: "DEBUG" });
    expect(level(before.setLevel("", "OFF"))).toEqual({ from: "warn", to: "OFF" });
    expect(level(before.setLevel("root", "OFF"))).toEqual({ from: "warn", to: "OFF" });
  });

  test("the document itself does not change, and edits follow one another", () => {
    const before = document(CLIENT);
    const after = before.setTrigger("MAIN", "1 GB").setLevel("root", "error").setTrigger("TRAFFIC", "2 GB");
    expect(before.bytes().toString("utf8")).toBe(CLIENT);
    expect(after.appenders.map(({ name, triggers }) => [name, triggers[0]?.bytes])).toEqual([
      ["TRAFFIC", 2 ** 31],
      ["MAIN", 2 ** 30],
    ]);
    expect(
      after.setTrigger("MAIN", "10 MB").setLevel("root", "warn").setTrigger("TRAFFIC", "250 MB").bytes().toString("utf8"),
    ).toBe(CLIENT);
  });

  test("the value that is there already changes no byte, however it is spelt", () => {
    const before = document(configuration(rolling("A", "11&#32;MB")));
    expect(before.setTrigger("A", "11 MB")).toBe(before);
  });

  test.each([
    ["a UTF-8 byte order mark", Buffer.from(`\ufeff${CLIENT}`)],
    ["no last line end, tabs, LF", Buffer.from(CLIENT.replaceAll("\r", ""))],
    ["ISO-8859-1", Buffer.from(CLIENT.replace("UTF-8", "ISO-8859-1"), "latin1")],
    [
      "a name in another letter case",
      Buffer.from(CLIENT.replace("SizeBasedTriggeringPolicy\r", "SIZEBASEDTRIGGERINGPOLICY\r").replace("size =", "Size =")),
    ],
  ])("%s stays as it is", (_, bytes) => {
    const after = document(bytes).setTrigger("MAIN", "50 MB").bytes();
    expect(difference(bytes.toString("latin1"), after.toString("latin1"))).toEqual({ from: "1", to: "5" });
  });

  test("the strict form", () => {
    const strict = configuration(
      '<Appender type="RollingFile" name="A"><Policy type="SizeBasedTriggeringPolicy" size="3 MB"/></Appender>',
    ).replace("status=", 'strict="true" status=');
    expect(difference(strict, document(strict).setTrigger("A", "4 MB").bytes().toString())).toEqual({ from: "3", to: "4" });
  });

  test("an appender inside another, by its name with the lookup in it", () => {
    const text = configuration(
      `<Routing name="R"><Routes><Route>${rolling("$${ctx:id}", "3 MB")}</Route></Routes></Routing>${rolling("A", "3 MB")}`,
    );
    const after = document(text).setTrigger("$${ctx:id}", "4 MB");
    expect(after.appenders.map(({ triggers }) => triggers[0]?.size)).toEqual([undefined, "4 MB", "3 MB"]);
  });

  test("an unreadable size may be replaced, a size with references too", () => {
    const text = configuration(rolling("A", "20 MiB") + rolling("B", "1&#49; MB"));
    const after = document(text).setTrigger("A", "20 MB").setTrigger("B", "12 MB").bytes().toString();
    expect(after).toBe(text.replace("20 MiB", "20 MB").replace("1&#49; MB", "12 MB"));
  });

  test.each(["<!DOCTYPE Configuration>", '<!DOCTYPE Configuration [<!ENTITY sz "11 MB">]>'])(
    "a file with a document type is not edited: %s",
    (type) => {
      const text = configuration(rolling("A", "1 MB")).replace("<Configuration", `${type}<Configuration`);
      const { error } = document(text);
      expect(error).toMatchObject({ loads: true, message: expect.stringContaining("remove it, and write what it declares") });
      expect(refusal(() => document(text).setTrigger("A", "2 MB"))).toMatchObject({
        message: expect.stringContaining("the file cannot be read: a document type (<!DOCTYPE)"),
        help: "log4j loads the file, and it is not edited here as long as it has one.",
      });
    },
  );

  test("what would end the value is escaped for the quote around it", () => {
    const levels = `<CustomLevels><CustomLevel name="a&quot;b'c" intLevel="350"/></CustomLevels>`;
    for (const quote of ['"', "'"]) {
      const text = configuration("", `<Root level=${quote}info${quote}/>`).replace("<Appenders>", `${levels}<Appenders>`);
      const after = document(text).setLevel("root", "a\"b'c");
      expect(after.loggers[0]?.level).toBe("a\"b'c");
      expect(after.bytes().toString()).toContain(quote === '"' ? 'level="a&quot;b\'c"' : "level='a\"b&apos;c'");
    }
    expect(
      document(configuration(rolling("A", "1 MB")))
        .setTrigger("A", "1\tMB")
        .bytes()
        .toString(),
    ).toContain('size="1&#9;MB"');
  });

  test("a name is compared by its characters, however it is spelt", () => {
    const text = configuration(rolling("R&#233;seau &amp; &lt;A>", "1 MB"));
    expect(document(text).setTrigger("Réseau & <A>", "2 MB").appenders[0]?.triggers[0]?.size).toBe("2 MB");
  });

  test("a level that the file declares before the logger exists", () => {
    const levels = '<CustomLevels><CustomLevel name="NOTICE" intLevel="350"/></CustomLevels>';
    const before = configuration("").replace("<Appenders>", `${levels}<Appenders>`);
    expect(document(before).setLevel("root", "notice").loggers[0]?.level).toBe("notice");
    const behind = configuration("").replace("</Loggers>", `</Loggers>${levels}`);
    expect(refusal(() => document(behind).setLevel("root", "NOTICE")).message).toContain("there is no level 'NOTICE'");
  });
});

describe("[A6] refused, with the place and the reason", () => {
  const property = '<Properties><Property name="max">3 MB</Property></Properties>';
  const trigger = (appenders: string, name = "A", size = "5 MB") =>
    refusal(() => document(configuration(appenders)).setTrigger(name, size));
  const level = (loggers: string, name: string, to = "warn") =>
    refusal(() => document(configuration("", loggers)).setLevel(name, to));

  test.each([
    ["an absent appender", trigger(rolling("MAIN", "1 MB"), "MIAN"), "there is no appender 'MIAN'; did you mean 'MAIN'?", 1, 1],
    ["a name in another case", trigger(rolling("a", "1 MB")), "there is no appender 'A'", 1, 1],
    ["a look-alike in a comment", trigger(`<!-- ${rolling("A", "1 MB")} -->`), "there is no appender 'A'", 1, 1],
    [
      "a component that log4j does not know",
      trigger('<Appender type="RollingFile" name="A"/>'),
      "knows no component <Appender>",
      4,
      5,
    ],
    [
      "an appender that is declared twice",
      trigger(`${rolling("A", "1 MB")}\n${rolling("A", "2 MB")}`),
      "is declared twice, on lines 4 and 5",
      5,
      1,
    ],
    [
      "one in two branches",
      trigger(
        `<Select><SystemPropertyArbiter>${rolling("A", "1 MB")}</SystemPropertyArbiter><DefaultArbiter>\n${rolling("A", "2 MB")}</DefaultArbiter></Select>`,
      ),
      "is declared twice",
      5,
      1,
    ],
    [
      "two size policies",
      trigger(
        '<RollingFile name="A"><Policies><SizeBasedTriggeringPolicy size="1 MB"/>\n<SizeBasedTriggeringPolicy size="2 MB"/></Policies></RollingFile>',
      ),
      "2 SizeBasedTriggeringPolicies, on lines 4 and 5",
      5,
      1,
    ],
    [
      "no size policy",
      trigger('<RollingFile name="A"><TimeBasedTriggeringPolicy/></RollingFile>'),
      "has no SizeBasedTriggeringPolicy",
      4,
      5,
    ],
    ["an appender that does not roll", trigger('<Console name="A"/>'), "is a Console, which does not roll", 4, 5],
    [
      "no size",
      trigger('<RollingFile name="A"><SizeBasedTriggeringPolicy/></RollingFile>'),
      "not an attribute: there is none",
      4,
      27,
    ],
    [
      "a size as an element",
      trigger('<RollingFile name="A"><SizeBasedTriggeringPolicy><size>3 MB</size></SizeBasedTriggeringPolicy></RollingFile>'),
      "'3 MB' is in a separate element",
      4,
      27,
    ],
    ["a property", trigger(rolling("A", "${max}")), "'${max}', a property or lookup", 4, 120],
    ["a lookup with a default", trigger(rolling("A", "${sys:x:-3 MB}")), "a property or lookup", 4, 120],
    ["a lookup spelt with a reference", trigger(rolling("A", "&#36;{max}")), "a property or lookup", 4, 120],
    [
      "a size that log4j would not read",
      trigger(rolling("A", "1 MB"), "A", "20 MiB"),
      "would not read the size '20 MiB' but silently use 10 MB",
      4,
      120,
    ],
    ["a new size with a lookup", trigger(rolling("A", "1 MB"), "A", "${max}"), "would not read the size '${max}'", 4, 120],
    [
      "an absent logger",
      level('<Logger name="a.b" level="info"/>', "a.c"),
      "there is no logger 'a.c'; did you mean 'a.b'?",
      1,
      1,
    ],
    ["no root logger", level('<Logger name="a" level="info"/>', ""), "there is no root logger", 1, 1],
    [
      "a logger that is declared twice",
      level('<Logger name="a" level="info"/>\n<Logger name="a" level="warn"/>', "a"),
      "is declared twice, on lines 7 and 8",
      8,
      1,
    ],
    [
      "two root loggers",
      level('<Root level="info"/>\n<AsyncRoot level="warn"/>', "root"),
      "the root logger is declared twice",
      8,
      1,
    ],
    [
      "a logger named root beside it",
      level('<Root level="info"/>\n<Logger name="root" level="warn"/>', ""),
      "the root logger is declared twice",
      8,
      1,
    ],
    ["no level", level('<Logger name="a"/>', "a"), "the level of 'a' is not an attribute: there is none", 7, 5],
    ["a level by lookup", level('<Root level="${lvl:-info}"/>', "root"), "a property or lookup", 7, 18],
    [
      "a level that does not exist",
      level('<Root level="info"/>', "root", "WARNN"),
      "there is no level 'WARNN'; did you mean 'WARN'?",
      7,
      18,
    ],
    ["an empty level", level('<Root level="info"/>', "root", ""), "there is no level ''", 7, 18],
    [
      "a file that log4j would not load",
      refusal(() => document("<a>").setTrigger("A", "1 MB")),
      "cannot be read: the element <a> is never closed",
      1,
      1,
    ],
    [
      "a file in UTF-16",
      refusal(() => document(Buffer.from(`\ufeff${CLIENT}`, "utf16le")).setLevel("root", "info")),
      "UTF-16, which cannot be edited byte by byte",
      1,
      1,
    ],
  ])("%s", (_, refused, words, line, column) => {
    expect(refused.message).toContain(words);
    expect(refused.at).toEqual({ line, column });
    expect(refused.help).not.toBeNull();
  });

  test("a property is refused whether or not the file declares it", () => {
    const text = configuration(rolling("A", "${max}")).replace("<Appenders>", `${property}<Appenders>`);
    expect(refusal(() => document(text).setTrigger("A", "5 MB")).message).toContain("others can use it");
  });
});
