import { spawnSync } from "node:child_process";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { PAGES, RECIPES } from "../../src/cli/topics.generated.ts";
import { read, ROOT } from "../house/project.ts";

/* The package carries every file that `tierwright help` prints, and every file that a page of it links to. */

function packedPaths(): readonly string[] {
  const packed = spawnSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
    cwd: ROOT,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const [{ files }] = JSON.parse(packed.stdout) as [{ files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
}
const packed = packedPaths();

/** Pages and pictures that `tierwright help` does not print, and that packed pages link to. */
const LINKED = ["architecture.md", "check.svg", "dependencies.md", "page.png", "performance.md", "requirements.md"];

test("the packed files hold every page and recipe of the lists, and beside them only what a packed page links to", () => {
  const below = (folder: string) => packed.filter((path) => path.startsWith(folder)).sort();
  const pages = ["README.md", ...PAGES.map(({ name }) => `${name}.md`), ...LINKED];
  expect(below("docs/")).toEqual(pages.map((name) => `docs/${name}`).sort());
  expect(below("recipes/")).toEqual([...RECIPES].sort());
});

/** Returns the targets of a page's relative links and pictures; fenced blocks and code spans hold none. */
function targetsOf(path: string, page: string): readonly { readonly link: string; readonly target: string }[] {
  const prose = page.replace(/^ *(`{3,})[\s\S]*?^ *\1 *$/gm, "").replace(/`[^`\n]*`/g, "");
  const inline = [...prose.matchAll(/\]\(<?([^)>\s]+)/g)];
  const defined = [...prose.matchAll(/^ *\[[^\]]+\]: *<?([^>\s]+)/gm)];
  const inTags = [...prose.matchAll(/\b(?:src|srcset|href)="([^"\s]+)"/g)];
  const links = [...inline, ...defined, ...inTags].map(([, link = ""]) => link);
  return links
    .filter((link) => !/^(?:[a-z]+:|#)/i.test(link))
    .map((link) => ({ link, target: posix.join(posix.dirname(path), link.replace(/#.*$/, "")) }));
}

/** Returns the relative links of pages that lead to no file and to no folder among these paths. */
function deadLinks(pages: Readonly<Record<string, string>>, paths: readonly string[]): readonly string[] {
  const leads = (target: string) => paths.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, "")}/`));
  return Object.entries(pages).flatMap(([path, page]) =>
    targetsOf(path, page).flatMap(({ link, target }) => (leads(target) ? [] : [`${path}: ${link}`])),
  );
}

test("every relative link and picture of a packed page leads to a packed file", () => {
  const pages = Object.fromEntries(packed.filter((path) => path.endsWith(".md")).map((path) => [path, read(path)]));
  const links = Object.entries(pages).flatMap(([path, page]) => targetsOf(path, page));
  expect(links.length).toBeGreaterThan(100);
  expect(links.map(({ target }) => target)).toEqual(expect.arrayContaining(LINKED.map((name) => `docs/${name}`)));
  expect(deadLinks(pages, packed)).toEqual([]);
});

test("a link to a file of the checkout alone is found, also in a picture, in a definition and in a tag", () => {
  const text = [
    "[a](b.md#part) ![c](../test/c.png) [folder](../recipes) `[code](gone.md)` [out](https://example.com/gone.md) [here](#part)",
    "[d]: gone.md",
    '<img src="gone.svg">',
    "```md",
    "[fenced](gone.md)",
    "```",
  ].join("\n");
  expect(deadLinks({ "docs/a.md": text }, ["docs/a.md", "docs/b.md", "recipes/one.sh"])).toEqual([
    "docs/a.md: ../test/c.png",
    "docs/a.md: gone.md",
    "docs/a.md: gone.svg",
  ]);
});
