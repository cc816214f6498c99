import { beforeAll, describe, expect, test } from "vitest";
import { builtCli } from "../cli/built.ts";
import { EXAMPLE_REPOSITORY } from "../../src/compiler/rules/example.ts";
import { leaves, replaced, RICH_REPOSITORY } from "../compiler/run/rich-repository.ts";
import { exampleRepository } from "../support/repository.ts";
import { ENVIRONMENT, TEXTS } from "./nasty.ts";
import { ALL, shapesFor, SIZE, tryShape, within } from "./limits.ts";
import { DOCUMENTS, environment } from "./readers.ts";

/* Every kind of YAML document; how is said in limits.ts. */

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

describe.each(DOCUMENTS.map((reader, i) => [reader.name, reader, i] as const))("%s", (_, reader, i) => {
  test.each(shapesFor(reader, i).map((shape) => [shape.name, shape] as const))(
    "[A1] of %s",
    (_name, shape) => tryShape(command, reader, shape),
    600_000,
  );
});

const sound = EXAMPLE_REPOSITORY[environment] ?? "";

describe("one excessive thing in a sound environment", () => {
  test.each(ENVIRONMENT.filter((_, i) => ALL || i % 3 === 1))(
    "[A1] %s",
    (name, replace, text) => {
      const folder = exampleRepository({ [environment]: sound.replace(replace, () => text(SIZE)) });
      expect(within(command, folder, ["compile"], name)).toBeNull();
    },
    600_000,
  );
});

const COMMANDS = [
  ["check"],
  ["compile"],
  ["compat"],
  ["why", "full", "LicenseDir"],
  ["secrets", "check"],
  ["kit", "carry", "full"],
];
/** One text of so many is filled, with another shape and before another command than the one before. */
const OF_LEAVES = 30;

describe("a flood in one text of a sound repository", () => {
  const some = leaves(RICH_REPOSITORY).filter((_, i) => ALL || i % OF_LEAVES === 0);
  const rows = some.map((leaf, i) => {
    const shape = TEXTS[(i * 7) % TEXTS.length] ?? TEXTS[0];
    const argv = COMMANDS[i % COMMANDS.length] ?? [];
    return [`${leaf.part} ${leaf.pointer} of ${leaf.file}`, shape?.name ?? "", argv.join(" "), leaf, shape, argv] as const;
  });
  test.each(rows)(
    "[A1] %s: %s, %s",
    (name, _shape, _command, leaf, shape, argv) => {
      const folder = exampleRepository({
        ...RICH_REPOSITORY,
        [leaf.file]: replaced(RICH_REPOSITORY, leaf, shape?.text(SIZE) ?? ""),
      });
      expect(within(command, folder, argv, name)).toBeNull();
    },
    600_000,
  );
});
