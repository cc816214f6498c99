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

test("every document that a command prints has its list of fields in docs/output-forms.md or docs/records.md", () => {
  const documents = below("schemas", /\.schema\.json$/).filter((path) => readData(path).properties !== undefined);
  const printed = documents.filter((path) => (read(path).match(/"const": "tierwright\/[a-z0-9-]+\/v1"/)?.length ?? 0) > 0);
  const lists = readPage("docs/output-forms.md") + readPage("docs/records.md");
  const names = printed
    .map((path) => path.slice("schemas/".length, -".schema.json".length))
    .filter((name) => !NOT_PRINTED.test(name));
  expect(names.length).toBeGreaterThan(35);
  expect(names.filter((name) => !lists.includes(` ${name}\n\n\`tierwright/${name}/v1\``))).toEqual([]);
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
