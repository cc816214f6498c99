import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { expectFresh } from "../../docs/examples.ts";
import { ROOT } from "../../house/project.ts";

const PAGE = "docs/plan.md";

/** The page's examples run beside a state of the sample that none of them changes. */
function before(): void {
  const folder = join(process.env.TMPDIR ?? "", "before");
  const filter = (path: string) => basename(path) !== "kit";
  for (const part of ["environments", "releases", "templates"])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter });
}

test("[B7] [B8] [C4] [C7] every example of docs/plan.md prints what the page shows (else: npm run update)", async () => {
  before();
  expect(await expectFresh(PAGE)).toBe(6);
});
