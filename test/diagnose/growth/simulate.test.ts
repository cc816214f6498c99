import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Log4j2Document } from "../../../src/kernel/formats/log4j2/document.ts";
import { type Growth, simulate, type Use } from "../../../src/diagnose/growth/simulate.ts";

const MB = 1024 * 1024;
const ADOPTED = readFileSync(join(import.meta.dirname, "adopted.xml"), "utf8");
/** A Monday. */
const FROM = "2026-01-05";

const grow = (xml: string, use: Partial<Use> = {}): Growth =>
  simulate(Log4j2Document.parse(Buffer.from(xml)), { from: FROM, days: 365, writes: new Map(), record: 200, ...use });
const megabytes = (bytes: number) => Math.round(bytes / MB);

const appender = (attributes: string, inside: string) =>
  `<Configuration><Appenders><RollingFile name="A" ${attributes}>${inside}</RollingFile></Appenders><Loggers><Root level="info"><AppenderRef ref="A"/></Root></Loggers></Configuration>`;
const TIME = "<TimeBasedTriggeringPolicy/>";
const SIZE = '<SizeBasedTriggeringPolicy size="1 MB"/>';
const use = (daily: number, days: number): Partial<Use> => ({ writes: new Map([["", daily]]), days, record: 1024 });
const only = ({ appenders: [one] }: Growth) => one;

describe("[H4] what an adopted log4j2.xml accumulates", () => {
  test("the figures that were observed come out of their inputs: 58 files, 362 MB, 264 MB of them from one logger at DEBUG", () => {
    // eleven weeks and three days are 58 days of use
    const { points } = grow(ADOPTED, { days: 80 });
    const last = points.at(-1);
    expect({ ...last, bytes: megabytes(last?.bytes ?? 0), verbose: megabytes(last?.verbose ?? 0) }).toEqual({
      day: 80,
      used: 58,
      files: 58,
      bytes: 362,
      verbose: 264,
    });
  });

  test("over a year it is 261 files and 1.6 GB, and max did not bound it", () => {
    const { points, appenders } = grow(ADOPTED);
    const last = points.at(-1);
    expect([last?.used, last?.files, megabytes(last?.bytes ?? 0), megabytes(last?.verbose ?? 0)]).toEqual([261, 261, 1629, 1188]);
    expect(appenders.map(({ endless }) => endless)).toEqual([true]);
    expect(points.map(({ bytes }) => bytes)).toEqual([...points.map(({ bytes }) => bytes)].sort((a, b) => a - b));
  });

  test("with the logger at INFO a quarter of it is left, and with a Delete action by age it stops growing", () => {
    const calm = grow(ADOPTED.replace('level="DEBUG"', 'level="INFO"')).points.at(-1);
    expect([megabytes(calm?.bytes ?? 0), calm?.verbose]).toEqual([441, 0]);
    const swept = ADOPTED.replace(
      '<DefaultRolloverStrategy max="10"/>',
      '<DefaultRolloverStrategy><Delete basePath="x"><IfFileName glob="client-*.log"/><IfLastModified age="30d"/></Delete></DefaultRolloverStrategy>',
    );
    const grown = grow(swept);
    expect(grown.appenders[0]?.endless).toBe(false);
    expect(grown.points.at(-1)?.files).toBeLessThan(25);
    expect(grow(swept.replace("client-*", "other-*")).points.at(-1)?.files).toBe(261);
  });
});

