import { expect, test } from "vitest";
import { isCounted, MOST_WORDS, wordsIn } from "./documentation.ts";
import { below, read } from "./project.ts";

test("the pages of docs/ have at most 60,000 words (npm run house prints the number)", () => {
  const pages = below("docs", /\.md$/).filter(isCounted);
  expect(pages).toEqual(expect.arrayContaining(["docs/README.md", "docs/rules.md", "docs/formats.md"]));
  expect(MOST_WORDS).toBe(60_000);
  expect(pages.reduce((sum, path) => sum + wordsIn(read(path)), 0)).toBeLessThanOrEqual(MOST_WORDS);
});

test("a word ends at any white space, and only the page that the build makes is left out", () => {
  expect(wordsIn("one two\tthree\n\n- four |\n")).toBe(6);
  expect(wordsIn(" \n")).toBe(0);
  expect(["docs/traceability.md", "docs/a.md", "docs/more/traceability.md", "docs/a.png", "README.md"].filter(isCounted)).toEqual(
    ["docs/a.md", "docs/more/traceability.md"],
  );
});

test("a page whose reader types npx says how to run a command that is printed without it", () => {
  const typed = /^\$ npx --no-install tierwright /m;
  const printed = /(?:run|next:?|help:.*) `?(?<!--no-install )tierwright [a-z]/;
  const shown = (page: string) => [...page.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, text = ""]) => text).join("\n");
  const pages = [...below("docs", /\.md$/).filter(isCounted), "README.md"].filter(
    (path) => typed.test(shown(read(path))) && printed.test(shown(read(path)).replaceAll(/^\$.*$/gm, "")),
  );
  expect(pages).toContain("docs/getting-started.md");
  expect(pages.filter((path) => !read(path).includes("`tierwright ...` means `npx --no-install tierwright ...`"))).toEqual([]);
});
