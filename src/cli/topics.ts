import { commandInSentence, didYouMean, shellCommand, wrongUse } from "../kernel/index.ts";
import { packagedText } from "../platform/index.ts";
import { type Listing, NL, columnsOf, definition, wrap } from "../report/index.ts";
import { PAGES, RECIPES } from "./topics.generated.ts";

const COLUMN = 26;
const PATH = /^docs\//;

/** Returns the path of the page or recipe that a word names: 'rollout', 'rollout.md', 'docs/rollout.md'; null if there is none. */
export function pathOf(word: string): string | null {
  const path = word.replaceAll("\\", "/");
  if (RECIPES.includes(path)) return path;
  const page = PAGES.find(({ name }) => name === path.replace(PATH, "").replace(/\.md$/, ""));
  return page ? `docs/${page.name}.md` : null;
}

/** The pattern of a line that only the tests of a page read, such as one that names the files with which the page's examples begin. */
const MARK_OF_TESTS = /^<!-- (scene|repository|\/?followed)\b/;

/** Returns the text of a page without the lines that are meant for tests, each with the blank line below it. */
function withoutMarks(text: string): string {
  const lines = text.split("\n");
  const isMark = (line: string | undefined) => line !== undefined && MARK_OF_TESTS.test(line);
  return lines.filter((line, i) => !isMark(line) && !(line === "" && isMark(lines[i - 1]))).join("\n");
}

/** Returns the text of a page or recipe, without the lines that are meant for tests. Throws a Refusal if this installation lacks it. */
export function textOf(path: string): string {
  const text = packagedText(path);
  if (text === null) throw wrongUse(`${path} is missing from this installation`, "install the whole package of tierwright again");
  return withoutMarks(text);
}

/** Returns the text of `tierwright help`: the name of every documentation page with the questions that it answers. */
export function pageList(terminal: number | null): string {
  const width = columnsOf(terminal);
  const sections = [...new Set(PAGES.map(({ section }) => section))];
  const lines = sections.flatMap((section) => [
    `${section}:`,
    ...PAGES.filter((page) => page.section === section).map(({ name, answers }) =>
      definition(`  ${name}`, answers, COLUMN, width),
    ),
    "",
  ]);
  const more = [
    "`tierwright help PAGE` prints a page, and `tierwright help recipes` lists files to copy.",
    "`tierwright` alone lists the commands, and `tierwright help COMMAND` describes one.",
  ];
  return [...lines, ...more.map((text) => wrap(text, width, ""))].map((line) => `${line}${NL}`).join("");
}

/** Returns the text of `tierwright help recipes`. */
export const recipeList = (): string =>
  [...RECIPES, "", "`tierwright help FILE` prints one of them"].map((line) => `${line}${NL}`).join("");

/** Returns the names of the pages that have a word as a heading or explain it as a term; 'exit-codes' is the heading "Exit codes". */
function pagesAbout(word: string): readonly string[] {
  const wanted = word.toLowerCase().replace(/[-_]/g, " ");
  const isAbout = (line: string) => {
    const text = line.toLowerCase();
    return text.startsWith(`| **${wanted}** |`) || (text.startsWith("#") && text.endsWith(`# ${wanted}`));
  };
  return PAGES.map(({ name }) => name).filter((name) => packagedText(`docs/${name}.md`)?.split("\n").some(isAbout));
}

/** Returns the Refusal for a word that is neither a command nor a page, with the nearest name. */
export function unknownTopic(word: string, commands: readonly Listing[]): Error {
  const names = commands.filter(({ group }) => group !== null).flatMap(({ name }) => name.split(" ", 1).concat(name));
  const near = didYouMean(word, [...PAGES.map(({ name }) => name), ...names, ...RECIPES]);
  const rule = /^[a-z\d-]+\/[a-z\d-]+$/.test(word)
    ? `if it is a rule, ${commandInSentence(shellCommand`tierwright explain ${word}`)} explains it; `
    : "";
  const pages = pagesAbout(word);
  const about = pages.length === 0 ? "" : `pages about it: ${pages.map((name) => `\`tierwright help ${name}\``).join(", ")}; `;
  return wrongUse(
    `there is no command or page '${word}'${near}`,
    `${rule}${about}\`tierwright help\` lists the pages, and \`tierwright\` alone the commands`,
  );
}
