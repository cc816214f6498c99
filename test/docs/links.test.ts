import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { below, ROOT } from "../house/project.ts";
import { readPage } from "./page.ts";

const PAGES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", ...below("docs", /\.md$/)];

/** Fenced blocks and code spans hold no links. */
const prose = (page: string): string => page.replace(/^ *(`{3,})[\s\S]*?^ *\1 *$/gm, "").replace(/`[^`\n]*`/g, "");

/** What GitHub makes of a heading; a second one of the same text gets a number. */
function anchorsOf(page: string): ReadonlySet<string> {
  const text = page.replace(/^ *(`{3,})[\s\S]*?^ *\1 *$/gm, "");
  const anchors = new Set<string>();
  for (const [, heading = ""] of text.matchAll(/^#{1,6} (.*)$/gm)) {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    let anchor = name;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${name}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

function fault(page: string, link: string): string | null {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : posix.join(posix.dirname(page), path);
  if (!existsSync(join(ROOT, target))) return `${page}: ${link} leads to no file`;
  if (anchor !== undefined && !anchorsOf(readPage(target)).has(anchor)) return `${page}: ${link} leads to no heading`;
  return null;
}

test("every link between the pages leads to a file and a heading that are there", () => {
  const links = PAGES.flatMap((page) =>
    [...prose(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => [page, link] as const),
  );
  const ours = links.filter(([, link]) => !/^https?:/.test(link));
  expect(ours.length).toBeGreaterThan(100);
  expect(ours.map(([page, link]) => fault(page, link)).filter((found) => found !== null)).toEqual([]);
});

/** Made by the build and not kept by git: there is no page to lead to. */
const MADE = ["docs/traceability.md"];

test("every page of docs/ can be reached from docs/README.md, and that from the README", () => {
  const linked = [...readPage("docs/README.md").matchAll(/\]\(([^)#\s./]+\.md)/g)].map(([, path]) => `docs/${path}`);
  const missing = below("docs", /\.md$/).filter((path) => !linked.includes(path) && !MADE.includes(path));
  expect(missing).toEqual(["docs/README.md"]);
  expect(readPage("README.md")).toContain("](docs/README.md)");
  expect(readPage("README.md")).toContain("](docs/check.svg)");
});
