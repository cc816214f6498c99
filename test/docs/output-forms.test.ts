import { expect, test } from "vitest";
import { FINDING_FORMS } from "../../src/report/findings.ts";
import { expectFresh } from "./examples.ts";
import { readPage } from "./page.ts";

test("every output that docs/output-forms.md shows is what the command prints (else: npm run update)", async () => {
  expect(await expectFresh("docs/output-forms.md")).toBe(3);
});

test("docs/output-forms.md names every form", () => {
  const named = [...readPage("docs/output-forms.md").matchAll(/^\| `([a-z]+)` \| /gm)].map(([, name]) => name);
  expect(named.slice(0, FINDING_FORMS.length).sort()).toEqual([...FINDING_FORMS].sort());
});
