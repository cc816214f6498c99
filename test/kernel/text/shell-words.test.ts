import { describe, expect, test } from "vitest";
import { inCodePoints } from "../../../src/kernel/diagnostic/command-words.ts";
import { quotedWord } from "../../../src/kernel/text/shell-words.ts";
import { NASTY, POSIX_SHELLS, PWSH } from "../../support/shells.ts";
import { otherwise, SAME, written } from "../secrets/written.ts";

describe("words as a script", () => {
  test.each(POSIX_SHELLS)("%s reads every word that is written for POSIX shells", (shell) => {
    expect(otherwise(shell, "posix", false)).toEqual(SAME);
  });

  test.each([...POSIX_SHELLS.map((shell) => [shell, shell] as const), ["PowerShell", PWSH] as const])(
    "%s reads every word that is written for every shell",
    (_, shell) => {
      expect(otherwise(shell, "every", false)).toEqual(SAME);
    },
  );

  test("PowerShell reads every word that is written for Windows", () => {
    expect(otherwise(PWSH, "windows", false)).toEqual(SAME);
  });
});

/** What cmd.exe does to a line, as far as a word can make it do something: null where the line is not one command. */
function byCmd(line: string): readonly string[] | null {
  if (/[%!]/.test(line)) return null;
  let quoted = false;
  const words: string[] = [];
  let word: string | null = null;
  for (const c of line) {
    if (c === '"') {
      quoted = !quoted;
      word ??= "";
    } else if (!quoted && /[&|<>^()@;,=]/.test(c)) return null;
    else if (!quoted && c === " ") {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + c;
  }
  if (word !== null) words.push(word);
  // a program reads \" as a quote
  return quoted || line.includes('\\"') ? null : words;
}

test.each(["windows", "every"] as const)("cmd.exe's rules read every word that is written for %s as that word", (shells) => {
  const lines = written(shells);
  expect(lines.filter(({ word, line }) => JSON.stringify(byCmd(line)) !== JSON.stringify(["tierwright", word, "end"]))).toEqual(
    [],
  );
  // PowerShell hands a word without a space to a .cmd file without quotes
  expect(lines.filter(({ word }) => /[&|<>^%"]/.test(word))).toEqual([]);
});

test("usual names are written on every system", () => {
  expect(["deploy", "production-2606.zip", "--root", "a b"].map((word) => quotedWord(word, "every"))).toEqual([
    "deploy",
    "production-2606.zip",
    "--root",
    '"a b"',
  ]);
  expect(quotedWord("o'brien", "posix")).toBe("o\\'brien");
  expect(quotedWord("o'brien", "windows")).toBe('"o\'brien"');
  expect(quotedWord("C:\\Program Files (x86)\\Cameo", "windows")).toBe('"C:\\Program Files (x86)\\Cameo"');
  expect(quotedWord("C:\\Tools\\", "windows")).toBe("C:\\Tools\\");
  expect(quotedWord("/srv/plm/Zoë", "posix")).toBe("'/srv/plm/Zoë'");
  expect(NASTY.filter((word) => quotedWord(word, "posix") === null)).toEqual([]);
});

test("what cannot be seen, or is too long, is written for no shell", () => {
  const unseen = [
    "\n",
    "\r",
    "\t",
    "\0",
    "\u001b[2J",
    "\u0085",
    "\u00a0",
    "\u00ad",
    "\u200b",
    "\u2028",
    "\u202e",
    "\u2066",
    "\u3164",
    "\ufe0f",
    "\ufeff",
    "\ud800",
    "\uffff",
    "\u{e0041}",
    "\u{1d173}",
  ];
  for (const shells of ["posix", "windows", "every"] as const) {
    expect(unseen.filter((character) => quotedWord(`a${character}b`, shells) !== null)).toEqual([]);
    expect(quotedWord("x".repeat(2_000), shells)).toBeNull();
  }
});

test("a name that is not written is told by code points that no shell acts on", () => {
  expect(inCodePoints("x;$(id)\n\u{1f600}")).toBe("x<U+003B><U+0024><U+0028>id<U+0029><U+000A><U+1F600>");
});
