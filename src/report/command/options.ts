import type { OptionSpec } from "./command.ts";

/** The options of every command. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { name: "directory", value: "DIR", summary: "the config repository (default: the current folder); short form -C" },
  { name: "format", value: "FORM", summary: "form of the output" },
  {
    name: "fail-on",
    value: "SEVERITY",
    summary: "exit code 1 for findings of at least this severity (default: error)",
    choices: ["error", "warning", "info"],
  },
  { name: "today", value: "YYYY-MM-DD", summary: "the day that end dates are compared with (default: today, UTC)" },
  {
    name: "color",
    value: "WHEN",
    summary: "colours (default: auto, which follows NO_COLOR and FORCE_COLOR)",
    choices: ["auto", "always", "never"],
  },
  { name: "quiet", summary: "print only errors and the closing line" },
  { name: "help", summary: "what the command does, with an example; short form -h" },
];

/** The long names of global options, by their short forms. */
export const SHORT_FORMS: Readonly<Record<string, string>> = {
  "-C": "directory",
  "-h": "help",
  "-q": "quiet",
  "-V": "version",
  "-v": "version",
};
