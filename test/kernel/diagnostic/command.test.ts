import { expect, test } from "vitest";
import { commandInSentence, path, pathspec, printedCommand, shellCommand } from "../../../src/kernel/diagnostic/command.ts";
import { name, plain, say } from "../../../src/kernel/diagnostic/text.ts";
import { HTML, sentence } from "../../../src/report/markdown.ts";
import { NL } from "../../../src/report/style.ts";
import { wrap } from "../../../src/report/wrap.ts";

const deploy = (file: string) => shellCommand`tierwright deploy ${path(file)} --what-if`;

/** On a machine of another kind. */
function on<T>(platform: NodeJS.Platform, does: () => T): T {
  const own = Object.getOwnPropertyDescriptor(process, "platform") as PropertyDescriptor;
  Object.defineProperty(process, "platform", { ...own, value: platform });
  try {
    return does();
  } finally {
    Object.defineProperty(process, "platform", own);
  }
}

test("a sentence holds the command in backticks, quoted for the shells of this machine", () => {
  const text = say`${deploy("a b.zip")} shows it`;
  expect(on("linux", () => plain(text))).toBe('`tierwright deploy "a b.zip" --what-if` shows it');
  expect(on("linux", () => plain([deploy("$x.zip")]))).toBe("`tierwright deploy '$x.zip' --what-if`");
  expect(on("win32", () => plain(text))).toBe('`tierwright deploy "a b.zip" --what-if` shows it');
  expect(on("win32", () => plain([deploy("C:\\a b\\x.zip")]))).toBe('`tierwright deploy "C:\\a b\\x.zip" --what-if`');
  expect(on("linux", () => plain([deploy("C:\\x.zip")]))).toBe("`tierwright deploy C:\\\\x.zip --what-if`");
});

test("where a name has no spelling, words and code points stand in the place of the command", () => {
  const told =
    "(in words, because no shell can be given the name safely) tierwright deploy NAME --what-if, with NAME for x<U+0025>PATH<U+0025>.zip";
  expect(on("win32", () => plain([deploy("x%PATH%.zip")]))).toBe(told);
  expect(on("linux", () => plain([deploy("x%PATH%.zip")]))).toBe("`tierwright deploy 'x%PATH%.zip' --what-if`");
  for (const name of ["a\nb", "a`id`b", "\u202egpj.zip", "##vso[task]"]) {
    const said = commandInSentence(deploy(name));
    expect(said).not.toContain(name);
    expect(said).toMatch(/^\(in words.*NAME for .*<U\+/);
  }
  expect(printedCommand(shellCommand`tierwright deploy ${"a\n"} --root ${"b\r"}`)).toContain(
    "deploy NAME1 --root NAME2, with NAME1 for a<U+000A> and NAME2 for b<U+000D>",
  );
});

test("a file of the same bytes on every machine has one spelling, or words", () => {
  for (const platform of ["linux", "win32"] as const) {
    expect(on(platform, () => printedCommand(deploy("o'brien.zip"), "every"))).toBe('tierwright deploy "o\'brien.zip" --what-if');
    expect(on(platform, () => printedCommand(deploy("a$b.zip"), "every"))).toContain("NAME for a<U+0024>b.zip");
  }
});

test("no name becomes an option: a path is led by ./, anything else is told in words", () => {
  expect(printedCommand(deploy("-rf"))).toBe("tierwright deploy ./-rf --what-if");
  expect(printedCommand(shellCommand`tierwright bundle ${"--accept"}`)).toContain("bundle NAME, with NAME for --accept");
  expect(printedCommand(shellCommand`tierwright check --base=${"-x"}`)).toBe('tierwright check "--base=-x"');
  expect(printedCommand(shellCommand`tierwright record stop ${["--store", "a b"]}`)).toBe('tierwright record stop --store "a b"');
  expect(printedCommand(shellCommand`tierwright record stop ${["-rf"]}`)).toContain("NAME for -rf");
});

test("a command is one piece in every form, and is never broken", () => {
  const text = say`run ${deploy("a b<img>.zip")} then`;
  expect(sentence(text)).toContain("`tierwright deploy 'a b<img>.zip' --what-if`");
  expect(sentence(text, HTML)).toContain("<code>tierwright deploy &#39;a b&lt;img&gt;.zip&#39; --what-if</code>");
  const lines = wrap(
    plain(say`words before ${deploy("one two three four five six seven.zip")} and words behind it`),
    40,
    "  ",
  ).split(`${NL}  `);
  expect(lines).toContain('`tierwright deploy "one two three four five six seven.zip" --what-if`');
  expect(wrap("a lone ` mark breaks nothing and words go on as they did before", 40, "").split(NL)).toHaveLength(2);
});

test("a backtick in a name before or behind a command does not let the command be broken", () => {
  const command = "`tierwright deploy x.zip --what-if`";
  const pieces = ["`", "``", "a`b", "a `b", "a` b", "a ` b", "`a b` `", "(`", "'`", "`a b` c` `d", ".`", "` `", "a``b `"];
  for (const before of pieces)
    for (const behind of pieces)
      for (let width = 40; width < 60; width++) {
        const text = say`${name(before)} is not there, so run ${deploy("x.zip")} and look at ${name(behind)}, or ${deploy("x.zip")}`;
        const lines = wrap(plain(text), width, "").split(NL);
        expect([before, behind, width, lines.join(NL).split(command).length]).toEqual([before, behind, width, 3]);
        expect(lines.join(" ")).toBe(plain(text));
      }
});

test("git takes a name with a wildcard for that name alone", () => {
  for (const odd of ["a*", "*", "a?b", "[a-z]", "a\\b"]) expect(pathspec(`releases/${odd}`)).toBe(`:(literal)releases/${odd}`);
  expect(pathspec("releases/2506/base/a b (1).xml")).toBe("releases/2506/base/a b (1).xml");
  expect(printedCommand(shellCommand`git rm --cached -- ${pathspec("environments/*.recording")}`)).toBe(
    'git rm --cached -- ":(literal)environments/*.recording"',
  );
});
