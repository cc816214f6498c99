import { describe, expect, test } from "vitest";
import { visible, visibleJson } from "../../src/report/style.ts";
import { escapeInvisible } from "../../src/kernel/formats/template/escape.ts";
import { showName } from "../../src/kernel/archive/refused.ts";
import { read } from "../house/project.ts";
import { eachNth } from "../support/runs.ts";
import { inDeployScript, shellHere } from "../powershell/shell.ts";

/** Everything that no output shows raw, by Unicode 17's DerivedCoreProperties.txt (Default_Ignorable_Code_Point) and by our own additions. */
const IGNORABLE =
  "AD 34F 61C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 FFF0-FFF8 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF";
const OURS = "0-1F 7F-9F 2028-2029 2800 D800-DFFF FDD0-FDEF FFF9-FFFB 13430-13442 1D159";

const unseen = new Set<number>();
for (const range of `${IGNORABLE} ${OURS}`.split(" ")) {
  const [from = 0, to = from] = range.split("-").map((hex) => Number.parseInt(hex, 16));
  for (let code = from; code <= to; code++) unseen.add(code);
}
for (let plane = 0; plane <= 0x10; plane++) for (const low of [0xfffe, 0xffff]) unseen.add(plane * 0x10000 + low);

/** `npm test` tries the characters in question, those beside them, and of all others each 31st. */
const ALL = [
  ...new Set([
    ...[...unseen].flatMap((code) => [code - 1, code, code + 1]).filter((code) => code >= 0 && code <= 0x10ffff),
    ...eachNth(
      31,
      Array.from({ length: 0x110000 }, (_, code) => code),
    ),
  ]),
].sort((a, b) => a - b);

/** Characters that are to be shown are tried by the thousand, and one by one where a thousand is not; `isShown` tells of a text whether all of it is. */
function wrong(isShown: (text: string) => boolean): string[] {
  const isWrong = (code: number) => isShown(String.fromCodePoint(code)) === unseen.has(code);
  const seen = ALL.filter((code) => !unseen.has(code));
  const parts = Array.from({ length: Math.ceil(seen.length / 1000) }, (_, i) => seen.slice(i * 1000, (i + 1) * 1000));
  const suspect = parts.filter((part) => !isShown(String.fromCodePoint(...part))).flat();
  return [...suspect, ...unseen].filter(isWrong).map((code) => code.toString(16));
}

describe("every code point of Unicode", () => {
  test("[A1] is printed as it is, or as its code point where nobody would see it", () => {
    expect(wrong((c) => visible(`a${c}b`) === `a${c}b`)).toEqual([]);
    const plain = ALL.filter((code) => unseen.has(code) && code > 0x7f).filter(
      (code) => visible(String.fromCodePoint(code)) !== `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`,
    );
    expect(plain).toEqual([]);
  });

  test("[A1] is the same in a JSON document, and escaped there where nobody would see it", () => {
    expect(wrong((c) => visibleJson(JSON.stringify(c)) === `"${c}"` || /^["\\]$/.test(c))).toEqual([]);
    const text = ALL.map((code) => String.fromCodePoint(code)).join("");
    expect(JSON.parse(visibleJson(JSON.stringify(text))) === text).toBe(true);
  });

  test("[A1] is the same in compiled Markdown and in the names of an archive", () => {
    expect(wrong((c) => escapeInvisible(c) === c)).toEqual([]);
    expect(wrong((c) => showName(c) === `'${c}'`)).toEqual([]);
  });

  test("[A1] is the same in deploy.ps1, which has the table in UTF-16", () => {
    const [, joined = ""] = /\$script:UnsafeText = [^(]*\((.*?\))$/ms.exec(read("powershell/parts/10-text.ps1")) ?? [];
    const source = [...joined.matchAll(/'([^']*)'/g)].map(([, part]) => part).join("");
    const pattern = new RegExp(source);
    expect(wrong((c) => !pattern.test(`a${c}b`))).toEqual([]);
    const whole = new RegExp(source, "g");
    for (const code of unseen) {
      const c = String.fromCodePoint(code);
      expect(`a${c}b`.replace(whole, "")).toBe("ab");
    }
  });

  test("[A1] is the same in deploy.ps1 on a real PowerShell", () => {
    const shell = shellHere();
    const script = `
      $wrong = New-Object System.Collections.ArrayList
      $shown = New-Object System.Collections.ArrayList
      for ($code = 0; $code -le 0x10ffff; $code++) {
        if ($code -ge 0xd800 -and $code -le 0xdfff) { $text = [string][char]$code } else { $text = [char]::ConvertFromUtf32($code) }
        if (-not [string]::Equals($text, (Format-Visible $text), [System.StringComparison]::Ordinal)) { [void]$shown.Add($code) }
      }
      [Console]::Out.Write(($shown -join ','))`;
    const found = inDeployScript(shell, script, {}).split(",").map(Number);
    expect(found).toEqual([...unseen].sort((a, b) => a - b));
  }, 120_000);
});

describe("texts that people write", () => {
  // the code points that they are made of are what a machine compares: two names that only look alike are shown as two
  test.each([
    ["an emoji", "\u{1F600} \u{1F468}", "\u{1F600} \u{1F468}"],
    ["an emoji with a variation selector", "\u2764\uFE0F", "\u2764<U+FE0F>"],
    ["a family", "\u{1F468}\u200D\u{1F469}", "\u{1F468}<U+200D>\u{1F469}"],
    ["Persian with a non-joiner", "\u0645\u06CC\u200C\u062E", "\u0645\u06CC<U+200C>\u062E"],
    ["Arabic, Hebrew and Hindi", "\u0639\u0631\u0628\u064A \u05E2\u05D1 \u0939\u093F\u0928\u094D\u0926\u0940", null],
    ["Korean", "\uD55C\uAD6D\uC5B4 \u1112\u1161\u11AB", null],
    ["a filler of Hangul", "\u3164", "<U+3164>"],
    ["a soft hyphen", "Umge\u00ADbung", "Umge<U+00AD>bung"],
    ["accents, German, Chinese, Japanese", "e\u0301 \u00FC\u00DF \u6F22\u5B57 \u304B\u3099", null],
    ["special spaces, which have a width", "a\u00A0b\u3000c", null],
  ])("[A1] %s", (_, text, as) => {
    expect(visible(text)).toBe(as ?? text);
  });
});
