import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { deletionSplice } from "../../src/kernel/formats/log4j2/deletion.ts";
import { broughtDeletion } from "../../src/kernel/formats/log4j2/brought-deletion.ts";
import { log4j2Change } from "../../src/deploy/swap/stage/staged-files.ts";
import { swapParts } from "../deploy/swap/support/bundle.ts";
import { Log4j2Document } from "../../src/kernel/formats/log4j2/document.ts";
import { temporaryFolder } from "../support/repository.ts";
import { java } from "./jvm.ts";

const JARS = ["log4j-api.jar", "log4j-core.jar"].map((name) => join("/usr/share/java", name));

/** A configuration whose appenders differ in what deleteAfter finds: an empty strategy, none, one with content, a direct one. */
const BASE = `<?xml version="1.0" encoding="UTF-8"?>
<Configuration status="warn">
  <Properties><Property name="folder">out</Property></Properties>
  <Appenders>
    <RollingFile name="MAIN" fileName="\${folder}/main.log" filePattern="\${folder}/main-%d{yyyy-MM-dd}-%i.log">
      <PatternLayout pattern="%m%n"/>
      <Policies><SizeBasedTriggeringPolicy size="1000"/></Policies>
      <DefaultRolloverStrategy max="50"/>
    </RollingFile>
    <RollingFile name="BARE" fileName="out/bare.log" filePattern="out/bare[x]-%d{yyyy}-%03i.log">
      <PatternLayout pattern="%m%n"/>
      <Policies><SizeBasedTriggeringPolicy size="1000"/></Policies>
    </RollingFile>
    <RollingFile name="FULL" fileName="out/full.log" filePattern="out/$\${date:yyyy}/full-%i.log">
      <PatternLayout pattern="%m%n"/>
      <Policies><SizeBasedTriggeringPolicy size="1000"/></Policies>
      <DefaultRolloverStrategy max="5"><!-- kept --></DefaultRolloverStrategy>
    </RollingFile>
    <RollingFile name="DIRECT" filePattern="out/direct-%d{yyyyMMdd}-%i.log">
      <PatternLayout pattern="%m%n"/>
      <Policies><SizeBasedTriggeringPolicy size="1000"/></Policies>
    </RollingFile>
    <RollingFile name="FOREIGN" fileName="out/main-traffic.log" filePattern="out/main-traffic-%d{yyyy-MM-dd}-%i.log">
      <PatternLayout pattern="%m%n"/>
      <Policies><SizeBasedTriggeringPolicy size="1000"/></Policies>
      <DefaultRolloverStrategy max="50"/>
    </RollingFile>
  </Appenders>
  <Loggers><Root level="info"/></Loggers>
</Configuration>
`;

/** Files last written 40 days ago that the actions must delete. */
const OLD = [
  "main-2020-01-01-1.log",
  "main-2020-01-01-12.log",
  "bare[x]-2020-077.log",
  "2019/full-3.log",
  "direct-20200101-4.log",
];
/** Files of the same age that belong to nobody or to another appender. */
const FOREIGN = [
  "main-traffic-2020-01-01-1.log",
  "main-2020-01-01-1-copy.log",
  "main-2020-01-01-1.log.bak.log",
  "main-2020-1-1-1.log",
  "a-main-2020-01-01-1.log",
  "sub/main-2020-01-01-1.log",
  "barex-2020-077.log",
  "notes/full-3.log",
  "direct-2020.log",
];
/** Files of the appenders that are younger than 30 days. */
const NEW = ["main-2020-02-02-1.log", "bare[x]-2020-078.log", "2018/full-9.log", "direct-20200202-1.log"];

const DAY = 86_400;

/** The files below out/ after log4j-core has rolled every appender several times. */
function afterRolling(xml: string): (name: string) => boolean {
  const folder = mkdtempSync(join(temporaryFolder(), "deletion-"));
  writeFileSync(join(folder, "log4j2.xml"), xml);
  const now = Date.now() / 1000;
  for (const [names, days] of [
    [[...OLD, ...FOREIGN], 40],
    [NEW, 20],
  ] as const)
    for (const name of names) {
      const path = join(folder, "out", name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "x");
      utimesSync(path, now - days * DAY, now - days * DAY);
    }
  java("RollingOracle", { jars: JARS, cwd: folder, args: ["log4j2.xml", "1", "44", "100"] });
  return (name) => existsSync(join(folder, "out", name));
}

test("[A6] [H4] log4j-core deletes the appenders' own old files with the inserted actions, and no newer or foreign one", () => {
  for (const jar of JARS) if (!existsSync(jar)) throw new Error(`${jar} is missing: install liblog4j2-java`);
  const untouched = afterRolling(BASE);
  expect([...OLD, ...FOREIGN, ...NEW].filter((name) => !untouched(name))).toEqual([]);
  const edited = ["MAIN", "BARE", "FULL", "DIRECT"].reduce(
    (document, name) => document.edited([deletionSplice(document, name, "30d")]),
    Log4j2Document.parse(Buffer.from(BASE)),
  );
  const remains = afterRolling(edited.text);
  expect(OLD.filter(remains)).toEqual([]);
  expect([...FOREIGN, ...NEW].filter((name) => !remains(name))).toEqual([]);
  // an age that every file has not reached keeps them all
  const later = edited.edited([deletionSplice(edited, "MAIN", "P41D")]);
  expect(afterRolling(later.text)("main-2020-01-01-1.log")).toBe(true);
}, 120_000);

test("[A6] [D3] [H4] log4j-core deletes the same files with the actions that a deploy inserts into a workstation's own file", () => {
  const appenders = ["MAIN", "BARE", "FULL", "DIRECT"];
  const compiled = appenders.reduce(
    (document, name) => document.edited([deletionSplice(document, name, "30d")]),
    Log4j2Document.parse(Buffer.from(BASE)),
  );
  const log4j2 = appenders.map((name) => {
    const deletion = broughtDeletion(compiled, name, "30d");
    expect(deletion.pattern).not.toBeNull();
    return { what: "deletion" as const, name, value: "30d", deletion };
  });
  // the workstation's file differs in places that the environment does not decide
  const own = BASE.replaceAll("\n", "\r\n").replaceAll('size="1000"', 'size="900"').replace("<Root", "<!-- ours --><Root");
  const { change, notes } = log4j2Change({ ...swapParts().manifest, log4j2 }, "log4j2.xml", Buffer.from(own), null);
  expect(notes).toEqual([]);
  const remains = afterRolling(change?.after?.toString() ?? "");
  expect(OLD.filter(remains)).toEqual([]);
  expect([...FOREIGN, ...NEW].filter((name) => !remains(name))).toEqual([]);
}, 120_000);
