import fc from "fast-check";
import { expect, test } from "vitest";
import { compileTemplate, type TemplateData } from "../../../../src/kernel/formats/template/template.ts";
import { runs } from "../../../support/runs.ts";

const NAME = "x.md.hbs";

/** Parts of templates: what the plain renderer takes, what it leaves to Handlebars, and what neither takes. */
const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "b", "list", "maps") },
  { weight: 1, arbitrary: fc.constantFrom("this", "missing", "constructor", "code", "length", "toString") },
);
const leaf = fc.oneof(
  { weight: 3, arbitrary: fc.constant("{{a}}") },
  fc.constantFrom("text", " ", "\n", "\n\n", "| ", "{{! aside }}", "{{!-- aside --}}\n", "\\{{a}}", "~"),
  names.map((name) => `{{${name}}}`),
  names.map((name) => `{{~${name}~}}`),
  names.map((name) => `{{code ${name}}}`),
  fc.constantFrom(
    "{{words a}}",
    "{{a.b}}",
    "{{this}}",
    "{{../a}}",
    "{{@index}}",
    "{{@key}}",
    "{{code (words a)}}",
    '{{code "x"}}',
    "{{./a}}",
  ),
  fc.constantFrom(
    "{{code @a}}",
    "{{code a b}}",
    "{{code a x=b}}",
    "{{unknown a}}",
    "{{code 1}}",
    "{{[a]}}",
    "{{{a}}}",
    "{{#if}}{{/if}}",
  ),
);
const templates = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { weight: 4, arbitrary: leaf },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            "each",
            "each",
            "if",
            "if",
            "unless",
            "with",
            "a",
            "each maps as |a|",
            "if a.b",
            "if @a",
            "each ../list",
            "if a includeZero=true",
          ),
          names,
          fc.array(tie("part"), { maxLength: 4 }),
          fc.constantFrom("", "{{else}}other", "{{^}}\n{{b}}\n", "{{else if b}}yes {{a}}", "\n"),
        )
        .map(([block, name, inner, other]) => {
          const open = block.includes(" ") || block === "a" ? block : `${block} ${name}`;
          return `{{#${open}}}${inner.join("")}${other}{{/${block.split(" ")[0]}}}`;
        }),
    },
  ),
})).part;

const scalar = fc.oneof(
  fc.constantFrom<TemplateData[]>("", "x", "a|b_c", "1. `x`\n", 0, 1, true, false),
  fc.string({ maxLength: 8 }),
);
const map = (value: fc.Arbitrary<TemplateData>) =>
  fc.dictionary(fc.constantFrom("a", "b", "list", "maps", "code", "length"), value, { maxKeys: 6, noNullPrototype: false });
const data = fc
  .record(
    {
      a: scalar,
      b: fc.oneof(scalar, map(scalar)),
      list: fc.oneof(fc.array(scalar, { maxLength: 3 }), fc.array(map(scalar), { maxLength: 3 }), scalar),
      maps: fc.oneof(fc.array(map(fc.oneof(scalar, fc.array(map(scalar), { maxLength: 2 }))), { maxLength: 3 }), map(scalar)),
      code: scalar,
    },
    { requiredKeys: ["a"] },
  )
  .map((fields): TemplateData => fields);

/** The text that a template gives, or what is said when it gives none. */
function outcome(template: string, values: TemplateData): string {
  try {
    return `text: ${compileTemplate(NAME, template)(values)}`;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

/** The same template with a part that writes nothing and that only Handlebars itself takes. */
const BY_HANDLEBARS = "{{#unless @root}}{{/unless}}";

let plain = 0;

test("[E1] a plain template is rendered as Handlebars renders it, and refused in the same words", { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(fc.array(templates, { maxLength: 4 }), data, (parts, values) => {
      const template = parts.join("");
      const own = outcome(`${template}\nend`, values);
      expect(own).toBe(outcome(`${template}\n${BY_HANDLEBARS}end`, values));
      if (own.startsWith("text: ") && template.includes("{{")) plain++;
    }),
    { numRuns: runs(8_000) },
  );
  // the law says nothing of templates that nobody renders
  expect(plain).toBeGreaterThan(runs(8_000) / 10);
});

test.each([
  [
    "rows",
    "{{#each list}}\n| {{code a}} | {{b}} |\n{{else}}\nnone\n{{/each}}\nend",
    {
      list: [
        { a: "x|", b: "_" },
        { a: "", b: "2" },
      ],
    },
  ],
  ["no rows", "{{#each list}}\n{{a}}\n{{else}}\nnone {{b}}\n{{/each}}\n", { list: [], b: "*" }],
  [
    "empty texts and lists, nought and false are not set",
    "{{#each list}}{{#if a}}+{{else}}-{{/if}}{{/each}}",
    { list: ["", [], 0, false, "0", ["x"], 1, true, {}].map((a) => ({ a })) },
  ],
  ["nothing in a list", "{{#each list}}{{a}}{{/each}}", { list: [{ a: "1" }, undefined] as unknown as TemplateData }],
  ["a map in place of a list", "{{#each list}}{{a}}{{/each}}", { list: { x: { a: "1" } } }],
  ["a parameter of a block that is called as a field", "{{#each list as |a|}}{{a}}{{/each}}", { list: [{ a: "x" }] }],
  ["nought that counts", "{{#if a includeZero=true}}yes{{/if}}", { a: 0 }],
  ["a condition of two fields", "{{#if a b}}yes{{/if}}", { a: "x", b: "y" }],
  ["a loop over texts", "{{#each list}}{{length}}{{/each}}", { list: ["abc"] }],
  ["an inherited field", "{{a}}", Object.create({ a: "x" }) as TemplateData],
])("[E1] %s", (_, template, values) => {
  expect(outcome(`${template}\nend`, values)).toBe(outcome(`${template}\n${BY_HANDLEBARS}end`, values));
});
