import {
  type Command,
  type CommandEntry,
  GLOBAL_OPTIONS,
  type OptionSpec,
  SHORT_FORMS,
  renameCommand,
} from "../../../report/index.ts";
import { PAGES } from "../../topics.generated.ts";

type Kind = "files" | "folders" | "environment" | "release" | "rule" | "tool" | "key";

/** The possible values of the last word of a command line. */
export interface Wanted {
  /** The candidates for the last word that are known without reading a file. */
  readonly words: readonly Candidate[];
  /** The kind of further candidates; the shell completes "files" and "folders" itself. Null if there are none. */
  readonly kind: Kind | null;
  /** For kind "key": the properties file that has the keys; null for the keys of all base files. */
  readonly file: string | null;
}

export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** The kind of value for a placeholder in help, such as ENV; a placeholder that is not listed means free text. */
const KINDS: Readonly<Record<string, Kind>> = {
  DIR: "folders",
  FILE: "files",
  OUT: "files",
  PATH: "files",
  PUB: "files",
  SOURCE: "files",
  ENV: "environment",
  RELEASE: "release",
  R: "release",
  NEW: "release",
  OLD: "release",
  ROW: "tool",
  RULE: "rule",
};

const words = (list: readonly string[], about = ""): Wanted => ({
  words: list.map((word) => ({ word, about })),
  kind: null,
  file: null,
});

const some = (kind: Kind | undefined, file: string | null = null): Wanted => ({ words: [], kind: kind ?? null, file });

/** Returns the words of a command line in which `--name=value`, and bash's `--name` `=` `value`, are the two words `--name` `value`. */
function apart(line: readonly string[]): readonly string[] {
  return line.flatMap((word, i) => {
    if (word === "=" && /^--[^=]+$/.test(line[i - 1] ?? "")) return [];
    const inline = /^(--[^=]+)=(.*)$/s.exec(word);
    return inline ? [inline[1] ?? "", inline[2] ?? ""] : [word];
  });
}

const optionOf = (word: string, options: readonly OptionSpec[]): OptionSpec | undefined =>
  options.find(({ name }) => name === (SHORT_FORMS[word] ?? (word.startsWith("--") ? word.slice(2) : null)));

/** Returns the words of a command line that are neither options nor their values. */
function plainOf(line: readonly string[], options: readonly OptionSpec[]): readonly string[] {
  const end = line.indexOf("--");
  return line.filter((word, i) => {
    if (i === end) return false;
    if (end >= 0 && i > end) return true;
    return !word.startsWith("-") && optionOf(line[i - 1] ?? "", options)?.value === undefined;
  });
}

/** Returns the value of a global option on a command line; null if it is missing. */
export function valueOf(name: string, line: readonly string[]): string | null {
  const all = apart(line);
  const at = all.findIndex((word) => optionOf(word, GLOBAL_OPTIONS)?.name === name);
  return at < 0 ? null : (all[at + 1] ?? null);
}

/** Returns the next word of every command whose name begins with the given words. */
function nextWords(plain: readonly string[], commands: readonly CommandEntry[]): readonly Candidate[] {
  const begun = plain.map((word) => `${word} `).join("");
  const names = commands.filter(({ name, group }) => name.startsWith(begun) && name !== plain.join(" ") && group !== null);
  const found = new Map<string, string>();
  for (const { name, summary } of names) {
    const [word = "", ...more] = name.slice(begun.length).split(" ");
    // a family that is not a command itself is described by its first command's name
    if (!found.has(word)) found.set(word, more.length === 0 ? summary : `${name} ...`);
  }
  return [...found].map(([word, about]) => ({ word, about }));
}

function valueWanted(option: OptionSpec, command: Command | null): Wanted {
  if (option.name === "format") return words(command?.formats ?? []);
  if (option.choices) return words(option.choices, option.summary);
  // the placeholder KEY of --sign stands for a file with a private key; for other options and arguments it is the name of a key
  return some(option.name === "sign" ? "files" : KINDS[option.value ?? ""]);
}

/** Returns the possible words after `help`: words of commands' names, and as the first word also the names of pages. */
function topicsWanted(args: readonly string[], commands: readonly CommandEntry[]): Wanted {
  const named = nextWords(args, commands);
  const taken = new Set(named.map(({ word }) => word));
  const pages = args.length > 0 ? [] : PAGES.filter(({ name }) => !taken.has(name));
  return { ...some(undefined), words: [...named, ...pages.map(({ name, answers }) => ({ word: name, about: answers }))] };
}

function argumentWanted(command: Command, args: readonly string[], commands: readonly CommandEntry[]): Wanted {
  const spec = command.arguments[args.length] ?? command.arguments.findLast(({ many }) => many);
  if (!spec) return some(undefined);
  if (spec.name === "TOPIC") return topicsWanted(args, commands);
  if (spec.choices) return words(spec.choices, spec.summary);
  if (spec.name === "KEY") return some("key", command.arguments[0]?.name === "FILE" ? (args[0] ?? "") : null);
  return some(KINDS[spec.name]);
}

/**
 * Returns the possible values of the last word of a command line. An incorrect line is interpreted as far as possible.
 * @param line the words after the program's name; the last one can be incomplete
 */
export async function completionsFor(line: readonly string[], commands: readonly CommandEntry[]): Promise<Wanted> {
  const typed = line.at(-1) ?? "";
  const written = apart(typed === "=" ? line : line.slice(0, -1));
  const before = renameCommand(written, commands)?.argv ?? written;
  const ended = before.includes("--");
  const global = plainOf(before, GLOBAL_OPTIONS);
  const entry = [2, 1].map((n) => commands.find(({ name }) => name === global.slice(0, n).join(" "))).find(Boolean);
  const command = entry ? (await entry.load()).command : null;
  const options = [...(command?.options ?? []), ...GLOBAL_OPTIONS];
  const inline = /^(--[^=]+)=/.exec(typed)?.[1];
  const option = ended ? undefined : optionOf(inline ?? before.at(-1) ?? "", options);
  if (option?.value !== undefined) return prefixed(valueWanted(option, command), inline);
  if (typed.startsWith("-") && !ended) return { ...some(undefined), words: optionsLeft(options, before) };
  if (!command) return { ...some(undefined), words: nextWords(global, commands) };
  const args = plainOf(before, options).slice(command.name.split(" ").length);
  const argument = argumentWanted(command, args, commands);
  return args.length === 0 ? { ...argument, words: [...argument.words, ...nextWords(global, commands)] } : argument;
}

/** Returns the candidates for an option's value with the option before each, because the shell completes `--format=js` as one word. */
function prefixed(found: Wanted, option: string | undefined): Wanted {
  if (option === undefined) return found;
  return { ...found, words: found.words.map(({ word, about }) => ({ word: `${option}=${word}`, about })) };
}

/** Returns the options that a command line does not have yet. */
function optionsLeft(options: readonly OptionSpec[], before: readonly string[]): readonly Candidate[] {
  const given = new Set(before.map((word) => optionOf(word, options)?.name));
  return options.filter(({ name }) => !given.has(name)).map(({ name, summary }) => ({ word: `--${name}`, about: summary }));
}
