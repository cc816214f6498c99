import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/project.ts";
import { stepOf } from "../support/runs.ts";
import { needs, PWSH, Scene } from "../support/shells.ts";
import { CANDIDATES, completed, completedPaths, QUOTES, setupOf } from "./completion.ts";

/* Candidates as a branch may name them, typed into the shells themselves: the beginning, TAB, ENTER. */

const CASES = Object.entries(QUOTES).flatMap(([shell, quotes]) => quotes.map((quote) => [shell, quote] as const));

/** Marks that a quote of a shell cannot carry; a candidate that has one is not offered there. */
const LEFT_OUT: Readonly<Record<string, RegExp>> = {
  "bash'": /'/,
  'bash"': /[\\"$`!]/,
  "bash$'": /^/,
  // fish leaves a quote open behind these, because more may follow
  "fish'": /[,\-./:=@]$/,
  'fish"': /[,\-./:=@]$/,
};

describe("a candidate arrives exactly as it is, or is not offered, and nothing runs", () => {
  test.each(CASES)("%s after %s", { timeout: 900_000 }, (shell, quote) => {
    const leftOut = LEFT_OUT[shell + quote];
    // where a third is enough, each quote has another one
    const at = CASES.findIndex((one) => one[0] === shell && one[1] === quote);
    const all = CANDIDATES(at).filter((_, i) => (i + at) % stepOf(3) === 0);
    // the line of one that is not offered stays open, which takes a second each
    const not = all.filter((word) => leftOut?.test(word));
    const candidates = all.filter((word) => !leftOut?.test(word) || not.indexOf(word) % Math.ceil(not.length / 8) === 0);
    const { exact, others, made } = completed(shell, quote, candidates);
    expect({ others, made }).toEqual({ others: [], made: [] });
    // what a busy machine did not complete within a second is typed once more, with time
    const missing = candidates.filter((word) => !exact.has(word) && !leftOut?.test(word));
    const again = missing.length > 0 ? completed(shell, quote, missing, 20) : { exact, others: [], made: [] };
    expect({ others: again.others, made: again.made }).toEqual({ others: [], made: [] });
    expect(missing.filter((word) => !again.exact.has(word))).toEqual([]);
    expect(candidates.filter((word) => exact.has(word) && leftOut?.test(word))).toEqual([]);
  });
});

describe("a path is completed in quotes, too", () => {
  test.each(CASES)("%s after %s", { timeout: 300_000 }, (shell, quote) => {
    const { arrived, made } = completedPaths(shell, quote);
    expect(made).toEqual([]);
    expect(arrived).toEqual(["k0z a b.txt", "k1zplain.txt", "k2z$(touch PWNED).txt"]);
  });
});

/** What is typed, and the candidate that begins so: at marks where bash divides words, and behind an option. */
const BEGUN = [
  ["k1:", "k1:x y"],
  ["k2=", "k2=a$(touch PWNED)"],
  ["k3@", "k3@b;touch PWNED"],
  ["k4\\ ", "k4 z&touch PWNED"],
  ["'k5 ", "k5 `touch PWNED`"],
  ['"k6 ', "k6 | touch PWNED"],
  ["--tool=k7", "--tool=k7 $(touch PWNED)"],
  ['--tool="k8', "--tool=k8 r"],
  ["--tool='k9", "--tool=k9 $(touch PWNED)"],
] as const;

test.each(["bash", "zsh", "fish"])("%s where a word is begun with marks", { timeout: 120_000 }, (shell) => {
  needs(shell);
  const scene = new Scene();
  scene.offer(BEGUN.map(([, candidate]) => candidate));
  scene.type(
    shell,
    setupOf(shell),
    BEGUN.map(([typed]) => `tierwright why ${typed}\t`),
  );
  expect(scene.taken()).toEqual(BEGUN.map(([, candidate]) => ["why", candidate]));
  expect(readdirSync(scene.folder)).toEqual([]);
});

test("bash without compopt, as 3.2 of macOS is, completes candidates and paths", { timeout: 120_000 }, () => {
  needs("bash");
  const typed = ["k0z", "'k1z", '"k2z'].map((word) => `tierwright check ${word}\t`);
  const arrivedIn = (scene: Scene) => {
    scene.type("bash", `enable -n compopt; eval "$(cat ${ROOT}/completion/tierwright.bash)"`, typed);
    return scene.taken().map(([, word]) => word);
  };
  const offered = new Scene();
  offered.offer(["k0z $(touch PWNED)", "k1z `touch PWNED`", "k2z a b"]);
  expect(arrivedIn(offered)).toEqual(["k0z $(touch PWNED)", "k1z `touch PWNED`", "k2z a b"]);
  expect(readdirSync(offered.folder)).toEqual([]);

  const paths = new Scene();
  const files = ["k0z$(touch PWNED)", "k1z a`touch PWNED`", "k2z;touch PWNED"];
  paths.offer([":files"], true);
  for (const file of files) writeFileSync(join(paths.folder, file), "");
  expect(arrivedIn(paths)).toEqual(files);
  expect(readdirSync(paths.folder)).toEqual(files);
});

/** What completion in PowerShell leaves out: a program, or cmd.exe before it, would get another word. */
const NOT_IN_POWERSHELL = /["&|<>^%]|\\$|[\u201C-\u201F]/;

test.each(["", "'", '"', "\u2018", "\u201C"])("PowerShell after %s", { timeout: 300_000 }, (quote) => {
  needs(PWSH);
  const scene = new Scene();
  const candidates = CANDIDATES(0);
  scene.offer(candidates);
  scene.run(PWSH, [
    `. ${JSON.stringify(join(ROOT, "completion/tierwright.ps1"))}`,
    ...candidates.flatMap((_, i) => [
      `$line = 'tierwright why ' + [char[]]@(${[...quote].map((c) => c.codePointAt(0)).join(",")}) + 'k${i}z'`,
      "$found = TabExpansion2 $line $line.Length",
      "if ($found.CompletionMatches.Count -eq 1) { & ([scriptblock]::Create($line.Remove($found.ReplacementIndex, $found.ReplacementLength).Insert($found.ReplacementIndex, $found.CompletionMatches[0].CompletionText))) }",
    ]),
  ]);
  const arrived = scene.taken();
  expect(readdirSync(scene.folder)).toEqual([]);
  expect(arrived).toEqual(candidates.filter((word) => !NOT_IN_POWERSHELL.test(word)).map((word) => ["why", word]));
});

test("PowerShell asks no program about a line with a word that cmd.exe would act on before it", { timeout: 120_000 }, () => {
  needs(PWSH);
  const scene = new Scene();
  scene.offer(["k0z"], true);
  const words = ["a&touch", "a|b", "%PATH%", "a^b", "a<b", 'a"b', "plain", "a b"];
  scene.run(PWSH, [
    `. ${JSON.stringify(join(ROOT, "completion/tierwright.ps1"))}`,
    ...words.flatMap((word) => [
      `$line = 'tierwright why ''${word}'' k'`,
      "$found = TabExpansion2 $line $line.Length",
      "tierwright $(@($found.CompletionMatches | Where-Object { $_.CompletionText -eq 'k0z' }).Count)",
    ]),
  ]);
  expect(scene.taken()).toEqual([["0"], ["0"], ["0"], ["0"], ["0"], ["0"], ["1"], ["1"]]);
});
