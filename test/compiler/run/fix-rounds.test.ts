import { expect, test } from "vitest";
import type { Finding } from "../../../src/kernel/diagnostic/finding.ts";
import { diskTree } from "../../../src/platform/disk-tree.ts";
import { overlayTree } from "../../../src/platform/open-tree.ts";
import { fixAll } from "../../../src/compiler/run/fix-all.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";

/* Each look reads a whole repository: their number must not grow with the number of fixes. */

const LINES = 200;
const place = (line: number) => ({ file: "a.properties", line, column: 1, endLine: line, endColumn: 4 });

/** A file whose lines `bad` are findings with a fix; what is fixed in the lines of `worse` makes two errors of one. */
async function looks(worse: ReadonlySet<number>): Promise<{ looks: number; fixed: number; kept: number }> {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.properties": "bad\n".repeat(LINES) });
  let count = 0;
  const finding = (line: number, fixable: boolean): Finding => ({
    rule: "conf/trailing-blank",
    severity: "error",
    environment: null,
    at: place(line),
    message: [`value ${line}`],
    ...(fixable && { fix: { title: `fix value ${line}`, safe: true, edits: [{ place: place(line), text: "new" }] } }),
  });
  const look = async (changed: ReadonlyMap<string, Buffer>) => {
    count++;
    const read = overlayTree(diskTree(folder), changed).read("a.properties");
    const lines = read.kind === "file" ? read.bytes.toString().split("\n") : [];
    const findings = lines.flatMap((text, i) => {
      if (text === "bad") return [finding(i + 1, true)];
      return text === "new" && worse.has(i + 1) ? Array.from({ length: LINES * 2 }, () => finding(i + 1, false)) : [];
    });
    return { findings };
  };
  const { fixed, kept } = await fixAll(folder, look, { alsoReview: false, named: false });
  return { looks: count, fixed: fixed.length, kept: kept.length };
}

test("[A4] many good fixes take two looks", async () => {
  expect(await looks(new Set())).toEqual({ looks: 2, fixed: LINES, kept: 0 });
});

test.for([1, 2, 100, LINES])(
  "[A4] one bad fix of two hundred, in line %i, is found by halves, and all others stay",
  async (line) => {
    const found = await looks(new Set([line]));
    expect(found).toMatchObject({ fixed: LINES - 1, kept: 1 });
    expect(found.looks).toBeLessThan(40);
  },
);
