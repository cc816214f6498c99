import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ByteSink, ByteSource } from "../../src/kernel/archive/bytes.ts";
import { ZipWriter } from "../../src/kernel/archive/writer.ts";
import { Refusal } from "../../src/kernel/diagnostic/refusal.ts";
import { readingFile, readingFileAsync, writingNewFile } from "../../src/platform/file-bytes.ts";
import { faultsOf } from "../kernel/archive/zip-bytes.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "file-bytes-"));
  file = join(folder, "a.zip");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What is thrown by an action that must throw. */
function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("a file as a source", () => {
  test("is read at any place, and closed on every way out", async () => {
    writeFileSync(file, "0123456789");
    const kept: ByteSource[] = [];
    const keep = (source: ByteSource) => {
      kept.push(source);
      return `${source.size}:${source.read(3, 4)}:${source.read(0, 0)}`;
    };
    expect(readingFile(file, keep)).toBe("10:3456:");
    expect(await readingFileAsync(file, async (source) => keep(source))).toBe("10:3456:");
    const failing = (source: ByteSource) => {
      kept.push(source);
      throw new Error("of the work");
    };
    expect(() => readingFile(file, failing)).toThrow("of the work");
    await expect(readingFileAsync(file, async (source) => failing(source))).rejects.toThrow("of the work");
    expect(kept).toHaveLength(4);
    for (const source of kept) expect(() => source.read(0, 1)).toThrow(`${file} was used after it was closed`);
  });

  test("that is missing, a folder or becomes shorter is wrong use, with its path", () => {
    const read = (source: ByteSource) => {
      truncateSync(file, 1);
      return source.read(0, 4);
    };
    const never = () => {
      throw new Error("must not be called");
    };
    expect(String(thrown(() => readingFile(file, never)))).toContain(`${file} cannot be read: it does not exist`);
    expect(String(thrown(() => readingFile(folder, never)))).toContain(`${folder} is not an ordinary file`);
    writeFileSync(file, "0123");
    expect(thrown(() => readingFile(file, read))).toMatchObject({ message: `${file} became shorter while it was read` });
  });
});

describe("a new file as a sink", () => {
  test("[D1] takes an archive", async () => {
    const size = writingNewFile(file, (sink) => {
      const writer = new ZipWriter(sink);
      const { size } = writer.add("a", [Buffer.from("he"), Buffer.from("llo")]);
      writer.finish();
      return size;
    });
    expect(size).toBe(5);
    expect(await faultsOf(readFileSync(file), "bundle")).toEqual([]);
  });

  test("is closed and removed when the work fails", () => {
    let kept: ByteSink | null = null;
    const failing = (sink: ByteSink) => {
      kept = sink;
      sink.write(Buffer.from("half"));
      throw new Error("of the work");
    };
    expect(() => writingNewFile(file, failing)).toThrow("of the work");
    expect(readdirSync(folder)).toEqual([]);
    expect(() => (kept as ByteSink | null)?.write(Buffer.from("x"))).toThrow("used after it was closed");
  });

  test("never touches a file or folder that is there", () => {
    writeFileSync(file, "kept");
    expect(thrown(() => writingNewFile(file, () => 0))).toMatchObject({
      message: `${file} cannot be created: something of that name exists already`,
      cause: { code: "EEXIST" },
    });
    expect(readFileSync(file, "utf8")).toBe("kept");
    const inside = join(folder, "sub");
    mkdirSync(inside);
    expect(() => writingNewFile(inside, () => 0)).toThrow(Refusal);
    expect(existsSync(inside)).toBe(true);
    expect(() => writingNewFile(join(folder, "missing", "a"), () => 0)).toThrow("cannot be created: it does not exist");
  });
});
