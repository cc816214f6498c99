import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../../src/cli/registry.ts";
import { ROOT } from "../house/project.ts";
import { expectFresh } from "./examples.ts";
import { readPage } from "./page.ts";

test("what the page shows of the commands is what they print", async () => {
  await expectFresh("docs/editors.md");
});

test("the hook of the page is one that there is, runs a command that there is, and looks at every folder that a check reads", () => {
  const hooks = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8")) as readonly Record<string, string>[];
  const [hook] = hooks;
  expect(hooks.map(({ id }) => id)).toEqual(["tierwright-check"]);
  expect(readPage("docs/editors.md")).toContain(`- id: ${hook?.id}`);
  const [program, name] = hook?.entry?.split(" ") ?? [];
  expect([program, COMMANDS.some((command) => command.name === name)]).toEqual(["tierwright", true]);
  const files = new RegExp(hook?.files ?? "(?!)");
  const touched = ["environments/site.yaml", "releases/matrix.yaml", "templates/note.md.hbs", "README.md", "x/environments/a"];
  expect(touched.filter((path) => files.test(path))).toEqual(touched.slice(0, 3));
});
