import { append } from "../kernel/index.ts";
import {
  type Command,
  FORMS,
  GLOBAL_OPTIONS,
  NL,
  type OptionSpec,
  columnsOf,
  definition,
  usageLine,
  wrap,
} from "../report/index.ts";

const COLUMN = 34;

function optionLine(option: OptionSpec, width: number): string {
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
  // A command that reports findings supports every form.
  const forms = FORMS.every(({ name }) => command.formats.includes(name)) ? FORMS : [];
  if (forms.length > 0)
    append(lines, ["", "forms:", ...forms.map(({ name, summary }) => definition(`  ${name}`, summary, COLUMN, width))]);
  lines.push(
    "",
    "examples:", // not wrapped: users copy the command line
    ...command.examples.flatMap((example) => [`  tierwright ${example.command}`, `      ${wrap(example.does, width, "      ")}`]),
  );
  return `${lines.join(NL)}${NL}`;
}

interface Listed {
  readonly name: string;
  readonly summary: string;
}

const listed = (entries: readonly Listed[], width: number): readonly string[] =>
  entries.map((entry) => definition(`  ${entry.name}`, entry.summary, 26, width));

/** Returns the text of `tierwright FAMILY --help`: the commands of one family. */
export function familyHelp(family: string, entries: readonly Listed[], terminal: number | null = null): string {
  const width = columnsOf(terminal);
  const lines = [`usage: tierwright ${family} COMMAND [arguments] [options]`, "", "commands:", ...listed(entries, width)];
  const more = `\`tierwright ${entries[0]?.name ?? family} --help\` describes one of them`;
  return `${[...lines, "", wrap(more, width, "")].join(NL)}${NL}`;
}

const EXIT_CODES =
  "exit codes: 0 clean, 1 findings or a blocked gate or a refused edit, 2 wrong use or input/output, 3 a live target not reached, 4 internal error";

/** Returns the text of `tierwright --help`. */
export function overview(entries: readonly Listed[], version: string, terminal: number | null = null): string {
  const width = columnsOf(terminal);
  const title = `tierwright ${version}: compiles a config repository into checked, exact files for a PLM connector`;
  const lines = [
    wrap(title, width, ""),
    "",
    "usage: tierwright COMMAND [arguments] [options]",
    "",
    "commands:",
    ...listed(entries, width),
    "",
    "options of every command:",
    ...GLOBAL_OPTIONS.map((option) => optionLine(option, width)),
    optionLine({ name: "version", summary: "the version of the tool; short form -V" }, width),
    "",
    wrap(EXIT_CODES, width, "  "),
    "",
    "start here:",
    ...START.map(([words, does]) => definition(`  ${words}`, does, 44, width)),
  ];
  return `${lines.join(NL)}${NL}`;
}

const START = [
  ["tierwright check", "findings and verdicts of this folder"],
  ["tierwright compile", "checks, and writes the files to dist/"],
  ["tierwright why production BOOTSTRAP_URLS", "where a value comes from"],
] as const;
