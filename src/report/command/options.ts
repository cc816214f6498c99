import type { OptionSpec } from "./command.ts";

/** The options of every command. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { name: "directory", value: "DIR", summary: "the config repository (default: the current folder); short form -C" },
  { name: "format", value: "FORM", summary: "form of the output" },
  {
    name: "fail-on",
    value: "SEVERITY",
    summary: "findings from this severity on give exit code 1 (default: error)",
    choices: ["error", "warning", "info"],
  },
  { name: "today", value: "YYYY-MM-DD", summary: "the day that end dates are compared with (default: today, UTC)" },
  {
    name: "color",
    value: "WHEN",
    summary: "colours (default: auto, and then NO_COLOR and FORCE_COLOR count)",
    choices: ["auto", "always", "never"],
  },
  { name: "quiet", summary: "errors and the closing line only" },
  { name: "help", summary: "what the command does, with an example; short form -h" },
];

/** Short forms of global options. */
export const SHORT_FORMS: Readonly<Record<string, string>> = { "-C": "directory", "-h": "help", "-q": "quiet", "-V": "version" };
