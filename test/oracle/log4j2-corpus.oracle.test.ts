import { describe, expect, test } from "vitest";
import { isRefusal } from "../../src/kernel/diagnostic/refusal.ts";
import { byteDigits, LEVELS, Log4j2Document } from "../../src/kernel/formats/log4j2/document.ts";
import { configuration, rolling } from "../kernel/formats/log4j2/support.ts";
import { type CorpusFile, corpus, log4jConfigures, log4jReads, type Log4jReading } from "./log4j2-java.ts";

const ALL = corpus();
const FILES = ALL.filter(({ bytes }) => !Log4j2Document.parse(bytes).error?.loads);
/** An xi:include that cannot be loaded makes log4j drop the file; whether it can is not in the file. */
const LOADED = FILES.filter(({ stored }) => !stored.error);
const READINGS = new Map(zip(LOADED, log4jReads(LOADED.map(({ bytes }) => bytes))));

function zip(files: readonly CorpusFile[], readings: readonly Log4jReading[]): [string, Log4jReading][] {
  return files.map(({ name }, i) => [name, readings[i] as Log4jReading]);
}

interface Attempt {
  readonly file: CorpusFile;
  readonly what: string;
  readonly after: Log4j2Document | null;
  readonly refused: string | null;
  /** Position of the one value that is to change, in log4j's own list. */
  readonly index: number;
  readonly value: string;
}

function attempt(edit: () => Log4j2Document): Pick<Attempt, "after" | "refused"> {
  try {
    return { after: edit(), refused: null };
  } catch (error) {
    if (isRefusal(error, 1)) return { after: null, refused: error.message };
    throw error;
  }
}

/** The same reading but for one value. */
function expected(before: Log4jReading, list: "appenders" | "loggers", index: number, value: string): Log4jReading {
  const change = (item: object, i: number) =>
    i === index ? { ...item, ...(list === "appenders" ? { bytes: [value] } : { level: value }) } : item;
  return { ...before, [list]: before[list]?.map(change) };
}

/** Runs all accepted edits through log4j at once and returns those that changed anything else, or not that. */
function wrongly(attempts: readonly Attempt[], list: "appenders" | "loggers"): string[] {
  const done = attempts.filter(({ after }) => after !== null);
  const answers = log4jReads(done.map(({ after }) => (after as Log4j2Document).bytes()));
  return done.flatMap(({ file, what, index, value }, i) => {
    const wanted = expected(READINGS.get(file.name) as Log4jReading, list, index, value);
    return JSON.stringify(answers[i]) === JSON.stringify(wanted) ? [] : [`${file.name}: ${what}`];
  });
}

function counts(attempts: readonly Attempt[], reasons: ReadonlyMap<string, number>): string {
  const refused = [...reasons].map(([reason, count]) => `${count} ${reason}`).join(", ");
  return `${attempts.filter(({ after }) => after).length} edits, each confirmed; refused: ${refused || "none"}`;
}

/** Groups refusals by reason; every one must be the reason that log4j's own reading gives. */
function check(attempts: readonly Attempt[], reasonOf: (attempt: Attempt) => string | null): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const one of attempts) {
    const reason = reasonOf(one);
    const said = `${one.file.name}: ${one.what}`;
    expect([said, reason === null ? one.refused : one.refused?.includes(reason)]).toEqual([said, reason === null ? null : true]);
    if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return reasons;
}

