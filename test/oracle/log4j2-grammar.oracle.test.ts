import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byteDigits, DEFAULT_SIZE, Log4j2Document, sizeInBytes } from "../../src/kernel/formats/log4j2/document.ts";
import { levelExists } from "../../src/kernel/formats/log4j2/levels.ts";
import { pluginKind, pluginNames } from "../../src/kernel/formats/log4j2/plugins.ts";
import { ILL_FORMED, TYPED, WELL_FORMED } from "../kernel/formats/xml/documents.ts";
import { runs } from "../support/runs.ts";
import { corpus, log4jLevels, log4jPlugins, log4jReads, log4jSizes } from "./log4j2-java.ts";
import { mutations } from "./log4j2-mutations.ts";

describe("[A6] log4j-core itself", () => {
  test("knows the component names of our table, each of its kind, and no other", () => {
    const names = log4jPlugins();
    expect(Object.fromEntries(pluginNames().map((name) => [name, pluginKind(name)]))).toEqual(names);
    console.info(`component names: ${Object.keys(names).length}, all of the same kind`);
  });

  test("loads the documents that we call well-formed, those whose document type we do not read, and no other", () => {
    const read = [...WELL_FORMED, ...TYPED];
    const texts = [...read.map((text) => [text, true] as const), ...ILL_FORMED.map(([text]) => [text, false] as const)];
    const answers = log4jReads(texts.map(([text]) => Buffer.from(text, "latin1")));
    expect(answers.map(({ loaded }) => loaded)).toEqual(texts.map(([, well]) => well));
  });

  test("reads every generated size as we do, to the last byte", () => {
    const digits = fc.oneof(
      fc.nat(9999).map(String),
      fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
      fc.stringMatching(/^[0-9]{1,20}$/),
    );
    const number = fc.oneof(
      digits,
      fc.tuple(digits, fc.constantFrom(".", ","), digits).map((parts) => parts.join("")),
    );
    const unit = fc.tuple(
      fc.constantFrom("", " ", "  ", "\t", "\n", "\u000b", "\u00a0"),
      fc.constantFrom("", "K", "m", "G", "T", "P", "Ki", "\u212a"),
      fc.constantFrom("", "B", "b", "BB", "o"),
    );
    const tidy = fc.tuple(number, unit).map(([value, parts]) => value + parts.join(""));
    const soup = fc
      .array(fc.constantFrom("1", "0", ".", ",", " ", "K", "M", "G", "T", "B", "-", "+", "e", "_", "\t", "\u0662"), {
        maxLength: 7,
      })
      .map((parts) => parts.join(""));
    const texts = fc.sample(fc.oneof(tidy, soup), { numRuns: runs(15_000), seed: 5 });
    const answers = log4jSizes(texts);
    const ours = texts.map((text) => byteDigits(sizeInBytes(text) ?? DEFAULT_SIZE));
    const wrong = texts.filter((_, i) => ours[i] !== answers[i]).sort((a, b) => a.length - b.length);
    const readable = texts.filter((text) => sizeInBytes(text) !== null).length;
    console.info(`sizes: ${texts.length} texts, ${readable} readable, ${wrong.length} differences`);
    expect(wrong.slice(0, 3)).toEqual([]);
    // Both kinds must occur.
    expect(Math.min(readable, texts.length - readable)).toBeGreaterThan((2 * texts.length) / 15);
  });

  test("knows the levels that we know", () => {
    const known = ["OFF", "FATAL", "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "ALL"];
    const spelt = known.flatMap((level) => [
      level,
      level.toLowerCase(),
      `${level[0]}${level.slice(1).toLowerCase()}`,
      ` ${level}\t`,
      `\u00a0${level}`,
      `${level}X`,
    ]);
    const others = fc.sample(
      fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom("", " ", "WARNING", "NOTICE", "NULL", "\u0131nfo", "\u0130NFO")),
      { numRuns: runs(3000), seed: 8 },
    );
    const texts = [...spelt, ...others];
    const answers = log4jLevels(texts);
    expect(texts.filter((text, i) => levelExists(text, [], 0) !== (answers[i] !== null))).toEqual([]);
    console.info(`levels: ${texts.length} names, ${answers.filter((answer) => answer !== null).length} of them levels`);
  });
});

const LEVELS = /^(?:OFF|FATAL|ERROR|WARN|INFO|DEBUG|TRACE|ALL)$/;

/** What is compared: whether it loads, appenders with types and sizes, loggers with the levels that are written as such. */
function ours(bytes: Buffer): unknown {
  const { error, appenders, loggers } = Log4j2Document.parse(bytes);
  if (error) return { loaded: false };
  return {
    loaded: true,
    appenders: appenders.map(({ name, type, triggers }) => ({
      name,
      type,
      bytes: triggers.map((trigger) => byteDigits(trigger.bytes)),
    })),
    loggers: loggers.map(({ name, level }) => ({ name, level: level?.replace(/^[\0- ]+|[\0- ]+$/g, "").toUpperCase() })),
  };
}

test("[A6] documents with every kind of damage and oddity are read as log4j-core reads them, or refused as it refuses them", () => {
  const bases = corpus()
    .filter(({ bytes, name }) => bytes.length < 4000 && !/include/i.test(name))
    .map(({ bytes }) => bytes.toString("latin1"));
  const documents = fc.sample(mutations(bases), { numRuns: runs(12_000), seed: 10 }).map((text) => Buffer.from(text, "latin1"));
  const answers = log4jReads(documents);
  let loaded = 0;
  let faults = 0;
  let typed = 0;
  const wrong: { document: string; ours: unknown; log4j: unknown }[] = [];
  documents.forEach((bytes, i) => {
    const answer = answers[i];
    if (!answer || answer.fault) {
      faults++;
      return;
    }
    if (Log4j2Document.parse(bytes).error?.loads) {
      typed++;
      return;
    }
    const reading = ours(bytes) as { loggers?: { level?: string }[] };
    // A level that is no level, or comes by lookup, is what the logger above says: not ours to know.
    const loggers = answer.loggers?.map((logger, j) => ({
      ...logger,
      level: LEVELS.test(reading.loggers?.[j]?.level ?? "") ? logger.level : reading.loggers?.[j]?.level,
    }));
    const appenders = answer.appenders?.map((appender) => ({ ...appender, name: appender.name ?? "" }));
    const log4j = answer.loaded ? { ...answer, appenders, loggers } : answer;
    if (answer.loaded) loaded++;
    if (JSON.stringify(reading) !== JSON.stringify(log4j))
      wrong.push({ document: bytes.toString("latin1"), ours: reading, log4j });
  });
  wrong.sort((a, b) => a.document.length - b.document.length);
  console.info(
    `damaged documents: ${documents.length}, log4j loads ${loaded}, fails with an exception of its own on ${faults}; ${typed} have a document type, ${wrong.length} differences`,
  );
  expect(wrong[0]).toBeUndefined();
  const few = documents.length / 4;
  expect([loaded > few, documents.length - loaded > few, faults < 20]).toEqual([true, true, true]);
});
