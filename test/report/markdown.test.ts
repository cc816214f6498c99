import { expect, test } from "vitest";
import { name, say } from "../../src/diagnostic/text.ts";
import { prose, sentence } from "../../src/report/markdown.ts";

test.each([
  ["declare it: { a.example.com: [b] } below", "declare it: `{ a.example.com: [b] }` below"],
  ["{ a: { b: c_d } }, and more", "`{ a: { b: c_d } },` and more"],
  ["an open { brace stays as it_is", "an open `{` brace stays as `it_is`"],
  ["a closing } stays, too", "a closing `}` stays, too"],
])("a map that is there to be copied is one piece: %s", (text, written) => {
  expect(prose(text)).toBe(written);
});

test("so is one that holds what was found, backticks included", () => {
  expect(sentence(say`write { ${name("a`b")}: ${name("c")} }`)).toBe("write ``{ a`b: c }``");
});
