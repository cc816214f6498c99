import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { repositoryFiles } from "../../src/author/init/repository.ts";
import { ROOT } from "../house/project.ts";
import { blocksOf, readPage } from "./page.ts";

/** Lines of console and shell blocks that a shell's second prompt begins, which nobody can paste. */
const promptLines = (page: string): readonly string[] =>
  blocksOf(page)
    .filter(({ language }) => ["console", "sh", "bash", "shell"].includes(language))
    .flatMap(({ body }) => {
      const lines = body.split("\n");
      const opened = lines.map((line, i) => /^\$ .*(?:<<|\\$)/.test(line) && i).filter((i) => i !== false);
      return lines.filter((line, i) => line.startsWith("> ") && (opened.includes(i - 1) || lines[i - 1]?.startsWith("> ")));
    });

const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && !path.startsWith("test/"));

test("no block of a page has lines with a shell's second prompt: it can be pasted", () => {
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/getting-started.md", "src/compiler/README.md"]));
  expect(pages.flatMap((path) => promptLines(readPage(path)).map((line) => `${path}: ${line}`))).toEqual([]);
  const made = repositoryFiles({
    release: "2506",
    tool: "2024x Refresh3",
    until: "2027-02-20",
    ghes: false,
    probe: true,
    vendored: null,
    package: "file:vendor/tierwright-0.1.0.tgz",
    version: "0.1.0",
  });
  for (const [path, bytes] of made)
    if (path.endsWith(".md")) expect(promptLines(Buffer.from(bytes).toString()), path).toEqual([]);
});

test("the search sees a here-document and a continued line, and lets an output that begins alike pass", () => {
  const block = (...lines: readonly string[]) => `\`\`\`console\n${lines.join("\n")}\n\`\`\`\n`;
  expect(promptLines(block("$ cat > a <<'END'", "> x", "> END"))).toEqual(["> x", "> END"]);
  expect(promptLines(block("$ a \\", "> b"))).toEqual(["> b"]);
  expect(promptLines(block("$ diff a b", "> x"))).toEqual([]);
});
