import { append } from "../kernel/index.ts";
import {
  type Command,
  FORMS,
  GLOBAL_OPTIONS,
  type Listing,
  NL,
  type OptionSpec,
  columnsOf,
  definition,
  usageLine,
  wrap,
} from "../report/index.ts";

const COLUMN = 34;

/** Returns the line, or wrapped lines, about one option in a command's help. */
export function optionLine(option: OptionSpec, width: number): string {
  const choices = option.choices ? ` (${option.choices.join("|")})` : "";
  return definition(`  --${option.name}${option.value ? ` ${option.value}` : ""}`, option.summary + choices, COLUMN, width);
}

/**
 * Returns the text of `tierwright COMMAND --help`.
 * @param terminal the number of terminal columns; null without a terminal
 */
export function commandHelp(command: Command, terminal: number | null = null): string {
  const width = columnsOf(terminal);
  const lines = [wrap(command.summary, width, ""), "", `usage: ${usageLine(command)}`];
  const options = (specs: readonly OptionSpec[]) => specs.map((option) => optionLine(option, width));
  if (command.arguments.length > 0) {
    const words = command.arguments.map(({ name, summary }) => definition(`  ${name}`, summary, COLUMN, width));
    append(lines, ["", "arguments:", ...words]);
  }
  if (command.options.length > 0) append(lines, ["", "options:", ...options(command.options)]);
  const formats = GLOBAL_OPTIONS.map((option) => (option.name === "format" ? { ...option, choices: command.formats } : option));
  append(lines, ["", "options of every command:", ...options(formats)]);
  // only a command that reports findings supports every output form, and then its help lists them
  const forms = FORMS.every(({ name }) => command.formats.includes(name)) ? FORMS : [];
  if (forms.length > 0)
    append(lines, ["", "forms:", ...forms.map(({ name, summary }) => definition(`  ${name}`, summary, COLUMN, width))]);
  lines.push(
    "",
    "examples:", // examples are not wrapped, because users copy the command line
    ...command.examples.flatMap((example) => [`  tierwright ${example.command}`, `      ${wrap(example.does, width, "      ")}`]),
  );
  return `${lines.join(NL)}${NL}`;
}

/** Returns the commands of a family (those with the same first word), one a line, with their short texts. */
export function familyLines(entries: readonly Listing[], terminal: number | null = null): string {
  const width = columnsOf(terminal);
  return entries.map(({ name, short }) => `${definition(`  ${name}`, short, 26, width)}${NL}`).join("");
}

/** Returns the text of `tierwright help FAMILY`: the commands of one family. */
export function familyHelp(family: string, entries: readonly Listing[], terminal: number | null = null): string {
  const width = columnsOf(terminal);
  const listed = entries.map(({ name, summary }) => definition(`  ${name}`, summary, 26, width));
  const lines = [`usage: tierwright ${family} COMMAND [arguments] [options]`, "", "commands:", ...listed];
  const more = `\`tierwright help ${entries[0]?.name ?? family}\` describes one of them`;
  return `${[...lines, "", wrap(more, width, "")].join(NL)}${NL}`;
}
