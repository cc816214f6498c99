import { describe, expect, test } from "vitest";
import { nameFaults, visiblePart } from "../../../src/compiler/users/user-names.ts";

/* What is known of ASCII without a pattern is what the patterns say, which are those of docs/users.md. */

const SPACE = /[\s\p{Zs}]/u;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}|]/u;

const CHARACTERS = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).concat(
  "\ufeff",
  "\u3164",
  "\u{e0041}",
);

const isSpace = (c: string) => c !== "\ufeff" && (SPACE.test(c) || c < " " || c === "\u007f" || c === "\u0085");
const isInvisible = (c: string) => isSpace(c) || UNSEEN.test(c);
const kindsOf = (id: string) => nameFaults(id, { min: 1, max: 99 }).map(({ kind }) => kind);

describe("characters of a user id", () => {
  test.each([
    ["visible", (c: string) => visiblePart(`a${c}b`) === `a${c}b`, (c: string) => !isInvisible(c)],
    ["a space", (c: string) => kindsOf(`a${c}b`).includes("space"), isSpace],
    [
      "unseen",
      (c: string) => kindsOf(`a${c}b`).includes("unseen"),
      (c: string) => UNSEEN.test(c) && !isSpace(c) && !OTHER_SCRIPT.test(c),
    ],
    [
      "of another script",
      (c: string) => kindsOf(`a${c}b`).includes("script"),
      (c: string) => OTHER_SCRIPT.test(c) && !isSpace(c),
    ],
  ] as const)("%s as the pattern says", (_, is, said) => {
    expect(CHARACTERS.filter((c) => is(c) !== said(c)).map((c) => c.codePointAt(0))).toEqual([]);
  });
});
