import { expect, test } from "vitest";
import { at, placeOf, type Tree } from "../../../src/kernel/source/tree.ts";
import { treeOf } from "../../support/yaml.ts";

function place(tree: Tree, pointer: string): string {
  const node = at(tree, pointer);
  if (node === undefined) return "nothing there";
  const { line, column, endLine, endColumn } = placeOf(node.span);
  return `${line}:${column}-${endLine}:${endColumn}`;
}

const TEXT = `# comment
name: demo   # why
tier:
  signIn: 'https://a'
  hosts: { a: 10.0.0.1, "b/c~d": [ 1, 2 ] }

list:
- one
- two: 2

`;

test.each([["LF"], ["CRLF"]])("values and collections end where their last character ends (%s)", (ends) => {
  const tree = treeOf(ends === "LF" ? TEXT : TEXT.replaceAll("\n", "\r\n"));
  expect(place(tree, "/name")).toBe("2:7-2:11");
  expect(place(tree, "/tier/signIn")).toBe("4:11-4:22");
  expect(place(tree, "/tier/hosts")).toBe("5:10-5:44");
  expect(place(tree, "/tier/hosts/b~1c~0d/1")).toBe("5:39-5:40");
  expect(place(tree, "/tier")).toBe("4:3-5:44");
  expect(place(tree, "/list")).toBe("8:1-9:9");
  expect(place(tree, "/list/1/two")).toBe("9:8-9:9");
  expect(place(tree, "")).toBe("2:1-9:9");
});

test("keys have their own place, quotes included", () => {
  const hosts = at(treeOf(TEXT), "/tier/hosts");
  const entry = hosts?.type === "map" ? hosts.entries.get("b/c~d") : undefined;
  expect(entry && placeOf(entry.keySpan)).toMatchObject({ line: 5, column: 25, endColumn: 32 });
});

test("columns are UTF-16 units", () => {
  expect(place(treeOf("a: { '\u{1F600}': x, b: y }\n"), "/a/b")).toBe("1:18-1:19");
});

test("an alias stands where it is written and knows the anchored value", () => {
  const tree = treeOf("a: &x { k: 1 }\nb: *x\n");
  expect(place(tree, "/b")).toBe("2:4-2:6");
  const alias = at(tree, "/b");
  expect(alias?.anchored && placeOf(alias.anchored)).toMatchObject({ line: 1, column: 7, endColumn: 15 });
  expect(at(tree, "/b/k")).toMatchObject({ pointer: "/b/k", text: "1" });
  expect(place(tree, "/b/k")).toBe("1:12-1:13");
});

test("an alias means the latest anchor above it, and values that were repeated keep theirs", () => {
  const tree = treeOf("a: &x 1\nb: &y [*x]\nc: &x 2\nd: [*y, *x]\n");
  expect(at(tree, "/d/0/0")).toMatchObject({ text: "1" });
  expect(at(tree, "/d/1")).toMatchObject({ text: "2" });
});
