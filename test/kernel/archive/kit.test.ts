import { describe, expect, test } from "vitest";
import { deflateRawSync } from "node:zlib";
import { gate, namesGate, withSlashes } from "../../../src/kernel/archive/gate.ts";
import { contentOf, storedContent } from "../../../src/kernel/archive/content.ts";
import { readZip } from "../../../src/kernel/archive/reader.ts";
import type { ZipEntry } from "../../../src/kernel/archive/types.ts";
import { runs, stepOf } from "../../support/runs.ts";
import { descriptor, extra, long, refusals, sourceOf, zip64End, zipBytes } from "./zip-bytes.ts";

const text = Buffer.from("key=value\n".repeat(30));
const FULL = 0xffffffff;
const late = { crc: 0, compressed: 0, size: 0 };
const packed = deflateRawSync(text, { level: 9 }).length;

describe("[C6] a kit as other tools write it is taken:", () => {
  const folder = { name: "kit/", data: Buffer.alloc(0), central: { external: 0x41ed0010 } };
  test.each<[title: string, made: () => Buffer]>([
    [
      "with folders, compressed files and times",
      () => zipBytes([folder, { name: "kit/a", data: text, deflate: true, fields: { time: 4711, date: 0x5b75 } }]),
    ],
    [
      "a folder that is known by its mode only",
      () => zipBytes([{ name: "kit", data: Buffer.alloc(0), central: { external: 0x41ed0000 } }, { name: "kit/a" }]),
    ],
    ["a folder after the file in it", () => zipBytes([{ name: "kit/a" }, folder])],
    [
      "with sums behind the contents",
      () => zipBytes([{ name: "a", data: text, fields: { flags: 0x0808 }, local: late, after: descriptor(text) }]),
    ],
    [
      "with unsigned sums",
      () => zipBytes([{ name: "a", data: text, fields: { flags: 8 }, local: late, after: descriptor(text, text.length, false) }]),
    ],
    [
      "with wide sums",
      () =>
        zipBytes([
          { name: "a", data: text, fields: { flags: 8 }, local: late, after: descriptor(text, text.length, true, true) },
        ]),
    ],
    [
      "with wide, unsigned sums",
      () =>
        zipBytes([
          { name: "a", data: text, fields: { flags: 8 }, local: late, after: descriptor(text, text.length, false, true) },
        ]),
    ],
    [
      "compressed with sums behind",
      () =>
        zipBytes([{ name: "a", data: text, deflate: true, fields: { flags: 8 }, local: late, after: descriptor(text, packed) }]),
    ],
    [
      "with a zip64 end",
      () =>
        zipBytes([{ name: "a" }], {
          entries: 0xffff,
          between: (at, size) => zip64End(at + size, { entries: 1, size, offset: at }),
        }),
    ],
    [
      "with zip64 sizes",
      () =>
        zipBytes([
          {
            name: "a",
            data: text,
            local: { compressed: FULL, size: FULL, extra: extra(1, long(text.length, text.length)) },
            central: { compressed: FULL, size: FULL, offset: FULL, extra: extra(1, long(text.length, text.length, 0)) },
          },
        ]),
    ],
    ["with a name in UTF-8 that is not marked so", () => zipBytes([{ name: "größe", fields: { flags: 0 } }])],
    [
      "with the same name again as an extra field",
      () => zipBytes([{ name: "ä", central: { extra: extra(0x7075, Buffer.from("\x01....ä")) } }]),
    ],
    ["aligned by zeros in the extra field", () => zipBytes([{ name: "a", local: { extra: Buffer.alloc(3) } }])],
    ["with a program in front that counts in the offsets", () => zipBytes([{ name: "a", before: Buffer.from("MZ...") }])],
    ["with a comment", () => zipBytes([{ name: "a" }], { comment: Buffer.from("made by hand") })],
    [
      "megabytes that shrink by 150 times",
      () => zipBytes([{ name: "a", data: repeating(20_000_000 / stepOf(10)), deflate: true }]),
    ],
    ["megabytes of zeros", () => zipBytes([{ name: "a", data: Buffer.alloc(10_000_000 / stepOf(5)), deflate: true }])],
    ["without entries", () => zipBytes([])],
  ])("%s", async (_, made) => {
    expect(await refusals(made(), "kit")).toEqual([]);
  });
});

/** Bytes that DEFLATE makes about 150 times smaller. */
function repeating(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0, x = 1; at < length; at += 255) {
    x = (x * 48271) % 2147483647;
    bytes.writeUInt8(x & 255, at);
  }
  return bytes;
}

