import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pluginTree, treeDigest } from "../../../src/deploy/bundle/tree.ts";

const A = { path: "a.txt", size: 1, sha256: "a".repeat(64) };
const B = { path: "lib/B.jar", size: 20, sha256: "b".repeat(64) };

test("[D4] the tree digest is SHA-256 over path, size and hash of every file, each ended by a line feed", () => {
  const text = `a.txt\n1\n${"a".repeat(64)}\nlib/B.jar\n20\n${"b".repeat(64)}\n`;
  expect(treeDigest([B, A])).toBe(createHash("sha256").update(text).digest("hex"));
  expect(treeDigest([])).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("[D4] files count in the order of UTF-16 code units: 'Z' before 'a', a surrogate pair before U+FB01", () => {
  const list = ["\ufb01", "\u{1f600}", "a", "Z", "a/b", "a-b"].map((path) => ({ ...A, path }));
  const sorted = [...list].sort((x, y) => (x.path < y.path ? -1 : 1)).map(({ path }) => path);
  expect(sorted).toEqual(["Z", "a", "a-b", "a/b", "\u{1f600}", "\ufb01"]);
  const text = sorted.map((path) => `${path}\n1\n${A.sha256}\n`).join("");
  expect(treeDigest(list)).toBe(createHash("sha256").update(text).digest("hex"));
});

test("[D4] any order of the same files has the same digest, any change another one", () => {
  const record = fc.record({
    path: fc.string({ minLength: 1, maxLength: 12 }),
    size: fc.nat(),
    sha256: fc.constantFrom(A.sha256, B.sha256),
  });
  const records = fc.uniqueArray(record, { selector: ({ path }) => path, minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(records, fc.nat(), (list, pick) => {
      expect(treeDigest([...list].reverse())).toBe(treeDigest(list));
      const i = pick % list.length;
      const other = list.map((file, at) => (at === i ? { ...file, size: file.size + 1 } : file));
      expect(treeDigest(other)).not.toBe(treeDigest(list));
      expect(treeDigest(list.slice(1))).not.toBe(treeDigest(list));
    }),
  );
});

test("[D4] the plug-in's tree is what lies below plugin/, relative to it", () => {
  const below = [A, B].map((file) => ({ ...file, path: `plugin/${file.path}` }));
  expect(pluginTree([...below, { ...A, path: "profile/P.mdzip" }])).toEqual({ sha256: treeDigest([A, B]), files: 2 });
});
