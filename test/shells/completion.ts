import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../house/project.ts";
import { NASTY, needs, PUNCTUATION, Scene } from "../support/shells.ts";

/** The quote that is open where the tab key is pressed. */
export const QUOTES: Readonly<Record<string, readonly string[]>> = {
  bash: ["", "'", '"', "$'"],
  zsh: ["", "'", '"', "$'"],
  fish: ["", "'", '"'],
};

export const setupOf = (shell: string): string =>
  shell === "zsh"
    ? `autoload -U compinit; compinit -u -D; source ${ROOT}/completion/tierwright.zsh`
    : shell === "bash"
      ? `bind 'set bell-style none'; source ${ROOT}/completion/tierwright.bash`
      : `source ${join(ROOT, "completion/tierwright.fish")}`;

const numbered = (words: readonly string[]): readonly string[] => words.map((word, i) => `k${i}z${word}`);
const marks = new Set(PUNCTUATION);
const isPair = (word: string): boolean => word.length === 2 && marks.has(word[0] ?? "") && marks.has(word[1] ?? "");

/** Every nasty word, and of the pairs of marks a fifth: that of this number. */
export const CANDIDATES = (number: number): readonly string[] =>
  numbered(NASTY.filter((word, i) => !isPair(word) || i % 5 === number % 5));

/** Types the beginning of each candidate in a quote, TAB and ENTER: the candidates that arrived as they are, other words, and what was made. */
export function completed(shell: string, quote: string, candidates: readonly string[], patience?: number) {
  needs(shell);
  const scene = new Scene();
  scene.offer(candidates);
  const screen = scene.type(
    shell,
    setupOf(shell),
    candidates.map((word) => `tierwright why ${quote}${/^k\d+z/.exec(word)?.[0]}\t`),
    patience,
  );
  const calls = scene.taken();
  const arrived = calls.flatMap(([why, word, ...more]) =>
    why === "why" && more.length === 0 && word !== undefined ? [word] : [],
  );
  const exact = new Set(arrived.filter((word) => candidates.includes(word)));
  // a candidate that was not offered leaves what was typed
  const others = calls.filter(([, word = ""], i) => !(exact.has(word) || /^k\d+z$/.test(word)) || calls[i]?.length !== 2);
  return { exact, others, made: readdirSync(scene.folder), screen };
}

const FILES = ["k0z a b.txt", "k1zplain.txt", "k2z$(touch PWNED).txt"];

/** Types the beginning of each file's name where the program leaves the rest to the shell. */
export function completedPaths(shell: string, quote: string) {
  needs(shell);
  const scene = new Scene();
  scene.offer([":files"], true);
  for (const file of FILES) writeFileSync(join(scene.folder, file), "");
  scene.type(
    shell,
    setupOf(shell),
    FILES.map((_, i) => `tierwright check ${quote}k${i}z\t`),
  );
  const arrived = scene.taken().map(([, word]) => word);
  return { arrived, made: readdirSync(scene.folder).filter((name) => !FILES.includes(name)) };
}

export const script = (name: string): string => readFileSync(join(ROOT, "completion", name), "utf8");
