import { expect, test } from "vitest";
import { stepOf } from "../support/runs.ts";
import { EVERY, harmOfValues } from "../report/hostile-leaves.ts";

test("[A1] no value of a document becomes a line, a command of a build service or a control sequence, whichever command shows it", async () => {
  const both = EVERY.flatMap((words) => [words, [...words, "--format", "json"]]);
  const step = stepOf(3);
  const { tried, found } = await harmOfValues(
    (i) => i % step === 0,
    () => both,
  );
  expect(found).toEqual([]);
  expect(tried).toBeGreaterThan(5000 / step);
}, 900_000);
