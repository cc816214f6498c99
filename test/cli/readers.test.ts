import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../src/compiler/rules/example.ts";
import { ENVIRONMENT } from "../oracle/nasty.ts";
import { DOCUMENTS, environment, FILES } from "../oracle/readers.ts";
import { exampleRepository } from "../support/repository.ts";
import { eachNth, stepOf } from "../support/runs.ts";
import { here } from "./civil.ts";

/*
 * Kilobytes of two bad shapes for every reader (forty, in `npm test` ten): an answer in words. The whole of it, with megabytes, a limit of the processor and
 * one of the memory, is test/oracle/limits-*.oracle.test.ts.
 */

const SIZE = 40_000 / stepOf(4);

async function answers(folder: string, argv: readonly string[]): Promise<void> {
  const { code, out, err } = await here(folder)(argv);
  expect([0, 1, 2]).toContain(code);
  expect(out + err).not.toMatch(/internal error|RangeError/);
  expect(out + err).not.toBe("");
}

describe.each([...FILES, ...DOCUMENTS].map((reader, i) => [reader.name, reader, i] as const))("%s", (_, reader, i) => {
  const { shapes, file, argv, before = "", also = {} } = reader;
  const two = [0, 1].map((turn) => shapes[(i * 5 + turn * 11) % shapes.length]).filter((shape) => shape !== undefined);
  test.each(
    eachNth(
      10,
      two.map((shape) => [shape.name, shape] as const),
    ),
  )("[A1] %s", async (_name, shape) => {
    await answers(exampleRepository({ ...also, [file]: before + shape.text(SIZE) }), argv);
  });
});

describe("one excessive thing in a sound environment", () => {
  test.each(
    eachNth(
      10,
      ENVIRONMENT.filter((_, i) => i % 3 === 1),
    ),
  )("[A1] %s", async (_name, replace, text) => {
    const sound = EXAMPLE_REPOSITORY[environment] ?? "";
    expect(sound).toContain(replace);
    await answers(exampleRepository({ [environment]: sound.replace(replace, () => text(SIZE)) }), ["compile"]);
  });
});
