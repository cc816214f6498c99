import { readdirSync } from "node:fs";
import { quotedWord, type Shells } from "../../../src/kernel/text/shell-words.ts";
import { NASTY, needs, PUNCTUATION, Scene } from "../../support/shells.ts";

/** Every nasty word, and each in the middle of another one; without `whole` those of one mark and those that are none. */
export const wordsOf = (whole: boolean): readonly string[] => {
  const marks = new Set(PUNCTUATION);
  const some = whole
    ? NASTY
    : NASTY.filter((word) => word.length !== 2 || !marks.has(word[0] ?? "") || !marks.has(word[1] ?? ""));
  return [...new Set([...some, ...some.map((word) => `k${word}z`), ""])];
};

export const written = (shells: Shells, whole = true) =>
  wordsOf(whole).flatMap((word) => {
    const quoted = quotedWord(word, shells);
    return quoted === null ? [] : [{ word, line: `tierwright ${quoted} end` }];
  });

/** The lines whose words arrive otherwise, and what else the shell made. */
export function otherwise(shell: string, shells: Shells, whole: boolean) {
  needs(shell);
  const scene = new Scene();
  const lines = written(shells, whole);
  scene.run(
    shell,
    lines.map(({ line }) => line),
  );
  const seen = scene.taken();
  return {
    wrong: lines.flatMap(({ word, line }, i) =>
      JSON.stringify(seen[i]) === JSON.stringify([word, "end"]) ? [] : [{ line, seen: seen[i] }],
    ),
    made: readdirSync(scene.folder),
    calls: seen.length - lines.length,
  };
}

export const SAME = { wrong: [], made: [], calls: 0 };