describe("[A6] the real files of the corpus, against log4j-core", () => {
  test("a file with a document type is not read, and is the only one that log4j loads and we do not", () => {
    const typed = ALL.filter((file) => !FILES.includes(file));
    expect(typed.map(({ name }) => name)).toEqual([
      "apache+logging-log4j2/4a648ad5e5__XmlConfigurationSecurity.xml",
      "made/doctype-entity.xml",
    ]);
  });

  test("appenders, types, sizes, loggers and levels are those that log4j reads", () => {
    const wrong = FILES.filter(({ bytes, stored }) => {
      const document = Log4j2Document.parse(bytes);
      if (stored.error) return document.error === null && document.includes.length === 0;
      const mine = {
        appenders: document.appenders.map(({ name, type, fileName, filePattern, triggers }) => [
          name,
          type,
          fileName,
          filePattern,
          triggers.map((one) => [one.size, one.bytes]),
        ]),
        loggers: document.loggers.map(({ name, level }) => [name === "" ? "<root>" : name, level]),
      };
      const log4j = {
        appenders: stored.appenders?.map((one) => [
          one.name,
          one.type,
          one.fileName ?? null,
          one.filePattern ?? null,
          one.sizePolicies.map((policy) => [policy.raw, policy.maxFileSize]),
        ]),
        loggers: stored.loggers?.map(({ name, raw }) => [name, raw]),
      };
      return JSON.stringify(mine) !== JSON.stringify(log4j);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    const built = LOADED.filter(({ name, bytes }) => {
      const digits = Log4j2Document.parse(bytes).appenders.map(({ triggers }) => triggers.map((one) => byteDigits(one.bytes)));
      return JSON.stringify(READINGS.get(name)?.appenders?.map((one) => one.bytes)) !== JSON.stringify(digits);
    });
    expect(built.map(({ name }) => name)).toEqual([]);
    const appenders = LOADED.reduce((sum, { stored }) => sum + (stored.appenders?.length ?? 0), 0);
    const loggers = LOADED.reduce((sum, { stored }) => sum + (stored.loggers?.length ?? 0), 0);
    console.info(
      `corpus: ${FILES.length} files, ${LOADED.length} loaded, ${appenders} appenders and ${loggers} loggers read alike`,
    );
    expect(FILES.length).toBeGreaterThan(100);
  });

  test("set-trigger: log4j reads one number differently and nothing else, or the refusal has its reason", () => {
    const attempts = LOADED.flatMap((file) => {
      const document = Log4j2Document.parse(file.bytes);
      return document.appenders.map((appender, index): Attempt => {
        const [size, value] = appender.triggers[0]?.bytes === 52428800 ? ["77 KB", "78848"] : ["50 MB", "52428800"];
        return {
          file,
          what: appender.name,
          index,
          value: value as string,
          ...attempt(() => document.setTrigger(appender.name, size as string)),
        };
      });
    });
    const reasons = check(attempts, ({ file, index }) => {
      const all = file.stored.appenders ?? [];
      const policies = all[index]?.sizePolicies ?? [];
      if (all.filter(({ name }) => name === all[index]?.name).length > 1) return "is declared twice";
      if (policies.length === 0)
        return /^rolling/i.test(all[index]?.type ?? "") ? "has no SizeBasedTriggeringPolicy" : "does not roll";
      if (policies.length > 1) return "SizeBasedTriggeringPolicies";
      if (policies[0]?.raw === null || file.bytes.includes(`<size>${policies[0]?.raw}`)) return "is not an attribute";
      return policies[0]?.raw?.includes("${") ? "a property or lookup" : null;
    });
    expect(wrongly(attempts, "appenders")).toEqual([]);
    console.info(`set-trigger: ${counts(attempts, reasons)}`);
    expect(attempts.filter(({ after }) => after).length).toBeGreaterThan(60);
  });

  test("set-level: log4j reads one level differently and nothing else, or the refusal has its reason", () => {
    const attempts = LOADED.flatMap((file) => {
      const document = Log4j2Document.parse(file.bytes);
      return document.loggers.map((logger, index): Attempt => {
        const present = READINGS.get(file.name)?.loggers?.[index]?.level;
        const value = LEVELS.find((level) => level !== present) ?? "";
        return { file, what: logger.name, index, value, ...attempt(() => document.setLevel(logger.name, value)) };
      });
    });
    const reasons = check(attempts, ({ file, index }) => {
      const all = file.stored.loggers ?? [];
      const { name, raw } = all[index] ?? { name: "", raw: null };
      if (all.filter((other) => other.name === name).length > 1) return "is declared twice";
      if (raw === null) return "is not an attribute";
      return raw.includes("${") ? "a property or lookup" : null;
    });
    expect(wrongly(attempts, "loggers")).toEqual([]);
    console.info(`set-level: ${counts(attempts, reasons)}`);
    expect(attempts.filter(({ after }) => after).length).toBeGreaterThan(100);
  });

  test("setting each value to what log4j reads there already changes no byte", () => {
    const changed = LOADED.filter(({ bytes }) => {
      const document = Log4j2Document.parse(bytes);
      const { appenders, loggers } = document;
      const same = [
        ...appenders.map(({ name, triggers }) => attempt(() => document.setTrigger(name, triggers[0]?.size ?? ""))),
        ...loggers.map(({ name, level }) => attempt(() => document.setLevel(name, level ?? ""))),
      ];
      return same.some(({ after }) => after && !after.bytes().equals(bytes));
    });
    expect(changed.map(({ name }) => name)).toEqual([]);
  });
});

test("[A6] a configuration that log4j really starts rolls at the new size and no other", () => {
  const appenders = `${rolling("MAIN", "10 MB")}${rolling("TRAFFIC", "250 MB", "RollingRandomAccessFile")}${rolling("B", "20 MiB")}`;
  const loggers = '<Logger name="com.example" level="DEBUG"/><Root level="warn"><AppenderRef ref="MAIN"/></Root>';
  const before = Log4j2Document.parse(Buffer.from(configuration(appenders, loggers)));
  const after = before
    .setTrigger("MAIN", "1.5 GB")
    .setTrigger("B", "20 MB")
    .setLevel("com.example", "error")
    .setLevel("root", "ALL");
  const [old, now] = log4jConfigures([before.bytes(), after.bytes()]);
  const reading = (main: string, b: string, named: string, root: string) => ({
    appenders: [
      { name: "B", bytes: [b] },
      { name: "MAIN", bytes: [main] },
      { name: "TRAFFIC", bytes: ["262144000"] },
    ],
    loggers: [
      { name: "", level: root },
      { name: "com.example", level: named },
    ],
  });
  expect(old).toEqual(reading("10485760", "10485760", "DEBUG", "WARN"));
  expect(now).toEqual(reading("1610612736", "20971520", "ERROR", "ALL"));
});
