import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../../src/cli/registry.ts";
import { ROOT } from "../house/project.ts";
import { expectFresh } from "./examples.ts";
import { typing } from "../serve/lsp/typing.ts";
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

const codes = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

test("what the page shows as offered is what the server offers in the sample", async () => {
  const [, table = ""] = readPage("docs/editors.md").split("| typed | offered |\n|---|---|\n");
  const rows = (table.split("\n\n")[0] ?? "").split("\n").map((row) => row.split(" | ").map(codes));
  expect(rows).toHaveLength(5);
  const editor = await typing(ROOT);
  for (const [[typed = ""] = [], offered] of rows)
    expect([typed, await editor.labels("environments/pilot/environment.yaml", `kind: Environment\n${typed}\n`)]).toEqual([
      typed,
      offered,
    ]);
});

test("the extension has the setting and the command of the page, and its scripts make the file", () => {
  const page = readPage("docs/editors.md");
  const { contributes, scripts } = JSON.parse(readFileSync(join(ROOT, "editors/vscode/package.json"), "utf8"));
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const [{ category, title }] = contributes.commands;
  for (const words of [
    Object.keys(contributes.configuration.properties)[0],
    `${category}: ${title}`,
    `tierwright-${version}.vsix`,
  ])
    expect(page).toContain(words);
  for (const [, script = ""] of page.matchAll(/npm run (\w+) --prefix editors\/vscode/g)) expect(scripts).toHaveProperty(script);
});
