import { describe, expect, test } from "vitest";
import { MOST_HEADLINE } from "../../src/diagnostic/define.ts";
import { plain } from "../../src/diagnostic/text.ts";
import { runExample } from "../support/examples.ts";
import { RULES } from "../../src/rules/registry.generated.ts";

/** Rules whose words are parts: the others are strings still. */
const defined = RULES.filter((rule) => "at" in rule);

describe.each(defined.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
  test("says in one line what was found, and the rest in notes that are sentences of their own", async () => {
    const found = (await runExample(rule.fails)).findings.filter((finding) => finding.rule === id);
    expect(found.length).toBeGreaterThan(0);
    for (const finding of found) {
      const headline = plain(finding.message);
      expect(headline.length, headline).toBeLessThanOrEqual(MOST_HEADLINE);
      for (const text of [headline, ...(finding.notes ?? []).map(plain)]) expect(text).not.toMatch(/\.$|^\s|\s$/);
      const notes = (finding.notes ?? []).map(plain);
      expect(new Set([headline, ...notes]).size, "each thing is said once").toBe(notes.length + 1);
    }
  });
});
