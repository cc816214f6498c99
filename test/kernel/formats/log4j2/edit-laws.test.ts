import fc from "fast-check";
import { expect, test } from "vitest";
import { Log4j2Document } from "../../../../src/kernel/formats/log4j2/document.ts";
import { generated } from "./generated-documents.ts";
import { runs } from "../../../support/runs.ts";
import { isRefusal } from "../../../../src/kernel/diagnostic/refusal.ts";
import { anyText } from "../../../support/any-text.ts";

const parse = (text: string) => Log4j2Document.parse(Buffer.from(text, "latin1"));
const NEW_SIZES = ["50 MB", "1", "2.5 TB", "7\tKB"] as const;
const NEW_LEVELS = ["TRACE", "Warn", "all"] as const;

/** What stands outside the range that an edit may touch. */
const outside = (text: string, start: number, end: number) => [text.slice(0, start), text.slice(end)];

test("[A6] a generated configuration is read as it was written", () => {
  fc.assert(
    fc.property(generated, ({ text, appenders, loggers }) => {
      const document = parse(text);
      expect(document.error).toBeNull();
      expect(document.bytes().toString("latin1")).toBe(text);
      const triggers = document.appenders
        .filter(({ rolling }) => rolling)
        .map((item) => ({ name: item.name, size: item.triggers[0]?.size }));
      expect(triggers).toEqual(appenders.map(({ name, size }) => ({ name, size })));
      expect(document.loggers.map(({ name, level }) => ({ name, level }))).toEqual(
        loggers.map(({ name, level }) => ({ name, level })),
      );
    }),
    { numRuns: runs(400), seed: 61 },
  );
});

test("[A6] an edit changes the bytes of that one value, reads back as asked, and setting the old value restores the reading", () => {
  fc.assert(
    fc.property(
      generated,
      fc.nat(),
      fc.constantFrom(...NEW_SIZES),
      fc.constantFrom(...NEW_LEVELS),
      ({ text, appenders, loggers }, pick, size, level) => {
        const before = parse(text);
        const target = appenders[pick % appenders.length]?.name ?? "";
        const trigger = before.appenders.find(({ name }) => name === target)?.triggers[0];
        const sized = before.setTrigger(target, size);
        const grown = sized.text.length - text.length;
        const { valueStart = -1, valueEnd = -1 } = trigger ?? {};
        expect(outside(sized.text, valueStart, valueEnd + grown)).toEqual(outside(text, valueStart, valueEnd));
        expect(sized.appenders.map((item) => item.triggers.map((one) => one.size))).toEqual(
          before.appenders.map((item) => item.triggers.map((one) => (item.name === target ? size : one.size))),
        );
        const named = loggers[pick % loggers.length]?.name ?? "";
        const found = before.loggers.find(({ name }) => name === named);
        const levelled = before.setLevel(named, level);
        const shift = levelled.text.length - text.length;
        const { levelStart = -1, levelEnd = -1 } = found ?? {};
        expect(outside(levelled.text, levelStart, levelEnd + shift)).toEqual(outside(text, levelStart, levelEnd));
        expect(levelled.loggers.map((item) => item.level)).toEqual(
          before.loggers.map((item) => (item.name === named ? level : item.level)),
        );
      },
    ),
    { numRuns: runs(400), seed: 62 },
  );
});

test("[A6] no name, size or level makes an edit end otherwise than in a document that log4j loads or in a refusal", () => {
  const words = fc.oneof(anyText, fc.constantFrom("MAIN", "a.b", "", "root", "10 MB", "INFO"));
  fc.assert(
    fc.property(generated, words, words, ({ text }, name, value) => {
      for (const edit of [() => parse(text).setTrigger(name, value), () => parse(text).setLevel(name, value)]) {
        let after: Log4j2Document | null = null;
        try {
          after = edit();
        } catch (error) {
          expect(isRefusal(error, 1)).toBe(true);
        }
        expect(after?.error ?? null).toBeNull();
      }
    }),
    { numRuns: runs(400), seed: 63 },
  );
});
