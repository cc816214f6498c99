import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Log4j2Document } from "../../src/kernel/formats/log4j2/document.ts";
import { RolledFiles, rulesOf } from "../../src/diagnose/growth/rolled.ts";
import { notRun } from "../support/not-run.ts";
import { temporaryFolder } from "../support/repository.ts";
import { java } from "./jvm.ts";

const JARS = ["log4j-api.jar", "log4j-core.jar"].map((name) => join("/usr/share/java", name));

const TIME = "<TimeBasedTriggeringPolicy/>";
const SIZE = '<SizeBasedTriggeringPolicy size="1000"/>';
const STRATEGY = "DefaultRolloverStrategy";
/** Seconds stand for days: file name, pattern, policies, strategy. */
const APPENDERS: Readonly<Record<string, readonly [string | null, string, string, string]>> = {
  daily: ["daily.log", "daily-%d{HH-mm-ss}-%i.log", TIME, ""],
  both: ["both.log", "both-%d{HH-mm-ss}-%i.log", TIME + SIZE, `<${STRATEGY} max="50"/>`],
  usual: ["usual.log", "usual-%d{HH-mm-ss}-%i.log", TIME + SIZE, ""],
  bounded: ["bounded.log", "bounded-%d{HH-mm-ss}-%i.log", TIME + SIZE, `<${STRATEGY} max="2"/>`],
  window: ["window.log", "window-%d{HH-mm-ss}-%i.log", TIME + SIZE, `<${STRATEGY} max="3" fileIndex="min"/>`],
  shifted: ["shifted.log", "shifted-%d{HH-mm-ss}-%i.log", TIME + SIZE, `<${STRATEGY} min="2" max="4"/>`],
  uncounted: ["uncounted.log", "uncounted-%d{HH-mm-ss}.log", TIME + SIZE, ""],
  undated: ["undated.log", "undated-%i.log", SIZE, `<${STRATEGY} max="3"/>`],
  endless: ["endless.log", "endless-%i.log", SIZE, `<${STRATEGY} fileIndex="nomax"/>`],
  direct: [null, "direct-%d{HH-mm-ss}-%i.log", TIME + SIZE, "<DirectWriteRolloverStrategy/>"],
  few: [null, "few-%d{HH-mm-ss}-%i.log", TIME + SIZE, '<DirectWriteRolloverStrategy maxFiles="2"/>'],
  counted: [
    "counted.log",
    "counted-%d{HH-mm-ss}-%i.log",
    TIME + SIZE,
    `<${STRATEGY}><Delete basePath="out"><IfFileName glob="counted-*.log"/><IfAccumulatedFileCount exceeds="5"/></Delete></${STRATEGY}>`,
  ],
  summed: [
    "summed.log",
    "summed-%d{HH-mm-ss}-%i.log",
    TIME + SIZE,
    `<${STRATEGY}><Delete basePath="out"><IfFileName glob="summed-*.log"/><IfAccumulatedFileSize exceeds="3 KB"/></Delete></${STRATEGY}>`,
  ],
};

const SECONDS = 4;
const RECORDS = 44;
const RECORD = 100;

function configuration(): string {
  const appenders = Object.entries(APPENDERS).map(([name, [fileName, pattern, policies, strategy]]) => {
    const file = fileName === null ? "" : ` fileName="out/${fileName}"`;
    return `<RollingFile name="${name}"${file} filePattern="out/${pattern}"><PatternLayout pattern="%m%n"/><Policies>${policies}</Policies>${strategy}</RollingFile>`;
  });
  return `<Configuration><Appenders>${appenders.join("\n")}</Appenders><Loggers><Root level="info"/></Loggers></Configuration>`;
}

interface Answer {
  readonly begun: number;
  readonly times: readonly number[];
  readonly files: readonly (readonly [string, number])[];
}

function rolled(xml: string): Answer {
  const folder = mkdtempSync(join(temporaryFolder(), "rolling-"));
  writeFileSync(join(folder, "log4j2.xml"), xml);
  const args = ["log4j2.xml", SECONDS, RECORDS, RECORD].map(String);
  return JSON.parse(java("RollingOracle", { jars: JARS, cwd: folder, args })) as Answer;
}

/** Each part was written within a second of its own, as a day's records are within a day: a busy machine can be too slow for that. */
function neat({ begun, times }: Answer): boolean {
  const second = (time: number) => Math.floor(time / 1000);
  const parts = Array.from({ length: SECONDS }, (_, i) => new Set(times.slice(i * RECORDS, (i + 1) * RECORDS).map(second)));
  return parts.every(({ size }) => size === 1) && parts[0]?.has(second(begun)) === true;
}

test("[H4] the simulation leaves as many files and bytes as log4j-core does, second by second in the place of days", () => {
  for (const jar of JARS) if (!existsSync(jar)) throw new Error(`${jar} is missing: install liblog4j2-java`);
  const xml = configuration();
  let answer = rolled(xml);
  for (let tried = 1; !neat(answer) && tried < 8; tried++) answer = rolled(xml);
  if (!neat(answer)) notRun("this machine is too busy to write a few records within a second: log4j's rolling was not compared");
  expect(answer.times).toHaveLength(SECONDS * RECORDS);
  const { appenders } = Log4j2Document.parse(Buffer.from(xml));
  expect(appenders).toHaveLength(Object.keys(APPENDERS).length);
  const simulated = appenders.map((appender) => {
    const rules = rulesOf(appender);
    if (typeof rules === "string") return [appender.name, rules];
    const files = new RolledFiles(rules, RECORD, answer.begun);
    for (const time of answer.times) files.write(1, time);
    return [appender.name, files.files.length, files.bytes];
  });
  const real = appenders.map(({ name }) => {
    const own = answer.files.filter(([file]) => file.startsWith(`${name}-`) || file === `${name}.log`);
    return [name, own.length, own.reduce((sum, [, size]) => sum + size, 0)];
  });
  expect(simulated).toEqual(real);
}, 120_000);
