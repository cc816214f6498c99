import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gate, namesGate } from "../../src/kernel/archive/gate.ts";
import { contentOf } from "../../src/kernel/archive/content.ts";
import { readZip } from "../../src/kernel/archive/reader.ts";
import { ZipWriter } from "../../src/kernel/archive/writer.ts";
import { java as javaOf } from "./jvm.ts";
import { readingFileAsync, writingNewFile } from "../../src/platform/file-bytes.ts";

type Row = readonly [nameHex: string, method: number, size: number, crc: number, sha256: string, ...rest: unknown[]];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "archive-oracle-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
}

const rows = (text: string): Row[][] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row[]);
const python = (...args: string[]): string => run("python3", [join(import.meta.dirname, "zip_oracle.py"), ...args]);
const java = (...args: string[]): string => javaOf("ZipOracle", { args });
const hex = (name: string): string => Buffer.from(name).toString("hex");

/** Names of letters from several scripts, that Windows can have. */
const word = fc.stringMatching(/^[a-zäßéñ日本語ΩЖ0-9_ +()&'-]{1,12}[a-zé語0-9]$/);
const path = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }),
  fc.constant(Buffer.alloc(1_300_000, "ab")),
  fc.constant(Buffer.alloc(0)),
);

/** Archives of generated files that the gate lets through, each written to a file. */
function archives(count: number): { file: string; expected: Row[] }[] {
  const files = fc.uniqueArray(fc.tuple(path, bytes), { selector: ([name]) => name, minLength: 1, maxLength: 12 });
  const plain = files.filter((list) => namesGate(list.map(([name]) => name)).length === 0);
  return fc.sample(plain, count).map((list, i) => {
    const file = join(folder, `written-${i}.zip`);
    const expected = writingNewFile(file, (sink) => {
      const writer = new ZipWriter(sink);
      const made = list.map(([name, data]): Row => {
        const { size, crc32, sha256 } = writer.add(name, [data.subarray(0, 7), data.subarray(7)]);
        expect(sha256).toBe(createHash("sha256").update(data).digest("hex"));
        return [hex(name), 0, size, crc32, sha256];
      });
      writer.finish();
      return made;
    });
    return { file, expected };
  });
}

describe("[D1] what the writer writes is read alike by", () => {
  test("unzip, Python's zipfile and java.util.zip, with every name, size, checksum and byte", () => {
    const written = archives(60);
    const files = written.map(({ file }) => file);
    for (const file of files) expect(run("unzip", ["-t", file])).toContain("No errors detected");
    const expected = written.map((archive) => archive.expected);
    expect(rows(java("list", ...files))).toEqual(expected);
    const read = rows(python("list", ...files));
    expect(read.map((archive) => archive.map((row) => row.slice(0, 5)))).toEqual(expected);
    // made by 2.0 on Unix, needs 2.0, UTF-8, 0100644, 1980-01-01 00:00, no extra field
    const fixed = [[1980, 1, 1, 0, 0, 0], [20, 3, 20, 0x0800, 0o100644 * 0x10000], ""];
    for (const row of read.flat()) expect(row.slice(5)).toEqual(fixed);
    expect(read.flat().length).toBeGreaterThan(100);
  });
});

/** An archive as our reader sees it, in the form of the oracles. */
async function ourRows(file: string): Promise<Row[]> {
  return readingFileAsync(file, async (source) => {
    const archive = readZip(source);
    expect(gate(archive, "kit")).toEqual([]);
    const made: Row[] = [];
    for (const entry of archive.entries) {
      const hash = createHash("sha256");
      for await (const chunk of contentOf(source, entry)) hash.update(chunk);
      made.push([hex(entry.name), entry.method, entry.size, entry.crc32, hash.digest("hex")]);
    }
    return made;
  });
}

describe("[C6] what others write is read as they read it:", () => {
  test("archives of Python's zipfile, to a file and to a pipe, with zip64 fields", async () => {
    python("write", folder);
    const files = ["stored", "deflated", "stored-piped", "deflated-piped"].map((name) => join(folder, `${name}.zip`));
    const expected = rows(python("list", ...files)).map((archive) => archive.map((row) => row.slice(0, 5)));
    expect(expected.map((archive) => archive.length)).toEqual([4, 4, 4, 4]);
    for (const [i, file] of files.entries()) expect(await ourRows(file)).toEqual(expected[i]);
  });

  test("an archive of java.util.zip, and the jars of this machine's Java packages", async () => {
    const file = join(folder, "java.zip");
    java("write", file);
    const jars = readdirSync("/usr/share/java")
      .filter((name) => name.endsWith(".jar"))
      .map((name) => join("/usr/share/java", name));
    const files = [file, ...jars];
    expect(jars.length).toBeGreaterThan(0);
    const expected = rows(java("list", ...files));
    for (const [i, each] of files.entries()) expect(await ourRows(each), each).toEqual(expected[i]);
  });
});

test("[D2] one changed byte in a file is seen by the same reason as unzip's", async () => {
  const file = join(folder, "changed.zip");
  writingNewFile(file, (sink) => {
    const writer = new ZipWriter(sink);
    writer.add("a", [Buffer.from("hello")]);
    writer.finish();
  });
  const changed = readFileSync(file);
  changed[32] = 0x48;
  writeFileSync(file, changed);
  expect(spawnSync("unzip", ["-t", file], { encoding: "utf8" }).stdout).toContain("bad CRC");
  await expect(ourRows(file)).rejects.toThrow("'a': is damaged: its checksum is");
});