describe("the reader", () => {
  test("[C6] gives entries as they stand in the archive", () => {
    const data = Buffer.from("hi");
    const { entries } = readZip(
      sourceOf(
        zipBytes([
          { name: "dir\\", data: Buffer.alloc(0), fields: { madeBy: 20 }, central: { external: 16 } },
          { name: "dir\\a", data },
        ]),
      ),
    );
    expect(entries).toEqual([
      { name: "dir\\", method: 0, size: 0, compressedSize: 0, crc32: 0, flags: 0x0800, mode: 0, folder: true, offset: 34 },
      {
        name: "dir\\a",
        method: 0,
        size: 2,
        compressedSize: 2,
        crc32: 0xd8932aac,
        flags: 0x0800,
        mode: 0o100644,
        folder: false,
        offset: 69,
      },
    ]);
    expect(withSlashes("dir\\a")).toBe("dir/a");
  });

  test("[D2] gives contents in chunks of at most 1 MiB, read as they are asked for", async () => {
    const data = Buffer.alloc((5 << 20) + 7, "abc");
    for (const deflate of [false, true]) {
      const source = sourceOf(zipBytes([{ name: "a", data, deflate }]));
      const [entry] = readZip(source).entries;
      let read = 0;
      const counting = (at: number, length: number) => {
        read += length;
        return source.read(at, length);
      };
      const chunks: Buffer[] = [];
      for await (const chunk of contentOf({ ...source, read: counting }, entry as ZipEntry)) {
        if (!deflate) expect(read).toBeLessThanOrEqual((chunks.length + 1) << 20);
        chunks.push(chunk);
      }
      expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(1 << 20);
      expect(Buffer.concat(chunks).equals(data)).toBe(true);
    }
  });

  test("an error of the disk while contents are read is passed on as it is", async () => {
    const bytes = zipBytes([{ name: "a", data: text, deflate: true }]);
    const [entry] = readZip(sourceOf(bytes)).entries;
    const broken = {
      size: bytes.length,
      read: () => {
        throw new Error("the disk is gone");
      },
    };
    await expect(contentOf(broken, entry as ZipEntry).next()).rejects.toThrow("the disk is gone");
    expect(() => storedContent(broken, { ...(entry as ZipEntry), method: 0 }).next()).toThrow("the disk is gone");
  });

  test("a consumer may stop early", async () => {
    const source = sourceOf(zipBytes([{ name: "a", data: repeating(1 << 20), deflate: true }]));
    const [entry] = readZip(source).entries;
    let chunks = 0;
    for await (const chunk of contentOf(source, entry as ZipEntry)) {
      chunks += chunk.length > 0 ? 1 : 0;
      if (chunks === 2) break;
    }
    expect(chunks).toBe(2);
  });

  test("[D2] stored contents are not given out of an entry that is compressed or encrypted", () => {
    const source = sourceOf(zipBytes([{ name: "a", data: text, deflate: true }]));
    const entry = readZip(source).entries[0] as ZipEntry;
    expect(() => [...storedContent(source, entry)]).toThrow("'a': is compressed by method 8; here files are stored");
    expect(() => [...storedContent(source, { ...entry, method: 0, flags: 1 })]).toThrow("'a': is encrypted");
  });
});

describe("the gate", () => {
  const entry = (name: string, size: number): ZipEntry => ({
    ...{ name, size, compressedSize: size, method: 0, crc32: 0, flags: 0x0800, mode: 0o100644, folder: false, offset: 0 },
  });
  const judged = (...entries: ZipEntry[]) => gate({ entries, faults: [], deviations: [] }, "kit").map(({ problem }) => problem);

  test("[D2] takes jars of 1 GB and kits of 8 GiB, and no more", () => {
    const sizes = Array.from({ length: 8 }, (_, i) => entry(`${i}.jar`, 1024 ** 3));
    expect(judged(...sizes)).toEqual([]);
    expect(judged(...sizes, entry("one-more", 1))).toEqual(["would unpack to 8589934593 bytes; at most 8589934592 are taken"]);
  });

  test("[D2] judges thousands of deep names with accents in seconds, not minutes", () => {
    const deep = Array.from({ length: runs(16_000) }, (_, i) => entry(`${"é/".repeat(31)}${i}-${"ü".repeat(150)}`, 1));
    expect(judged(...deep)).toEqual([]);
  }, 20_000);

  test("[D2] judges a plain list of names for a folder that is taken in, and for a bundle that is built", () => {
    expect(namesGate(["plugin/a.jar", "plugin/lib/b.jar"])).toEqual([]);
    expect(namesGate(["a.", "b/A", "b/a", "x\\y"])).toEqual([
      { entry: "a.", problem: "cannot be a file on Windows because of 'a.': Windows drops a dot or space at the end of a name" },
      { entry: "b/a", problem: "is the same name as 'b/A' where case and composition of letters do not count, as on Windows" },
      { entry: "x\\y", problem: "holds '\\': folders are separated by '/' here" },
    ]);
    expect(namesGate(["x\\y", "x\\z"], "kit")).toEqual([]);
    expect(namesGate(["straße", "strasse"])).toEqual([]);
  });
});
