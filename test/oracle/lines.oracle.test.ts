import { expect, test } from "vitest";
import { EVERY, harmOfValues } from "../report/hostile-leaves.ts";

test("[A1] no value of a document becomes a line, a command of a build service or a control sequence, whichever command shows it", async () => {
  const both = EVERY.flatMap((words) => [words, [...words, "--format", "json"]]);
  const { tried, found } = await harmOfValues(
    () => true,
    () => both,
  );
  expect(found).toEqual([]);
  expect(tried).toBeGreaterThan(5000);
}, 900_000);
