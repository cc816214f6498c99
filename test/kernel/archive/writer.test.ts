import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storedContent } from "../../../src/kernel/archive/content.ts";
import { readZip } from "../../../src/kernel/archive/reader.ts";
import { ArchiveRefused } from "../../../src/kernel/archive/refused.ts";
import { ZipWriter } from "../../../src/kernel/archive/writer.ts";
import { faultsOf, memorySink, sourceOf, zipBytes } from "./zip-bytes.ts";

type File = readonly [name: string, chunks: readonly Uint8Array[]];

function written(files: readonly File[]): Buffer {
  const sink = memorySink();
  const writer = new ZipWriter(sink);
  for (const [name, chunks] of files) writer.add(name, chunks);
  writer.finish();
  return sink.bytes();
}

// written out by hand from APPNOTE 4.3: two files, "a" with "hi" and "é/b" with nothing
const GOLDEN = `
  504b0304 1400 0008 0000 0000 2100 ac2a93d8 02000000 02000000 0100 0000 61 6869
  504b0304 1400 0008 0000 0000 2100 00000000 00000000 00000000 0400 0000 c3a92f62
  504b0102 1403 1400 0008 0000 0000 2100 ac2a93d8 02000000 02000000 0100 0000 0000 0000 0000 0000a481 00000000 61
  504b0102 1403 1400 0008 0000 0000 2100 00000000 00000000 00000000 0400 0000 0000 0000 0000 0000a481 21000000 c3a92f62
  504b0506 0000 0000 0200 0200 61000000 43000000 0000`.replace(/\s/g, "");

describe("the writer", () => {
  test("[D1] writes the one byte form of a bundle", () => {
    const sink = memorySink();
    const writer = new ZipWriter(sink);
    expect(writer.add("a", [Buffer.from("hi")])).toEqual({
      size: 2,
      crc32: 0xd8932aac,
      sha256: "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
    });
    expect(writer.add("é/b", [])).toEqual({ size: 0, crc32: 0, sha256: createHash("sha256").digest("hex") });
    writer.finish();
    expect(sink.bytes().toString("hex")).toBe(GOLDEN);
  });

  test("[D1] an archive without files is an end record alone", () => {
    expect(written([]).toString("hex")).toBe(`504b0506${"00".repeat(18)}`);
  });

  test("[D1] writes the same bytes however the contents come", () => {
    const cutAt = fc.tuple(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(300), { maxLength: 8 }));
    fc.assert(
      fc.property(cutAt, ([bytes, cuts]) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((place, i) => bytes.subarray(places[i], place));
        expect(written([["f", chunks]]).equals(zipBytes([{ name: "f", data: bytes }]))).toBe(true);
      }),
    );
  });

  test("[D1] what it writes, the reader gives back and the gate lets through", async () => {
    const name = fc.stringMatching(/^[a-z0-9]{1,8}(\/[a-z0-9_-]{1,8}x){0,3}\.[1-9][a-z]$/);
    const files = fc.uniqueArray(fc.tuple(name, fc.uint8Array({ maxLength: 50 })), {
      selector: ([n]) => n.split("/")[0],
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(files, async (made) => {
        const plain = made.filter(([n]) => !/^(con|prn|aux|nul|com\d|lpt\d)\b/i.test(n));
        const bytes = written(plain.map(([n, data]) => [n, [data]]));
        expect(await faultsOf(bytes, "bundle")).toEqual([]);
        const source = sourceOf(bytes);
        const back = readZip(source).entries.map(
          (entry) => [entry.name, Buffer.concat([...storedContent(source, entry)])] as const,
        );
        expect(back.map(([n, data]) => [n, [...data]])).toEqual(plain.map(([n, data]) => [n, [...data]]));
      }),
    );
  });

  test.each([
    ["CON.txt", "keeps the name 'CON.txt' for a device|Windows keeps that name for a device"],
    ["../a", "leaves the folder"],
    ["a\\b", "folders are separated by '/'"],
    ["a.jar:evil", "alternate stream"],
    ["folder/", "a bundle has files only"],
    ["", "has an empty name"],
  ])("[D2] refuses the name %j before anything of it is written", (name, why) => {
    const sink = memorySink();
    const writer = new ZipWriter(sink);
    expect(() => writer.add(name, [Buffer.from("x")])).toThrow(ArchiveRefused);
    expect(() => new ZipWriter(memorySink()).add(name, [])).toThrow(new RegExp(why));
    expect(sink.bytes()).toHaveLength(0);
  });

  test("[D2] refuses a second file that is the first one on Windows", () => {
    const writer = new ZipWriter(memorySink());
    writer.add("plugin/a.jar", []);
    expect(() => writer.add("plugin/A.jar", [])).toThrow("'plugin/A.jar': is the same name as 'plugin/a.jar'");
  });

  test("refuses to go on after a refusal or an error of the contents, and after its end", () => {
    const refused = new ZipWriter(memorySink());
    expect(() => refused.add("nul", [])).toThrow(ArchiveRefused);
    expect(() => refused.finish()).toThrow("given up");
    const failed = new ZipWriter(memorySink());
    const failing = function* () {
      yield Buffer.from("x");
      throw new Error("the disk is gone");
    };
    expect(() => failed.add("a", failing())).toThrow("the disk is gone");
    expect(() => failed.add("b", [])).toThrow("given up");
    const ended = new ZipWriter(memorySink());
    ended.finish();
    expect(() => ended.add("a", [])).toThrow("is finished");
  });

  test("[D1] refuses an archive that would not be a plain zip any more, before the bytes that are too many", () => {
    const whole = zipBytes([{ name: "f", data: Buffer.alloc(1000) }]).length;
    const fits = new ZipWriter(memorySink(), whole);
    fits.add("f", [Buffer.alloc(1000)]);
    fits.finish();
    const sink = memorySink();
    expect(() => new ZipWriter(sink, whole - 1).add("f", [Buffer.alloc(900), Buffer.alloc(100)])).toThrow(
      `'f': with it the bundle has more than ${whole - 1} bytes`,
    );
    expect(sink.bytes().length).toBe(30 + 1 + 900);
  });
});
