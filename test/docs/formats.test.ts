import { expect, test } from "vitest";
import { WRITE_NAMES } from "../../src/compiler/compile/names.ts";
import { ESCAPES, HELPERS } from "../../src/kernel/formats/template/escape.ts";
import { below, read, readData } from "../house/project.ts";
import { expectFresh } from "./examples.ts";
import { readPage } from "./page.ts";

const PAGE = readPage("docs/formats.md");

test("every output that docs/formats.md shows is what the command prints (else: npm run update)", async () => {
  await expectFresh("docs/formats.md");
});

/** Files of schemas/ that describe no output of a command. */
const NOT_PRINTED = /^(?:profile|capture-events)$/;

test("docs/output-forms.md or docs/records.md leads to the schema of every document that a command prints", () => {
  const documents = below("schemas", /\.schema\.json$/).filter((path) => readData(path).properties !== undefined);
  const printed = documents.filter((path) => (read(path).match(/"const": "tierwright\/[a-z0-9-]+\/v1"/)?.length ?? 0) > 0);
  const lists = readPage("docs/output-forms.md") + readPage("docs/records.md");
  const names = printed
    .map((path) => path.slice("schemas/".length, -".schema.json".length))
    .filter((name) => !NOT_PRINTED.test(name));
  expect(names.length).toBeGreaterThan(35);
  expect(
    names.filter((name) => !lists.includes(` ${name}\n\n[\`tierwright/${name}/v1\`](../schemas/${name}.schema.json)`)),
  ).toEqual([]);
});

/** The fields below a node of a schema that have no description, by their paths. Leaves out conditions, which repeat fields. */
function undescribed(node: unknown, root: Record<string, unknown>, at: string): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((one) => undescribed(one, root, at));
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([word, below]) => {
    if (["enum", "const", "examples", "if", "then", "else", "not", "oneOf", "allOf"].includes(word)) return [];
    if (word !== "properties") return undescribed(below, root, at);
    return Object.entries(below as Record<string, unknown>).flatMap(([field, child]) => [
      ...(described(child, root) ? [] : [`${at}.${field}`]),
      ...undescribed(child, root, `${at}.${field}`),
    ]);
  });
}

function described(child: unknown, root: Record<string, unknown>): boolean {
  const { description, $ref } = child as { readonly description?: string; readonly $ref?: string };
  if (description !== undefined) return description.trim() !== "";
  if (!$ref?.startsWith("#/")) return false;
  const target = $ref
    .slice(2)
    .split("/")
    .reduce((node: unknown, key) => (node as Record<string, unknown>)[key], root);
  return described(target, root);
}

test("the schema of a printed document describes each field, also those below others, as no page repeats them", () => {
  const paths = below("schemas", /\.schema\.json$/).filter((path) => /"const": "tierwright\/[a-z0-9-]+\/v1"/.test(read(path)));
  expect(paths.length).toBeGreaterThan(35);
  const silent = paths.flatMap((path) => undescribed(readData(path), readData(path), path));
  expect(silent.filter((field) => !field.endsWith(".schema"))).toEqual([]);
  const half = { properties: { a: { description: "A.", items: { properties: { b: { type: "string" } } } } } };
  expect(undescribed(half, half, "x")).toEqual(["x.a.b"]);
});

test("the names of a write's value are those that there are", () => {
  const paragraph = /In a write's `value` these names[\s\S]*?\n\n/.exec(PAGE)?.[0] ?? "";
  const named = [...paragraph.matchAll(/`([a-z]+\.[A-Za-z]+)`/g)].map(([, name]) => name);
  expect([...named].sort()).toEqual([...WRITE_NAMES].sort());
});

test("escapings and helpers of templates are those that there are", () => {
  const rows = [...PAGE.matchAll(/^\| `(\w+)` \| [^|]*(?:text|value|string) \| ([^|]*)\|$/gm)];
  expect(rows.map(([, extension]) => extension).sort()).toEqual(Object.keys(ESCAPES).sort());
  for (const [, extension = "", helpers = ""] of rows)
    for (const helper of Object.keys(HELPERS[extension] ?? {})) expect(helpers, extension).toContain(`\`${helper}\``);
});

test("the names of the workstation note are those that its template uses", () => {
  const described = PAGE.slice(PAGE.indexOf("Names for the note"));
  const used = [...read("templates/workstation-note.md.hbs").matchAll(/\{\{(?:#\w+ |code )?([a-zA-Z]+)\}\}/g)];
  expect(used.length).toBeGreaterThan(15);
  expect(used.map(([, name]) => name).filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
});
