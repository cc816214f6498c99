import { expect, test } from "vitest";
import { log4j2File } from "../../../src/compiler/load/files.ts";
import { log4j2Findings } from "../../../src/compiler/run/rules.ts";

const AGE = '<IfLastModified age="30d"/>';

function found(filePattern: string, conditions: string, max = "", at = 'basePath="C:/logs"'): readonly string[] {
  const xml = `<Configuration><Appenders><RollingFile name="A" fileName="C:/logs/client.log" filePattern="${filePattern}"><Policies><TimeBasedTriggeringPolicy/></Policies>
<DefaultRolloverStrategy${max}><Delete ${at}>${conditions}</Delete></DefaultRolloverStrategy></RollingFile></Appenders>
<Loggers><Root level="info"><AppenderRef ref="A"/></Root></Loggers></Configuration>`;
  return log4j2Findings(log4j2File("log4j2.xml", Buffer.from(xml), "installed"), null).map(({ rule }) => rule);
}

test.each([
  ["another log's name", "C:/logs/client-%d.log", `<IfFileName glob="server-*.log"/>${AGE}`],
  ["another ending", "C:/logs/client-%d.log.gz", `<IfFileName glob="client-*.log"/>${AGE}`],
  ["age inside the name", "C:/logs/client-%d.log", `<IfFileName glob="other*">${AGE}</IfFileName>`],
  ["a lookup's date", "C:/logs/client-$${date:yyyy-MM}.log", `<IfFileName glob="other-*"/>${AGE}`],
  [
    "any of two limits inside the name",
    "C:/logs/client-%d.log",
    `<IfFileName glob="x*"><IfAny>${AGE}<IfAccumulatedFileCount exceeds="9"/></IfAny></IfFileName>`,
  ],
])("[H4] a Delete action that fits none of the files does not silence: %s", (_, pattern, conditions) => {
  expect(found(pattern, conditions)).toEqual(["logging/no-deletion"]);
  expect(found(pattern, conditions, ' max="9"')).toEqual(
    expect.arrayContaining(["logging/no-deletion", "logging/max-does-not-bound"]),
  );
});

test.each([
  ["no name asked for", "C:/logs/client-%d.log", AGE],
  ["the log's own", "C:/logs/client-%d{yyyy-MM-dd}-%i.log", `<IfFileName glob="client-*.log"/>${AGE}`],
  ["one sign for each of a date", "C:/logs/client-%d{yyyyMMdd}-%i.log", `<IfFileName glob="client-????????-?.log"/>${AGE}`],
  ["folders below", "C:/logs/$${date:yyyy}/client-%d.log", `<IfFileName glob="*/client-*.log"/>${AGE}`],
  ["a set of names", "C:/logs/client-%d.log.gz", `<IfFileName glob="{server,client}-*.log*"/>${AGE}`],
  ["a regex, which is not read", "C:/logs/client-%d.log", `<IfFileName regex="other.*"/>${AGE}`],
  ["a lookup, which is not known", "C:/logs/client-%d.log", `<IfFileName glob="\${env:APP}-*.log"/>${AGE}`],
  ["one of two that may hold", "C:/logs/client-%d.log", `<IfAny><IfFileName glob="other*"/>${AGE}</IfAny>`],
])("[H4] a Delete action that can fit them silences: %s", (_, pattern, conditions) => {
  expect(found(pattern, conditions)).toEqual([]);
});

test.each([
  ["another drive", 'basePath="D:/logs"'],
  ["another folder", 'basePath="C:/logs-old"'],
  ["a folder below", 'basePath="C:/logs/old"'],
  ["a folder above, not deep enough", 'basePath="C:/"'],
  ["only said, not done", 'basePath="C:/logs" testMode="true"'],
])("[H4] a Delete action that never reaches the files does not silence: %s", (_, at) => {
  expect(found("C:/logs/client-%d.log", AGE, "", at)).toEqual(["logging/no-deletion"]);
});

test.each([
  ["the folder in another spelling", 'basePath="c:\\Logs\\"'],
  ["a folder above, deep enough", 'basePath="C:/" maxDepth="2"'],
  ["a depth that nobody knows", 'basePath="C:/" maxDepth="${env:DEPTH}"'],
  ["a folder that only the running program knows", 'basePath="${env:LOGS}"'],
  ["a relative folder", 'basePath="logs"'],
  ["a way up", 'basePath="D:/../C:/logs"'],
  ["not in test", 'basePath="C:/logs" testMode="false"'],
])("[H4] a Delete action that may reach the files silences: %s", (_, at) => {
  expect(found("C:/logs/client-%d.log", AGE, "", at)).toEqual([]);
});
