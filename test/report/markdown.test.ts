import { expect, test } from "vitest";
import { printedCommand, shellCommand } from "../../src/kernel/diagnostic/command.ts";
import { name, say, words } from "../../src/kernel/diagnostic/text.ts";
import { prose, sentence } from "../../src/report/markdown.ts";

test.each([
  ["declare it: { a.example.com: [b] } below", "declare it: `{ a.example.com: [b] }` below"],
  ["{ a: { b: c_d } }, and more", "`{ a: { b: c_d } },` and more"],
  ["an open { brace stays as it_is", "an open `{` brace stays as `it_is`"],
  ["a closing } stays, too", "a closing `}` stays, too"],
])("a map that is there to be copied is one piece: %s", (text, written) => {
  expect(prose(text)).toBe(written);
});

test.each([
  ["add `X` under `codes`, or `a: b` there", "add `X` under `codes`, or `a: b` there"],
  ["a command (`a b`), or (`c`) itself", "a command (`a b`), or (`c`) itself"],
  ["did you mean 'b'?", "did you mean 'b'?"],
  ["a lonely ` stays", "a lonely `` ` `` stays"],
  ["`@somebody` is told of nothing", "`@somebody` is told of nothing"],
])("what our sentences mark is code without its marks: %s", (text, written) => {
  expect(sentence(words(text))).toBe(written);
});

test("so is one that holds what was found, backticks included", () => {
  expect(sentence(say`write { ${name("a`b")}: ${name("c")} }`)).toBe("write ``{ a`b: c }``");
});

test.each(["a{b", "a}b", "{", "{a: 1}", "}{"])("[G3] a brace in a name is part of the name: %s", (found) => {
  const run = shellCommand`tierwright deploy ${found}`;
  expect(sentence(say`see ${name(found)}, then run ${run} and go on, or } not`)).toBe(
    `see \`${found}\`, then run \`${printedCommand(run)}\` and go on, or \`}\` not`,
  );
  expect(sentence(say`run ${run} and then see ${name("b}")} and ${name("{")}`)).toBe(
    `run \`${printedCommand(run)}\` and then see \`b}\` and \`{\``,
  );
});
