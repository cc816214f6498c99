import { parse } from "yaml";
import { expect, test } from "vitest";
import { readInputs } from "../../../src/serve/action/inputs.ts";
import { read, ROOT } from "../../house/project.ts";
import { git } from "../../support/git.ts";
import { readPage } from "../../docs/page.ts";

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
}

const ACTION = parse(read("action.yml")) as ActionFile;

test("action.yml declares the inputs that are read, and no other; its defaults are taken", () => {
  const asked = new Set<string>();
  const given = readInputs((name) => {
    asked.add(name);
    return ACTION.inputs[name]?.default ?? "";
  });
  expect([...asked].sort()).toEqual(Object.keys(ACTION.inputs).sort());
  expect({ ...given, token: null }).toEqual(readInputs(() => ""));
});

test("it runs the built file, which git does not keep, on the Node that GitHub has", () => {
  expect(ACTION.runs).toEqual({ using: "node24", main: "action/index.js" });
  expect(git(ROOT, "ls-files", "action")).toBe("");
});

test("docs/action.md tells every input and output", () => {
  const page = readPage("docs/action.md");
  const rows = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual([...Object.keys(ACTION.inputs), ...Object.keys(ACTION.outputs)]);
});
