import { describe, expect, test } from "vitest";
import { Columns } from "../../../../src/kernel/formats/log4j2/columns.ts";
import { Log4j2Document } from "../../../../src/kernel/formats/log4j2/document.ts";

const utf8 = (piece: string) => Buffer.from(piece, "latin1").toString("utf8");

describe("columns count characters", () => {
  const line = 'ä<a b="漢字"/>😀<ü/>\u0301<c/>';
  const bytes = Buffer.from(`${line}\n${line}${line}`, "utf8").toString("latin1");
  const starts = [0, bytes.indexOf("\n") + 1];
  const boundaries = [...bytes.matchAll(/[<>"/]/g)].map(({ index }) => index);

  test.each([
    ["from left to right", boundaries],
    ["from right to left", [...boundaries].reverse()],
    ["in and out of order", boundaries.map((_, i) => boundaries[(i * 7) % boundaries.length] as number)],
  ])("[A6] asked %s", (_, offsets) => {
    const columns = new Columns(bytes, utf8);
    for (const offset of offsets) {
      const start = starts.findLast((one) => one <= offset) ?? 0;
      expect(columns.before(start, offset)).toBe(utf8(bytes.slice(start, offset)).length);
    }
  });

  test("[A6] a byte order mark is no column", () => {
    const read = Log4j2Document.parse(Buffer.from("\ufeff<Configuration/>", "utf8"));
    expect(read.positionOf(3)).toEqual({ line: 1, column: 1 });
    expect(read.positionOf(4)).toEqual({ line: 1, column: 2 });
    expect(read.positionOf(0)).toEqual({ line: 1, column: 1 });
  });

  test("[A1] what was decoded for one offset is not decoded for the next", () => {
    let decoded = 0;
    const columns = new Columns("<a/>".repeat(10_000), (piece) => {
      decoded += piece.length;
      return piece;
    });
    const wrong: number[] = [];
    for (let round = 0; round < 3; round++)
      for (let i = 0; i < 10_000; i++) if (columns.before(0, i * 4) !== i * 4) wrong.push(i);
    expect(wrong).toEqual([]);
    expect(decoded).toBeLessThan(40_000 * 2);
  });
});
