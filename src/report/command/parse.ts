import { parseArgs } from "node:util";
import { type Refusal, didYouMean, nearest, wrongUse } from "../../kernel/index.ts";
import { BETWEEN, type Command, type Listing, type OptionSpec } from "./command.ts";
import { GLOBAL_OPTIONS, SHORT_FORMS } from "./options.ts";

/** Returns true for a word that begins with '-'. '-' alone and negative numbers are ordinary words. */
const isOption = (word: string): boolean => /^-[^\d]/.test(word);

/** Returns the name of an option as the command line spells it, without its value. */
const writtenName = (word: string): string => word.replace(/=.*$/s, "");

/**
 * Returns a word of the command line in the long form that Node's parseArgs reads. One dash with several letters becomes three dashes,
 * which no option has, so that it is refused as unknown.
 */
function longForm(word: string): string {
  if (!isOption(word)) return word.replace(/^-+/, "");
  const name = SHORT_FORMS[writtenName(word)];
  if (name !== undefined) return `--${name}${word.slice(writtenName(word).length)}`;
  return word.startsWith("--") ? word : `--${word}`;
}

interface Split {
  /** Words that are neither options nor their values, in order; the command's name comes first. */
  readonly plain: readonly string[];
  /** The index of each word of `plain` on the command line. */
  readonly places: readonly number[];
  /** Options as written, in order; `value` is null for an option without one. */
  readonly given: readonly { readonly word: string; readonly value: string | null; readonly inline: boolean }[];
}

/** Splits a command line into options and other words by the known options. An unknown option has no value. */
function split(argv: readonly string[], specs: readonly OptionSpec[]): Split {
  const options = Object.fromEntries(
    specs.map(({ name, value }) => [name, { type: value === undefined ? ("boolean" as const) : ("string" as const) }]),
  );
  const { tokens } = parseArgs({ args: argv.map(longForm), options, strict: false, allowPositionals: true, tokens: true });
  const word = (i: number): string => argv[i] ?? ""; // returns a word of the command line as the user typed it
  const places = tokens.flatMap(({ kind, index }) => (kind === "positional" ? [index] : []));
  return {
    places,
    plain: places.map(word),
    given: tokens.flatMap((token) => {
      if (token.kind !== "option") return [];
      const { index, value, inlineValue: inline } = token;
      return [
        { word: word(index), value: value === undefined ? null : inline ? value : word(index + 1), inline: inline === true },
      ];
    }),
  };
}

/** Returns the words of a command line that are neither options nor values of global options. They begin with the command's name. */
export const plainWords = (argv: readonly string[]): readonly string[] => split(argv, GLOBAL_OPTIONS).plain;

/**
 * Returns a command line in which the current name of a command replaces a former one, with both names; null if the line has no former
 * name. `help` can precede the name.
 */
export function renameCommand(
  argv: readonly string[],
  entries: readonly Pick<Listing, "name" | "formerly">[],
): { readonly argv: readonly string[]; readonly was: string; readonly is: string } | null {
  const { plain, places } = split(argv, GLOBAL_OPTIONS);
  const begin = plain[0] === "help" ? 1 : 0;
  const names = entries.flatMap(({ name, formerly = [] }) => formerly.map((was) => ({ was, is: name })));
  const begins = ({ was }: { readonly was: string }) => was.split(" ").every((word, i) => plain[begin + i] === word);
  const [found] = names.filter(begins).sort((a, b) => b.was.length - a.was.length);
  if (!found) return null;
  const now = found.is.split(" ");
  const old = found.was.split(" ");
  const words = argv.flatMap((word, index) => {
    const at = places.indexOf(index) - begin;
    if (at < 0 || at >= old.length) return [word];
    return at === old.length - 1 ? now.slice(at) : now.slice(at, at + 1);
  });
  return { argv: words, ...found };
}

/**
 * Returns the commands of a family, a first word that is no command itself: `kit carry`, `kit diff`, ... for `kit`. Returns an empty list
 * for a command.
 */
export function familyOf<Entry extends Pick<Listing, "name" | "group">>(
  words: readonly string[],
  entries: readonly Entry[],
): readonly Entry[] {
  const [first, ...more] = words;
  if (more.length > 0 || entries.some(({ name }) => name === first)) return [];
  return entries.filter(({ name, group }) => name.startsWith(`${first} `) && group !== null);
}

/** Returns the Refusal for the name of a family without a verb (`kit` alone); null for other words. */
export function missingVerb(words: readonly string[], entries: readonly Pick<Listing, "name" | "group">[]): Refusal | null {
  const [first = ""] = words;
  const verbs = familyOf(words, entries).map(({ name }) => name.slice(first.length + 1));
  if (verbs.length === 0) return null;
  const choice = [verbs.slice(0, -1).join(", "), verbs.at(-1)].filter(Boolean).join(" or ");
  return wrongUse(`missing subcommand: ${first} ${choice}`, `\`tierwright help ${first}\` describes them`);
}

/** Returns the command with the longest name that the words begin with. Throws a Refusal with a suggestion if there is none. */
export function findCommand<Entry extends Pick<Listing, "name" | "group">>(
  words: readonly string[],
  entries: readonly Entry[],
): Entry {
  const two = words.slice(0, 2).join(" ");
  const found = entries.find((entry) => entry.name === two) ?? entries.find((entry) => entry.name === words[0]);
  if (found) return found;
  const names = entries.filter(({ group }) => group !== null).map(({ name }) => name);
  const family = names.filter((name) => name.startsWith(`${words[0]} `));
  const missing = missingVerb(words, entries);
  if (missing) throw missing;
  if (family.length > 0)
    throw wrongUse(`there is no command '${two}'${didYouMean(two, family)}`, `use one of: ${family.join(", ")}`);
  const families = names.flatMap((name) => name.split(" ", 1));
  const near = nearest(two, names) ?? nearest(words[0] ?? "", [...names, ...families]);
  throw wrongUse(
    `there is no command '${words[0]}'${near ? `; did you mean '${near}'?` : ""}`,
    "`tierwright` alone lists the commands",
  );
}

