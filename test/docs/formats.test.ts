import { describe, expect, test } from "vitest";
import { WRITE_NAMES } from "../../src/compiler/compile/names.ts";
import { ESCAPES, HELPERS } from "../../src/kernel/formats/template/escape.ts";
import type { HttpGet } from "../../src/platform/http.ts";
import { read } from "../house/project.ts";
import { discoveryOf, REALM } from "../compiler/sso/scene.ts";
import { expectFresh } from "./examples.ts";
import { type Block, blocksOf, readPage } from "./page.ts";

const PAGE = readPage("docs/formats.md");

/** Every key of an output; keys of these maps are names of the user's, not of ours. */
const MAPS = new Set(["codes", "connectors"]);

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => [
    key,
    ...(MAPS.has(key) ? Object.values(item as object).flatMap(keysOf) : keysOf(item)),
  ]);
}

/** The text between the headings around a block. */
function sectionOf(block: Block): string {
  const start = PAGE.lastIndexOf("\n##", block.start);
  const end = PAGE.indexOf("\n##", block.end);
  return PAGE.slice(start, block.start) + PAGE.slice(block.end, end < 0 ? undefined : end);
}

/** Fields of a verdict are described once, with the findings. */
const VERDICT = PAGE.slice(PAGE.indexOf("\nA verdict:"), PAGE.indexOf("\n### compat"));

/** A finding is, too, for every other document that says where. */
const FINDING = PAGE.slice(PAGE.indexOf("\n### Findings"), PAGE.indexOf("\nA verdict:"));

test("every output that docs/formats.md shows is what the command prints (else: npm run update)", async () => {
  const body = Buffer.from(discoveryOf(REALM));
  const get: HttpGet = async ({ url }) => ({ url, status: 200, type: "application/json", body, peer: "10.20.0.1:8443" });
  await expectFresh("docs/formats.md", { env: {}, get });
});

describe("every field of an output is described beside it", () => {
  const outputs = blocksOf(PAGE).filter((block) => block.language === "json");

  test("there are the outputs of seventeen commands and the manifest", () => {
    const schemas = outputs.map((block) => JSON.parse(block.body).schema);
    const names = [
      "findings",
      "compat",
      "why",
      "secrets",
      "cutover",
      "diagnosis",
      "sso-pin",
      "sso-verify",
      "probe",
      "doctor",
      "idp-plan",
      "idp-apply",
      "rules",
      "properties",
      "log4j2",
      "error",
      "manifest",
    ];
    expect(schemas).toEqual(names.map((name) => `tierwright/${name}/v1`));
  });

  test.each(outputs.map((block) => [JSON.parse(block.body).schema as string, block] as const))("%s", (_, block) => {
    const own = sectionOf(block);
    const described = own + VERDICT + (own.includes("(#findings-check-compile-lint)") ? FINDING : "");
    const keys = [...new Set(keysOf(JSON.parse(block.body)))].filter((key) => key !== "answers" && key !== "rules");
    expect(keys.length).toBeGreaterThan(3);
    expect(keys.filter((key) => !described.includes(`\`${key}\``))).toEqual([]);
  });
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
  const described = PAGE.slice(PAGE.indexOf("Names that the note may use"));
  const used = [...read("templates/workstation-note.md.hbs").matchAll(/\{\{(?:#\w+ |code )?([a-zA-Z]+)\}\}/g)];
  expect(used.length).toBeGreaterThan(15);
  expect(used.map(([, name]) => name).filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
});
