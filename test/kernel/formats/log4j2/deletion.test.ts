import { describe, expect, test } from "vitest";
import { deletionOf, deletionSplice } from "../../../../src/kernel/formats/log4j2/deletion.ts";
import type { Log4j2Document } from "../../../../src/kernel/formats/log4j2/document.ts";
import { document, refusal } from "./support.ts";

const WHOLE = (appenders: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Configuration>\n  <Appenders>\n${appenders}\n  </Appenders>\n  <Loggers><Root level="info"/></Loggers>\n</Configuration>\n`;

const APPENDER = (inner: string, pattern = "C:/logs/client-%d{yyyy-MM-dd}-%i.log", name = "MAIN") =>
  WHOLE(`    <RollingFile name="${name}" fileName="C:/logs/client.log" filePattern="${pattern}">\n${inner}    </RollingFile>`);

const TIME = "      <Policies><TimeBasedTriggeringPolicy/></Policies>\n";
const DIGITS = (count: number) => "[0-9]".repeat(count);
const COUNTER = `{${DIGITS(1)},${DIGITS(2)},${DIGITS(3)}}`;
const ACTION = (
  age = "30d",
  base = "C:/logs",
  names = `client-${DIGITS(4)}-${DIGITS(2)}-${DIGITS(2)}-${COUNTER}.log`,
  depth = "",
) => `<Delete basePath="${base}"${depth}><IfFileName glob="${names}"/><IfLastModified age="${age}"/></Delete>`;

/** The text between what is equal at both ends of a file before and after an edit: [removed, inserted]. */
function difference(before: string, after: string): readonly [string, string] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}

const withDeletion = (one: Log4j2Document, age: string) => one.edited([deletionSplice(one, "MAIN", age)]);
const edited = (text: string, age = "30d") => withDeletion(document(text), age).text;

describe("[A6] [H4] a Delete action is inserted into the appender's own strategy, and every other byte stays", () => {
  test("the strategy is an empty tag: it is opened", () => {
    const text = APPENDER(`${TIME}      <DefaultRolloverStrategy max="10"/>\n`);
    const opened = `      <DefaultRolloverStrategy max="10">\n        ${ACTION()}\n      </DefaultRolloverStrategy>\n`;
    expect(edited(text)).toBe(text.replace('      <DefaultRolloverStrategy max="10"/>\n', () => opened));
  });

  test("the strategy has content: the action comes first", () => {
    const text = APPENDER(`${TIME}      <DefaultRolloverStrategy>\n        <!-- kept -->\n      </DefaultRolloverStrategy>\n`);
    expect(edited(text).replace(`\n        ${ACTION()}`, "")).toBe(text);
    expect(edited(text)).toContain(`<DefaultRolloverStrategy>\n        ${ACTION()}\n        <!-- kept -->`);
  });

  test("there is no strategy: one is added; in a file without line breaks on one line, and with CRLF in CRLF", () => {
    const text = APPENDER(TIME);
    expect(edited(text)).toBe(
      text.replace(TIME, () => `${TIME}      <DefaultRolloverStrategy>\n        ${ACTION()}\n      </DefaultRolloverStrategy>\n`),
    );
    const dense = text.replace(/\n\s*/g, "");
    expect(edited(dense)).toBe(
      dense.replace("</RollingFile>", () => `<DefaultRolloverStrategy>${ACTION()}</DefaultRolloverStrategy></RollingFile>`),
    );
    const windows = text.replaceAll("\n", "\r\n");
    expect(edited(windows)).toBe(edited(text).replaceAll("\n", "\r\n"));
  });

  test("an appender that writes to its pattern directly gets the strategy that log4j would use", () => {
    const text = APPENDER(TIME).replace(' fileName="C:/logs/client.log"', "");
    expect(edited(text)).toContain("<DirectWriteRolloverStrategy>");
  });

  test("of several appenders only the named one changes, in the spelling of the file, with tabs", () => {
    const other =
      '\t<rollingfile name="TRAFFIC" fileName="C:/logs/t.log" filePattern="C:/logs/t-%i.log"><policies><sizebasedtriggeringpolicy size="1 MB"/></policies></rollingfile>';
    const own =
      '\t<rollingfile name="MAIN" fileName="C:/logs/m.log" filePattern="C:/logs/m-%i.log">\n\t\t<policies/>\n\t\t<defaultrolloverstrategy/>\n\t</rollingfile>';
    const text = WHOLE(`${other}\n${own}`);
    const [removed, inserted] = difference(text, edited(text));
    expect(removed).toBe("/");
    expect(inserted).toBe(`>\n\t\t\t${ACTION("30d", "C:/logs", `m-${COUNTER}.log`)}\n\t\t</defaultrolloverstrategy`);
  });

  test("an action that names its own files gets the age alone; a second edit changes nothing", () => {
    const text = APPENDER(`${TIME}      <DefaultRolloverStrategy max="10"/>\n`);
    const once = edited(text);
    expect(edited(once)).toBe(once);
    expect(difference(once, edited(once, "7d"))).toEqual(["30", "7"]);
    const vendor = text.replace(
      "/>\n    </R",
      '><Delete basePath="C:/logs"><IfFileName glob="client-*.log"/><IfLastModified age="60d"/></Delete></DefaultRolloverStrategy>\n    </R',
    );
    expect(difference(vendor, edited(vendor))).toEqual(["6", "3"]);
  });
});

describe("[H4] the glob names the appender's own files, and basePath their folder", () => {
  const made = (pattern: string, before = "") =>
    deletionOf(
      document(APPENDER(`${TIME}      <DefaultRolloverStrategy/>\n`, pattern).replace("  <Appenders>", `${before}  <Appenders>`)),
      "MAIN",
      "30d",
    );

  test.each([
    ["a folder that a property names stays the property", "${logs}/a-%i.log", ACTION("30d", "${logs}", `a-${COUNTER}.log`)],
    ["Windows separators", "C:\\logs\\a-%i.log", ACTION("30d", "C:\\logs", `a-${COUNTER}.log`)],
    ["the root of a drive", "C:\\a-%i.log", ACTION("30d", "C:\\", `a-${COUNTER}.log`)],
    [
      "a folder for each month",
      "C:/logs/%d{yyyy-MM}/a-%d{yyyy-MM-dd}.log.gz",
      ACTION("30d", "C:/logs", `${DIGITS(4)}-${DIGITS(2)}/a-${DIGITS(4)}-${DIGITS(2)}-${DIGITS(2)}.log.gz`, ' maxDepth="2"'),
    ],
    [
      "a date lookup",
      "C:/logs/$${date:yyyyMM}/a-%i.log",
      ACTION("30d", "C:/logs", `${DIGITS(6)}/a-${COUNTER}.log`, ' maxDepth="2"'),
    ],
    [
      "separators in the date, and single digits",
      "C:/logs/%d{yyyy/M}/a.log",
      ACTION("30d", "C:/logs", `${DIGITS(4)}/{${DIGITS(1)},${DIGITS(2)}}/a.log`, ' maxDepth="3"'),
    ],
    [
      "quoted text in the date, and a time zone",
      "C:/logs/a-%d{yyyyMMdd'T'HH}{UTC}.log",
      ACTION("30d", "C:/logs", `a-${DIGITS(8)}T${DIGITS(2)}.log`),
    ],
    ["a counter with leading zeros", "C:/logs/a-%03i.log", ACTION("30d", "C:/logs", `a-${DIGITS(3)}.log`)],
    [
      "characters of a glob in the name",
      "C:/logs/a[1]-{b}-%03i.log",
      ACTION("30d", "C:/logs", `a\\[1\\]-\\{b\\}-${DIGITS(3)}.log`),
    ],
    [
      "characters outside of ASCII, and &amp;",
      "C:/lögs/a&amp;b-%03i.log",
      ACTION("30d", "C:/l&#246;gs", `a&amp;b-${DIGITS(3)}.log`),
    ],
  ])("%s", (_, pattern, action) => expect(made(pattern)).toBe(action));

  test("a property within the name is filled in where the file decides it", () => {
    const properties = '  <Properties><Property name="base">C:/logs/client</Property></Properties>\n';
    expect(made("${base}-%03i.log", properties)).toBe(ACTION("30d", "C:/logs", `client-${DIGITS(3)}.log`));
  });

  test("max decides how many digits the counter can have", () => {
    const text = APPENDER(`${TIME}      <DefaultRolloverStrategy max="5000"/>\n`, "C:/logs/a-%i.log");
    expect(deletionOf(document(text), "MAIN", "30d")).toContain(`,${DIGITS(4)}}.log`);
    expect(deletionOf(document(text.replace('max="5000"', 'fileIndex="nomax"')), "MAIN", "30d")).toContain(`,${DIGITS(6)}}.log`);
  });
});

describe("[A6] what cannot be edited safely is refused with the place", () => {
  const STRATEGY = `${TIME}      <DefaultRolloverStrategy/>\n`;
  const OTHER = (pattern: string, fileName = "C:/logs/other.log") =>
    `    <RollingFile name="OTHER" fileName="${fileName}" filePattern="${pattern}"><Policies/></RollingFile>`;
  const with2 = (pattern: string, fileName?: string) =>
    APPENDER(STRATEGY).replace("  </Appenders>", `${OTHER(pattern, fileName)}\n  </Appenders>`);
  const DELETES = (inner: string) => APPENDER(`${TIME}      <DefaultRolloverStrategy>${inner}</DefaultRolloverStrategy>\n`);

  test.each([
    ["an absent appender", APPENDER(STRATEGY, undefined, "MAIM"), "there is no appender 'MAIN'; did you mean 'MAIM'?"],
    ["an appender that does not roll", WHOLE('    <File name="MAIN" fileName="a.log"/>'), "is a File, which does not roll"],
    [
      "a name of the running program",
      APPENDER(STRATEGY, "C:/logs/${sys:user.name}-%i.log"),
      "only the running program knows ${sys:user.name} in the names of its files",
    ],
    [
      "a month in words",
      APPENDER(STRATEGY, "C:/logs/a-%d{dd-MMM}.log"),
      "the date '%d{dd-MMM}' in its filePattern is not made of digits alone",
    ],
    ["a named format", APPENDER(STRATEGY, "C:/logs/a-%d{ISO8601}.log"), "is not made of digits alone"],
    ["a date without format", APPENDER(STRATEGY, "C:/logs/a-%d.log"), "'%d.log' in its filePattern has no form"],
    ["a dollar sign before a group", APPENDER(STRATEGY, "C:/logs/a$%i.log"), "'$%i.log' in its filePattern has no form"],
    ["no folder", APPENDER(STRATEGY, "a-%i.log"), "its filePattern names no folder"],
    ["one name for all", APPENDER(STRATEGY, "C:/logs/a.log"), "neither date nor counter"],
    ["two strategies", APPENDER(`${STRATEGY}      <DirectWriteRolloverStrategy/>\n`), "has 2 rollover strategies"],
    [
      "an action without names",
      DELETES('<Delete basePath="C:/logs"><IfLastModified age="9d"/></Delete>'),
      "has a Delete action already (line 6)",
    ],
    [
      "an action for other names",
      DELETES('<Delete basePath="C:/logs"><IfFileName glob="other-*"/><IfLastModified age="9d"/></Delete>'),
      "has a Delete action already",
    ],
    [
      "an action that counts",
      DELETES('<Delete basePath="C:/logs"><IfFileName glob="client-*"/><IfAccumulatedFileCount exceeds="9"/></Delete>'),
      "has a Delete action already",
    ],
    ["two actions", DELETES(`${ACTION()}${ACTION()}`), "has a Delete action already (line 6 and 6)"],
    ["an age that a property decides", DELETES(ACTION("${days}")), "the age of 'MAIN' is '${days}', a property or lookup"],
    [
      "another appender with these names",
      with2("C:\\LOGS\\client-%d{yyyy-MM-dd}-%i.log"),
      "files of 'OTHER' have the same names in the same folder",
    ],
    [
      "another appender's active file",
      with2("C:/x/o-%i.log", "C:/logs/client-2026-01-01-1.log"),
      "files of 'OTHER' have the same names",
    ],
    [
      "a part in another file",
      APPENDER(`${TIME}      <xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="s.xml"/>\n`),
      "is partly in another file",
    ],
    ["a file that log4j would not load", "<a>", "the file cannot be read"],
  ])("%s", (_, text, words) => {
    const refused = refusal(() => withDeletion(document(text), "30d"));
    expect(refused.message).toContain(words);
    expect(refused.help).not.toBeNull();
    expect(refused.at).not.toBeNull();
  });

  test("neighbours that only look alike are no reason", () => {
    for (const pattern of [
      "C:/logs/client-traffic-%d{yyyy-MM-dd}-%i.log",
      "C:/other/client-%d{yyyy-MM-dd}-%i.log",
      "C:/logs2/client-%i.log",
    ])
      expect(withDeletion(document(with2(pattern)), "30d").error).toBeNull();
  });

  test.each(["", "30", "30 days", "-1d", "0d", " 30d", "PT0S", "1.5d"])("the age '%s'", (age) => {
    expect(refusal(() => withDeletion(document(APPENDER(STRATEGY)), age)).message).toContain(`the age '${age}'`);
  });
});
