import { describe, expect, test } from "vitest";
import { textMeant } from "../../../src/compiler/users/wrong-encoding.ts";

/** Code points of Windows-1252 from 80 to 9F; what it does not have is read as ISO-8859-1. */
const HIGH = [
  ...[0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f],
  ...[0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178],
];

/** A text as a program shows it that reads UTF-8 as Windows-1252. The platform's own decoder reads ISO-8859-1 under that name. */
const readWrong = (text: string): string =>
  String.fromCodePoint(
    ...Array.from(Buffer.from(text), (byte) => (byte >= 0x80 && byte < 0xa0 ? (HIGH[byte - 0x80] ?? 0) : byte)),
  );

const NAMES = [
  ...["jörg", "müller", "weiß", "josé", "renée", "françois", "nuño", "zoë", "åse", "vilà", "marí", "übel", "jõao", "łukasz"],
  ...["dvořák", "šimek", "žižka", "čapek", "erdoğan", "ışık", "ștefan", "o\u2019neil", "ærø", "Jörg", "JÖRG", "иван", "νίκος"],
];

describe("[E7] text that was UTF-8 and was read in another encoding", () => {
  test.each(NAMES)("%s is found again", (name) => {
    expect(textMeant(readWrong(name))).toBe(name);
    expect(textMeant(Buffer.from(name).toString("latin1"))).toBe(name);
  });

  test("also where it went wrong twice, and three times", () => {
    expect(textMeant(readWrong(readWrong("jörg")))).toBe("jörg");
    expect(textMeant(Buffer.from(Buffer.from("jörg").toString("latin1")).toString("latin1"))).toBe("jörg");
    expect(textMeant(readWrong(readWrong(readWrong("jörg"))))).toBe("jörg");
  });

  test.each([
    ...NAMES,
    ...[
      "jdoe",
      "",
      "joão",
      "JOÃO",
      "CONCEIÇÃO",
      "Ã",
      "ãngela",
      "ângela",
      "ÅSE",
      "PÄŠTEKA",
      "MÉŠ",
      "sœur",
      "mášža",
      "ÄŸ",
      "\u00c3\u00a0",
    ],
    ...["j\u00a0doe", "RENÉ\u00a0X", "5µ", "a\ufffdb", "jÃ¶rg é"],
  ])("%j is what it says", (name) => {
    expect(textMeant(name)).toBeNull();
  });
});
