import { type AST, visitRegExpAST } from "@eslint-community/regexpp";
import type { Alphabet } from "./machine.ts";
import type { Program } from "./program.ts";

/** Characters of which long runs are found in real and in hostile texts. */
const USUAL = [..." \t\r\n\f/\\\"'`=<>{}[]()%&;:,.#!$*+-_~|?@^09aAzZeEfF\u0000\u00A0é\u2028€\u{1F600}\uD800"];

/** Returns the letters that a program can tell apart, with the atoms that match them. */
export function alphabetOf({ pattern, atoms, flags }: Program): Alphabet {
  const points = new Set<number>(USUAL.map((c) => c.codePointAt(0) as number));
  const around = (point: number): void => {
    for (const next of [point - 1, point, point + 1]) if (next >= 0 && next <= 0x10ffff) points.add(next);
  };
  visitRegExpAST(pattern, {
    onCharacterEnter: ({ value }: AST.Character) => around(value),
    onCharacterClassRangeEnter: ({ min, max }: AST.CharacterClassRange) => [min.value, max.value].forEach(around),
  });
  const single = `${flags.ignoreCase ? "i" : ""}${flags.dotAll ? "s" : ""}${flags.unicode ? "u" : ""}${flags.unicodeSets ? "v" : ""}`;
  const tests = atoms.map(({ raw }) => new RegExp(`^(?:${raw})$`, single));
  const wide = flags.unicode || flags.unicodeSets;
  const letters = new Map<string, string>();
  for (const point of points) {
    // without flag u an expression sees the halves of a character beyond the first plane
    const c = wide || point <= 0xffff ? String.fromCodePoint(point) : String.fromCodePoint(point).charAt(0);
    const told = [...tests, /^\w$/, /^[\n\r\u2028\u2029]$/].map((test) => (test.test(c) ? "1" : "0")).join("");
    if (!letters.has(told)) letters.set(told, c);
  }
  const rows = [...letters.keys()];
  const column = (i: number): Uint8Array => Uint8Array.from(rows, (row) => (row[i] === "1" ? 1 : 0));
  const all = [...letters.values()];
  return {
    letters: all,
    index: new Map(all.map((letter, i) => [letter, i])),
    matches: tests.map((_, i) => column(i)),
    word: column(tests.length),
    lineEnd: column(tests.length + 1),
  };
}