/** Returns the names of the options on a command line that the command does not declare. */
export function unknownOptions(command: Command, argv: readonly string[]): readonly string[] {
  const specs = [...command.options, ...GLOBAL_OPTIONS];
  return split(argv, specs).given.flatMap(({ word }) => (specs.some(({ name }) => name === nameOf(word)) ? [] : [nameOf(word)]));
}

/** Returns the long name of an option as written, without dashes. */
const nameOf = (word: string): string => SHORT_FORMS[writtenName(word)] ?? writtenName(word).replace(/^--/, "");

function optionNamed(word: string, options: readonly OptionSpec[], owners: readonly string[]): OptionSpec {
  const name = nameOf(word);
  const spec = options.find((option) => option.name === name);
  if (spec) return spec;
  const near = nearest(
    name,
    options.map((option) => option.name),
  );
  throw wrongUse(
    `there is no option '${writtenName(word)}'${near ? `; did you mean '--${near}'?` : ""}`,
    owners.length > 0
      ? `--${name} is an option of ${owners.map((owner) => `\`tierwright ${owner}\``).join(", ")}; --help lists those of this command`
      : "put a value that begins with '-' after '--'; --help lists the options",
  );
}

function checkChoice(spec: OptionSpec, value: string): void {
  if (!spec.choices || spec.choices.includes(value)) return;
  throw wrongUse(
    `--${spec.name} cannot be '${value}'${didYouMean(value, spec.choices)}`,
    `use one of: ${spec.choices.join(", ")}`,
  );
}

/** The placeholders of options whose value is a path, which cannot contain a quote on Windows. */
const PATH_VALUES: ReadonlySet<string> = new Set(["ARCHIVE", "DIR", "FILE", "PATH", "PUB"]);

/**
 * Throws a Refusal for an empty path, which would mean the current folder, and for a path with a quote: Windows programs read \" as a part
 * of the value, so the value of "C:\X\" would also contain the words after it, options included.
 */
function checkPath({ name, value: kind = "", summary }: OptionSpec, value: string): void {
  if (PATH_VALUES.has(kind) && value.trim() === "") throw wrongUse(`--${name} is empty`, `--${name} ${kind}: ${summary}`);
  const at = /"(?=\s|$)/.exec(value)?.index;
  if (!PATH_VALUES.has(kind) || at === undefined) return;
  const after = value.slice(at + 1).trim();
  throw wrongUse(
    `the value of --${name} contains a quote: ${value}`,
    `a backslash before the closing quote made it part of the value${after ? `, and with it '${after}'` : ""}; leave out the last backslash: --${name} "${value.slice(0, at)}"`,
  );
}

/**
 * Checks the arguments and options of a command line against those that the command declares. Throws a Refusal for wrong use.
 * @param owners the other commands that have the first unknown option
 */
export function parseFor(
  command: Command,
  argv: readonly string[],
  owners: readonly string[] = [],
): { args: readonly string[]; options: ReadonlyMap<string, string> } {
  const specs = [...command.options, ...GLOBAL_OPTIONS];
  const { plain, given } = split(argv, specs);
  const options = new Map<string, string>();
  for (const { word, value, inline } of given) {
    const spec = optionNamed(word, specs, owners);
    if (spec.value === undefined) {
      if (inline) throw wrongUse(`--${spec.name} takes no value`, `write --${spec.name} without a value`);
      options.set(spec.name, "true");
      continue;
    }
    if (value === null) throw wrongUse(`--${spec.name} needs a value (${spec.value})`, spec.summary);
    checkChoice(spec, value);
    checkPath(spec, value);
    const before = spec.many ? options.get(spec.name) : undefined;
    options.set(spec.name, before === undefined ? value : before + BETWEEN + value);
  }
  const args = plain.slice(command.name.split(" ").length);
  checkArguments(command, args);
  return { args, options };
}

function checkArguments(command: Command, args: readonly string[]): void {
  const required = command.arguments.filter((argument) => !argument.optional);
  if (args.length < required.length) {
    const missing = required[args.length];
    throw wrongUse(`${command.name} needs ${missing?.name}: ${missing?.summary}`, `usage: ${usageLine(command)}`);
  }
  for (const [i, { name, choices }] of command.arguments.entries()) {
    const given = args[i];
    if (given === undefined || !choices || choices.includes(given)) continue;
    throw wrongUse(`${name} cannot be '${given}'${didYouMean(given, choices)}`, `use one of: ${choices.join(", ")}`);
  }
  if (!command.arguments.some((argument) => argument.many) && args.length > command.arguments.length) {
    throw wrongUse(
      `unexpected argument of ${command.name}: '${args[command.arguments.length]}'`,
      `usage: ${usageLine(command)}; put a value with spaces in quotes`,
    );
  }
}

/** Returns the usage line of a command, such as `tierwright check [ENV...] [options]`. */
export function usageLine(command: Command): string {
  const words = command.arguments.map((argument) => {
    const name = `${argument.name}${argument.many ? "..." : ""}`;
    return argument.optional ? `[${name}]` : name;
  });
  return ["tierwright", command.name, ...words, "[options]"].join(" ");
}
