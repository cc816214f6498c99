import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { PAGES, RECIPES } from "../../src/cli/topics.generated.ts";
import { ROOT } from "../house/project.ts";

/* The package carries every file that `tierwright help` prints, and no page for a checkout. */

test("the packed files hold every page and recipe of the lists, and no page that only a checkout needs", () => {
  const packed = spawnSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
    cwd: ROOT,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const [{ files }] = JSON.parse(packed.stdout) as [{ files: readonly { readonly path: string }[] }];
  const below = (folder: string) =>
    files
      .map(({ path }) => path)
      .filter((path) => path.startsWith(folder))
      .sort();
  expect(below("docs/")).toEqual(["docs/README.md", ...PAGES.map(({ name }) => `docs/${name}.md`)].sort());
  expect(below("recipes/")).toEqual([...RECIPES].sort());
});
