import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeSpan, markdownWords } from "../../../../src/kernel/formats/template/escape.ts";
import { runs } from "../../../support/runs.ts";
import { htmlOf, textOf } from "../../../report/readers/markdown.ts";

/*
 * What `{{words x}}` writes is read by an independent reader of Markdown: as text, alone, between words and in a cell of a table, and beside a
 * code span. What needs no escape has none, because people type from these pages.
 */

const read = (markdown: string): string => textOf(htmlOf(markdown)).trim();

describe("[E4] words in Markdown", () => {
  test.each([
    "unticked, the deployment still reports success (see panel.json)",
    "LDAP_USERNAME_ATTRIBUTE (registry table)",
    "environments/plm-pilot/sso.yaml:25",
    "Invalid parameter: redirect_uri; weblogin/null?csrf_form=...",
    "C:\\Program Files\\Tool {x86}",
    "1,5 + 2 - 3 = 0.5! 100%",
    "2036-12-31, #, a & b",
  ])("%j is written as it is", (text) => {
    expect(markdownWords(text)).toBe(text);
  });

  test.each([
    ["sso.tcSSO* property", "sso.tcSSO\\* property"],
    ["- a", "\\- a"],
    ["# a #1", "\\# a \\#1"],
    ["> a", "\\> a"],
    ["1. a", "1\\. a"],
    ["_a_ b_c __d", "\\_a\\_ b_c \\_\\_d"],
    ["a|b", "a\\|b"],
    ["&lt; & &#60;", "\\&lt; & \\&\\#60;"],
    ["https://x www.x a@x", "https\\://x www\\.x a\\@x"],
    ["\\*", "\\\\\\*"],
    ["C:\\", "C:\\\\"],
    ["a\n- b", "a - b"],
    ["[x](y)", "\\[x\\](y)"],
  ])("%j needs escapes: %j", (text, written) => {
    expect(markdownWords(text)).toBe(written);
  });

  const sign = fc.constantFrom(..."\\`*_{}[]<>()#+-.!|~&@:/=1a \"'%$^;,\né", "www.", "https://", "&amp;", "a@b.de", "---", "  ");
  const text = fc.array(sign, { maxLength: 14 }).map((parts) => parts.join(""));
  const numRuns = runs(4000);

  test("[E4] a Markdown reader reads the text again, whatever it is, and makes nothing of it", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [one, two] = [a, b].map(markdownWords);
        const plain = (...all: readonly string[]) => all.join(" ").replace(/\s+/g, " ").trim();
        expect(plain(read(`Words ${one} end`))).toBe(plain("Words", a, "end"));
        expect(plain(read(one as string))).toBe(plain(a));
        const table = `| x | y |\n|---|---|\n| ${one} | ${codeSpan(b)} ${two} |\n`;
        const cells = [...htmlOf(table).matchAll(/<td>(.*?)<\/td>/gs)].map(([, html = ""]) => plain(textOf(html)));
        expect(cells[0]).toBe(plain(a));
        expect(cells).toHaveLength(2);
        expect(cells[1]?.endsWith(plain(b))).toBe(true);
        const tags = [...htmlOf(`Words ${one} end ${codeSpan(b)} ${two}`).matchAll(/<\/?(\w+)/g)].map(([, tag = ""]) => tag);
        expect(tags.filter((tag) => tag !== "p" && tag !== "code")).toEqual([]);
      }),
      { numRuns, seed: 7 },
    );
  });
});
