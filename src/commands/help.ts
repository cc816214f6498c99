import { append } from "../diagnostic/lists.ts";
import type { Command, OptionSpec } from "./command.ts";
import { GLOBAL_OPTIONS } from "./options.ts";
import { usageLine } from "./parse.ts";
import { NL } from "../report/style.ts";

const WIDTH = 34;

function optionLine(option: OptionSpec): string {
  const word = `  --${option.name}${option.value ? ` ${option.value}` : ""}`;
  const choices = option.choices ? ` (${option.choices.join("|")})` : "";
  return `${word.padEnd(WIDTH)}${word.length >= WIDTH ? `${NL}${" ".repeat(WIDTH)}` : ""}${option.summary}${choices}`;
}

/** `tierwright COMMAND --help` */
export function commandHelp(command: Command): string {
  const lines = [command.summary, "", `usage: ${usageLine(command)}`];
  if (command.arguments.length > 0) {
    lines.push(
      "",
      "arguments:",
      ...command.arguments.map((argument) => `  ${argument.name.padEnd(WIDTH - 2)}${argument.summary}`),
    );
  }
  if (command.options.length > 0) append(lines, ["", "options:", ...command.options.map(optionLine)]);
  const formats = GLOBAL_OPTIONS.map((option) => (option.name === "format" ? { ...option, choices: command.formats } : option));
  append(lines, ["", "options of every command:", ...formats.map(optionLine)]);
  lines.push(
    "",
    "examples:",
    ...command.examples.flatMap((example) => [`  tierwright ${example.command}`, `      ${example.does}`]),
  );
  return `${lines.join(NL)}${NL}`;
}

/** `tierwright --help` */
export function overview(entries: readonly { readonly name: string; readonly summary: string }[], version: string): string {
  const lines = [
    `tierwright ${version}: compiles a config repository into checked, exact files for a PLM connector`,
    "",
    "usage: tierwright COMMAND [arguments] [options]",
    "",
    "commands:",
    ...entries.map((entry) => `  ${entry.name.padEnd(24)}${entry.summary}`),
    "",
    "options of every command:",
    ...GLOBAL_OPTIONS.map(optionLine),
    optionLine({ name: "version", summary: "the version of the tool; short form -V" }),
    "",
    "exit codes: 0 clean, 1 findings or a blocked gate or a refused edit, 2 wrong use or input/output, 3 a live target not reached, 4 internal error",
    "",
    "start here:",
    "  tierwright check                        findings and verdicts of the repository in this folder",
    "  tierwright compile                      the same, and the files in dist/",
    "  tierwright why production BOOTSTRAP_URLS   where a value comes from",
  ];
  return `${lines.join(NL)}${NL}`;
}