describe("[H4] triggers, counter and deletion", () => {
  test.each([
    ["by size, 3 MB a day: a file more than a period's", `fileName="a.log" filePattern="a-%d-%i.log"`, TIME + SIZE, 3, 5, 15],
    [
      "max of a period: of 12 files a day 7 and the active one stay",
      `fileName="a.log" filePattern="a-%d-%i.log"`,
      TIME + SIZE,
      12,
      5,
      36,
    ],
    ["max without a date bounds all", `fileName="a.log" filePattern="a-%i.log"`, SIZE, 12, 5, 8],
    ["a date without a counter keeps the last of a day", `fileName="a.log" filePattern="a-%d.log"`, TIME + SIZE, 12, 5, 6],
    ["a month is one period", `fileName="a.log" filePattern="a-%d{yyyy-MM}.log"`, TIME, 1, 59, 3],
    ["a week is one period", `fileName="a.log" filePattern="a-%d{yyyy-ww}.log"`, TIME, 1, 28, 4],
    ["hours make eight files a day", `fileName="a.log" filePattern="a-%d{yyyy-MM-dd-HH}.log"`, TIME, 1, 5, 40],
    ["no trigger that fires: one file", `fileName="a.log" filePattern="a-%d-%i.log"`, "", 3, 5, 1],
  ])("%s", (_, attributes, policies, daily, days, files) => {
    expect(only(grow(appender(attributes, `<Policies>${policies}</Policies>`), use(daily * MB, days)))?.files).toBe(files);
  });

  test("bytes are what was written, less what was deleted", () => {
    const one = only(
      grow(appender(`fileName="a.log" filePattern="a-%d-%i.log"`, `<Policies>${TIME}${SIZE}</Policies>`), use(12 * MB, 5)),
    );
    expect((one?.bytes ?? 0) + (one?.deleted ?? 0)).toBe(60 * MB);
  });

  test.each([
    [
      "CronTriggeringPolicy",
      '<CronTriggeringPolicy schedule="0 0 0 * * ?"/>',
      "a-%d.log",
      "CronTriggeringPolicy depends on the running program",
    ],
    ["seconds", TIME, "a-%d{HHmmss}.log", "its file names change within a minute"],
    ["a time without a date", TIME, "a-%i.log", "it rolls by time, and its filePattern has no date"],
  ])("%s is not simulated, and it is said why", (_, policies, pattern, why) => {
    const grown = grow(appender(`fileName="a.log" filePattern="${pattern}"`, `<Policies>${policies}</Policies>`));
    expect([only(grown)?.not, only(grown)?.files]).toEqual([why, 0]);
  });

  test("a logger that is not additive comes to its own appender alone, one that is comes to those above it, too", () => {
    const xml = `<Configuration><Appenders>${["A", "B"].map((n) => `<RollingFile name="${n}" fileName="${n}.log" filePattern="${n}-%d.log">${TIME}</RollingFile>`).join("")}</Appenders>
<Loggers><Logger name="x.y" level="debug" additivity="false"><AppenderRef ref="B"/></Logger><Logger name="x" level="trace"><AppenderRef ref="B"/></Logger>
<Logger name="z" level="off"/><Root level="info"><AppenderRef ref="A"/></Root></Loggers></Configuration>`;
    const { appenders } = grow(xml, {
      days: 1,
      writes: new Map([
        ["", 1000],
        ["x", 200],
        ["x.y", 400],
        ["z", 9000],
      ]),
    });
    expect(appenders.map(({ name, bytes }) => [name, bytes])).toEqual([
      ["A", 1200],
      ["B", 600],
    ]);
  });
});

describe("[H4] what bounds the files bounds them, reached or not", () => {
  const endless = (attributes: string, policies: string, strategy: string, daily = 1) =>
    only(grow(appender(attributes, `<Policies>${policies}</Policies>${strategy}`), use(daily * MB, 365)))?.endless;
  const max = (count: number) => `<DefaultRolloverStrategy max="${count}"/>`;
  const removing = (condition: string) =>
    `<DefaultRolloverStrategy><Delete basePath=".">${condition}</Delete></DefaultRolloverStrategy>`;
  const COUNTED = 'fileName="a.log" filePattern="a-%i.log"';
  const DATED = 'fileName="a.log" filePattern="a-%d.log"';

  test.each([
    ["max without a date, never reached", COUNTED, SIZE, max(5000)],
    ["max without a date, reached", COUNTED, SIZE, max(5)],
    ["max by default", COUNTED, SIZE, ""],
    ["an age that the year does not reach", DATED, TIME, removing('<IfLastModified age="400d"/>')],
    ["a number of files that the year does not reach", DATED, TIME, removing('<IfAccumulatedFileCount exceeds="999"/>')],
    ["files written directly, up to a number", 'filePattern="a-%i.log"', SIZE, '<DirectWriteRolloverStrategy maxFiles="5000"/>'],
  ])("%s", (_, attributes, policies, strategy) => {
    expect(endless(attributes, policies, strategy)).toBe(false);
  });

  test.each([
    ["max with a date", 'fileName="a.log" filePattern="a-%d-%i.log"', TIME + SIZE, max(5000)],
    ["a counter without an upper limit", COUNTED, SIZE, '<DefaultRolloverStrategy fileIndex="nomax"/>'],
    ["max of an appender that never rolls", COUNTED, "", max(5)],
    ["a Delete action of an appender that never rolls", DATED, "", removing('<IfLastModified age="30d"/>')],
    ["a Delete action for other files", DATED, TIME, removing('<IfFileName glob="b*"/><IfLastModified age="30d"/>')],
  ])("it grows for ever: %s", (_, attributes, policies, strategy) => {
    expect(endless(attributes, policies, strategy)).toBe(true);
  });
});
