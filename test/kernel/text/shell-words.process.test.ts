import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { needs, POSIX_SHELLS, PWSH, Scene } from "../../support/shells.ts";
import { otherwise, SAME, written } from "../secrets/written.ts";

/* The whole of shell-words.test.ts: every pair of marks. */

describe("words as a script", () => {
  test.each(POSIX_SHELLS)("%s reads every word that is written for POSIX shells", (shell) => {
    expect(otherwise(shell, "posix", true)).toEqual(SAME);
  });

  test.each([...POSIX_SHELLS.map((shell) => [shell, shell] as const), ["PowerShell", PWSH] as const])(
    "%s reads every word that is written for every shell",
    (_, shell) => {
      expect(otherwise(shell, "every", true)).toEqual(SAME);
    },
  );

  test("PowerShell reads every word that is written for Windows", () => {
    expect(otherwise(PWSH, "windows", true)).toEqual(SAME);
  });
});

test.each(["bash", "zsh", "fish"])(
  "%s reads every word when it is pasted at the prompt, where the history is replaced first",
  { timeout: 120_000 },
  (shell) => {
    needs(shell);
    const scene = new Scene();
    const lines = written("posix").filter(({ word }) => /[!^]/.test(word) || word.includes("touch"));
    const step = Math.ceil(lines.length / 40);
    const some = lines.filter(({ word }, i) => i % step === 0 || word.length > 5);
    scene.type(
      shell,
      "true",
      some.map(({ line }) => line),
    );
    expect(scene.taken()).toEqual(some.map(({ word }) => [word, "end"]));
    expect(readdirSync(scene.folder)).toEqual([]);
  },
);
