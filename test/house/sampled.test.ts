import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import conformance from "../../vitest.conformance.config.ts";
import processes from "../../vitest.process.config.ts";
import { ELSEWHERE, SAMPLED } from "../support/sampled.ts";

/* What `npm test` leaves out of its long tables runs elsewhere, and `.ci/run` runs both. */

const included = async (config: unknown) => ((await config) as { test: { include: string[] } }).test.include;

test("every file of which `npm test` plays a part or nothing is whole in the process or the conformance suite", async () => {
  const whole = [...(await included(processes)), ...(await included(conformance))];
  const paths = [...Object.keys(SAMPLED), ...ELSEWHERE];
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  expect(paths.filter((path) => !whole.includes(path))).toEqual([]);
  expect(Object.values(SAMPLED).filter((step) => !Number.isInteger(step) || step < 2)).toEqual([]);
});
