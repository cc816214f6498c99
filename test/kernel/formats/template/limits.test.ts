import { describe, expect, test } from "vitest";
import { table } from "../../../../src/deploy/publish/report-text.ts";
import { TEMPLATE_LIMITS } from "../../../../src/kernel/formats/template/budget.ts";
import { codeSpan, escapeMarkdown } from "../../../../src/kernel/formats/template/escape.ts";
import { TemplateError } from "../../../../src/kernel/formats/template/engine.ts";
import { compileTemplate } from "../../../../src/kernel/formats/template/template.ts";
import { eachNth, runs } from "../../../support/runs.ts";

const NAME = "x.md.hbs";
const HANGS = 60_000;

/** What is said when it is refused; anything else that is thrown, or nothing, fails. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("what a template may ask for", () => {
  const many = { a: Array.from({ length: 100 }, (_, i) => String(i)), text: "x".repeat(1000) };
  // other values in each list: a loop over the same text twice counts as one place for '..'
  const list = (sign: string) => many.a.map((text) => sign + text);
  // what needs no '..' is rendered without Handlebars
  const rows = Array.from({ length: 500 }, () => ({ cells: Array.from({ length: 500 }, () => ({ text: "x".repeat(100) })) }));
  const data = { ...many, b: list("b"), c: list("c"), d: list("d"), rows };

  test.each(
    eachNth(4, [
      [
        "loops in loops over the root",
        "{{#each a}}{{#each ../b}}{{#each ../../c}}{{#each ../../../d}}x{{/each}}{{/each}}{{/each}}{{/each}}",
        /loops go round more than 200000 times/,
      ],
      [
        "loops that write nothing",
        "{{#each a}}{{#each ../b}}{{#each ../../c}}{{/each}}{{/each}}{{/each}}",
        /loops go round more than 200000 times/,
      ],
      [
        "a text in loops",
        "{{#each a}}{{#each ../b}}{{../../text}}{{../../text}}{{../../text}}{{/each}}{{/each}}",
        /writes more than 16 MiB/,
      ],
      ["rows of cells", "{{#each rows}}{{#each cells}}{{/each}}{{/each}}", /loops go round more than 200000 times/],
      ["rows of words", `{{#each rows}}{{#each cells}}${"x".repeat(100)}{{/each}}{{/each}}`, /writes more than 16 MiB/],
      ["cells of text", "{{#each rows}}{{#each cells}}{{text}}{{/each}}{{/each}}", /writes more than 16 MiB/],
      ["plain text in loops", `{{#each a}}{{#each ../b}}${"x".repeat(5000)}{{/each}}{{/each}}`, /writes more than 16 MiB/],
    ]),
  )(
    "[E1] %s: rendering stops with words",
    (_, text, words) => {
      expect(refusal(() => compileTemplate(NAME, text)(data))).toMatch(words);
    },
    HANGS,
  );

  test.each(
    eachNth(4, [
      ["fields", "{{title}}".repeat(TEMPLATE_LIMITS.statements + 1), /more than 5000 values and blocks/],
      ["characters", "x".repeat(TEMPLATE_LIMITS.text + 1), /at most 262144 are read/],
      ["4 MB of fields", "{{title}}".repeat(450_000), /at most 262144 are read/],
      ["blocks in blocks", `${"{{#if a}}".repeat(20)}${"{{/if}}".repeat(20)}`, /nested more than 16 deep/],
      ["blocks in blocks, never closed", "{{#if a}}".repeat(20_000), /are nested more than/],
      ["turned blocks", "{{^a}}".repeat(20_000), /more than 200 alternatives/],
      ["else in else", `{{#if a}}${"{{else if a}}".repeat(3000)}{{/if}}`, /more than 200 alternatives/],
      ["expressions in expressions", `{{#if ${"(code ".repeat(5000)}a${")".repeat(5000)}}}{{/if}}`, /./],
    ]),
  )(
    "[E1] too many %s are refused before anything is compiled",
    (_, text, words) => {
      expect(refusal(() => compileTemplate(NAME, text))).toMatch(words);
    },
    HANGS,
  );

  test(
    "[E1] what a large environment needs is far below it, and each rendering has a budget of its own",
    () => {
      const rows = Array.from({ length: 5000 }, (_, i) => ({ key: `KEY${i}`, value: "v".repeat(100) }));
      const render = compileTemplate(NAME, "{{#each rows}}{{#if key}}| {{code key}} | {{value}} |\n{{/if}}{{/each}}");
      for (let i = 0; i < 6; i++) expect(render({ rows }).split("\n")).toHaveLength(5001);
    },
    HANGS,
  );
});

describe("a value in Markdown starts nothing of its own", () => {
  test.each(
    eachNth(4, [
      ["# heading", "\\# heading"],
      ["a\n# heading\n\n- list", "a \\# heading \\- list"],
      ["1. first", "1\\. first"],
      ["12) x", "12\\) x"],
      ["    code", "code"],
      ["===", "\\==="],
      ["| a |", "\\| a \\|"],
      ["a\u2028# b\u0085c\fd", "a \\# b c d"],
      ["https://evil.example/x", "https\\://evil.example/x"],
      ["see www.evil.example", "see www\\.evil.example"],
      ["WWW.evil.example", "WWW\\.evil.example"],
      ["me@evil.example", "me\\@evil.example"],
      ["<script>", "\\<script\\>"],
      ["&lt;b&#62;", "\\&lt;b\\&\\#62;"],
      ["![x](y)", "\\!\\[x\\]\\(y\\)"],
      ["```sh", "\\`\\`\\`sh"],
      ["a\u001b[31mb\u202ec\u0000", "a\\u001b\\[31mb\\u202ec\\u0000"],
      ["plain, words: 2024x Refresh3; C:/x (y)", "plain, words: 2024x Refresh3; C:/x \\(y\\)"],
    ]),
  )("[E1] %j", (text, shown) => {
    expect(escapeMarkdown(text)).toBe(shown);
  });

  test("[E1] in code, too: no line end, no end of the cell, nothing unseen", () => {
    expect(codeSpan("a\nb\u2028c\u001bd")).toBe("`a b\\u2028c\\u001bd`");
    expect(codeSpan("C:\\|x")).toBe("`C:\\\\u007cx`");
    expect(table(["a"], [["`C:\\|x|y`"]])).toBe("| a |\n|---|\n| `C:\\\\u007cx\\|y` |");
  });

  test.each(eachNth(4, [" ", "\n", " \n", "`", "|", "\\", "1", "www.", "\u2028"]))(
    "[E1] megabytes of %j take no time that grows with its square",
    (sign) => {
      const text = `a${sign.repeat(runs(2_000_000) / sign.length)}b`;
      expect(escapeMarkdown(text).endsWith("b")).toBe(true);
      expect(codeSpan(text)).toContain("b");
    },
    HANGS,
  );
});
