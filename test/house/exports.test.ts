import { expect, test } from "vitest";
import { below, read } from "./project.ts";

test("nobody assigns what is exported: the command's files take each name once (scripts/bundle/scripts.mjs)", () => {
  const files = below("src", /\.ts$/);
  const declared = (text: string) => new Set([...text.matchAll(/^(?:let|var) (\w+)/gm)].map(([, name]) => name));
  const named = (text: string) =>
    [...text.matchAll(/^export \{([^}]*)\};?$/gm)].flatMap(([, names = ""]) => names.match(/\w+/g) ?? []);
  const mutable = (text: string) => /^export (?:let|var) /m.test(text) || named(text).some((name) => declared(text).has(name));
  expect(["export let a = 1;", "let a = 1;\nexport { a };"].filter(mutable)).toHaveLength(2);
  expect(files.filter((path) => mutable(read(path)))).toEqual([]);
});
