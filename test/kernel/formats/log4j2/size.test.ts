import { describe, expect, test } from "vitest";
import { byteDigits, sizeInBytes } from "../../../../src/kernel/formats/log4j2/document.ts";

describe("[A6] sizes that log4j reads", () => {
  test.each([
    ["0", 0],
    ["20480", 20480],
    ["20480 B", 20480],
    ["20b", 20],
    ["20K", 20480],
    ["20kb", 20480],
    ["20 M", 20971520],
    ["50 MB", 52428800],
    ["50  \t mb", 52428800],
    ["1.5 GB", 1610612736],
    ["1,5 GB", 16106127360],
    ["2,000 KB", 2048000],
    ["1 TB", 1099511627776],
    ["007 MB", 7340032],
    ["0.1", 0],
    ["0.3 KB", 307],
    ["1.9999999999999999999", 2],
    ["9007199254740993", 9007199254740992],
  ])("%j is %d bytes", (text, bytes) => {
    expect(sizeInBytes(text)).toBe(bytes);
  });

  test("what exceeds a Java long is the largest long, with all its digits", () => {
    expect(byteDigits(sizeInBytes("99999999999 TB") ?? 0)).toBe("9223372036854775807");
    expect(byteDigits(sizeInBytes("4611686018427387904") ?? 0)).toBe("4611686018427387904");
  });
});

describe("[A6] sizes that it cannot read, and takes for 10 MB", () => {
  test.each(
    [
      [
        "",
        " 20 MB",
        "20 MB ",
        "20 MiB",
        "20\u00a0MB",
        "2e3 KB",
        "+20 MB",
        "-5 MB",
        "20 MB;",
        "ten",
        "20 Mo",
        "0x10 MB",
        "2_000 KB",
      ],
      [
        "1.2.3 MB",
        "1,2,3 MB",
        "1.",
        ".5 GB",
        "MB",
        "20 PB",
        "20 BB",
        "20 M B",
        "20\nMB\n",
        "${size}",
        "20 \u212aB",
        "\u0662 MB",
        "1 000 KB",
      ],
    ].flat(),
  )("%j", (text) => {
    expect(sizeInBytes(text)).toBeNull();
  });
});
