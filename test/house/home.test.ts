import { expect, test } from "vitest";
import { withHome } from "../../scripts/home.mjs";
import { readData } from "./project.ts";

const manifest = readData("package.json") as Record<string, unknown>;

test("the sources name no address of a repository, and words to find the package by", () => {
  expect(["homepage", "repository", "bugs"].filter((name) => name in manifest)).toEqual([]);
  expect(manifest.keywords).toEqual(expect.arrayContaining(["plm", "connector", "java-properties", "log4j2"]));
});

test("a published package names the repository that published it, and nothing else changes", () => {
  expect(withHome(manifest, "https://git.example.com/org/tierwright/")).toEqual({
    ...manifest,
    homepage: "https://git.example.com/org/tierwright",
    repository: { type: "git", url: "git+https://git.example.com/org/tierwright.git" },
    bugs: { url: "https://git.example.com/org/tierwright/issues" },
  });
});

test.each([
  "",
  "/",
  "https://git.example.com",
  "http://git.example.com/a/b",
  "https://u:p@git.example.com/a/b",
  "https://h/a/b?c",
  "https://h/a b/c",
])("'%s' is no address of a repository", (address) => {
  expect(() => withHome(manifest, address)).toThrow("is no https address of a repository");
});
