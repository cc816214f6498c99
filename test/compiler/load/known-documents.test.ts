import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diskTree } from "../../../src/platform/disk-tree.ts";
import { readDocument } from "../../../src/compiler/load/document.ts";
import { KnownDocuments } from "../../../src/compiler/load/known-documents.ts";
import { at } from "../../../src/kernel/source/tree.ts";
import { exampleRepository } from "../../support/repository.ts";

const SITE = "environments/site.yaml";

describe("documents that were read before", () => {
  /** What is read, by the text that it was read from. */
  function asking() {
    const known = new KnownDocuments<{ readonly text: string }>();
    const read: string[] = [];
    const get = (text: string, path = "a.yaml", kind = "Site") =>
      known.get(kind, path, Buffer.from(text), () => {
        read.push(text);
        return { text };
      });
    return { get, read };
  }

  test("the same bytes of the same path and kind are read once", () => {
    const { get, read } = asking();
    expect(get("a: 1")).toBe(get("a: 1"));
    expect(read).toEqual(["a: 1"]);
  });

  test("one byte, another path or another kind is another document", () => {
    const { get, read } = asking();
    get("a: 1");
    for (const [text, path, kind] of [
      ["a: 2"],
      ["a: 1", "b.yaml"],
      ["a: 1", "a.yaml", "Exceptions"],
      ["a: 1 "],
      ["\0a: 1"],
    ] as const) {
      expect(get(text, path, kind).text).toBe(text);
    }
    expect(read).toHaveLength(6);
  });

  test("bytes that were written over where they lie are other bytes", () => {
    const known = new KnownDocuments<string>();
    const bytes = Buffer.from("a: 1");
    const get = () => known.get("Site", "a.yaml", bytes, () => bytes.toString());
    expect(get()).toBe("a: 1");
    bytes.write("a: 2");
    expect(get()).toBe("a: 2");
  });

  test("the last ones stay, the one that was not asked for longest goes first, and a large one is never kept", () => {
    const { get, read } = asking();
    get("first", "first.yaml");
    get("second", "second.yaml");
    for (let i = 0; i < 62; i++) get(`other ${i}`, `${i}.yaml`);
    get("first", "first.yaml");
    get("one more", "more.yaml");
    read.length = 0;
    get("first", "first.yaml");
    expect(read).toEqual([]);
    get("second", "second.yaml");
    expect(read).toEqual(["second"]);
    get("x".repeat(64 * 1024 + 1));
    get("x".repeat(64 * 1024 + 1));
    expect(read).toHaveLength(3);
  });

  test("a file is asked for each time: changed, removed and brought back it is what it is now", () => {
    const root = exampleRepository();
    const files = diskTree(root);
    const site = () => readDocument(files, SITE, "Site");
    const before = site();
    expect(site()).toBe(before);
    expect(at(before.tree ?? undefined, "/kind")).toMatchObject({ text: "Site" });

    const path = join(root, SITE);
    writeFileSync(path, "kind: [\n");
    expect(site()).toMatchObject({ tree: null, problems: [{ rule: "repo/yaml-syntax" }] });
    rmSync(path);
    expect(site()).toMatchObject({ missing: true, source: null });
    writeFileSync(path, before.source?.text ?? "");
    expect(at(site().tree ?? undefined, "/kind")).toMatchObject({ text: "Site" });
  });
});
