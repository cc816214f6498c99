import { expect, test } from "vitest";
import { inWords } from "../../support/said.ts";
import { edit, exampleRepository, run } from "../../support/repository.ts";

/** A list item without the space after its dash, in fields that take one text or a list: the text is judged, and the missing space is named. */

const HOSTS = "  hosts: { plm.example.com: 10.20.0.11 }\n";

test.each([
  ["hosts", "  hosts:\n    plm.example.com:\n      -10.20.0.11\n", 15],
  ["hosts, a second item", "  hosts:\n    plm.example.com:\n      -10.20.0.11\n      -10.20.0.12\n", 15],
  ["members", `${HOSTS}  members:\n    plm.example.com:\n      -files.example.com\n`, 16],
])("%s", async (_, lines, line) => {
  const folder = exampleRepository();
  edit(folder, "environments/demo/environment.yaml", HOSTS, lines);
  const { findings } = await run(folder);
  const told = findings.map(inWords).filter(({ rule }) => rule === "tier/declared-host");
  expect(told.map(({ at, help }) => [at?.line, help])).toEqual([
    [line, "put a space after the dash: one '- value' (dash, space, value) a line"],
  ]);
});
