import type { Host } from "../../platform/index.ts";
import type { FurtherForm, ReportForm } from "../report.ts";

/**
 * The exit codes: 0 clean, 1 findings or a refused edit, 2 wrong use or input/output, 3 a live target not reached, 4 internal error, and
 * 10, 11, 12, 1618 of `deploy` and `rollback` (docs/formats.md).
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 10 | 11 | 12 | 1618;

export interface OptionSpec {
  /** The long name of an option, without dashes. */
  readonly name: string;
  /** The placeholder for an option's value in help; absent for a switch. */
  readonly value?: string;
  readonly summary: string;
  /** True if the option can be given several times; `valuesOf` returns all its values. */
  readonly many?: boolean;
  /** The only allowed values of an option; absent if any is allowed. */
  readonly choices?: readonly string[];
}

export interface ArgumentSpec {
  /** The name of an argument in help, for example ENV. */
  readonly name: string;
  readonly summary: string;
  readonly optional?: boolean;
  readonly many?: boolean;
  /** The only allowed words for an argument; absent if any is allowed. */
  readonly choices?: readonly string[];
}

/** The groups of commands in the overview that `tierwright` alone prints, in its order. */
export const GROUPS = ["Every day", "Set up", "Roll out", "Trouble", "Single sign-on", "Files", "Tools"] as const;

/** The names of a command, and the words about it in the overview and in the help of its family (commands with the same first word). */
export interface Listing {
  /** The name of a command, one or two words: 'check', 'properties set'. */
  readonly name: string;
  readonly summary: string;
  /** The command's group in the overview; null for an internal command, which no list shows. */
  readonly group: (typeof GROUPS)[number] | null;
  /** The summary in fewer than 50 characters, for the overview. */
  readonly short: string;
  /** Names that the command had in earlier versions: they still work, but no list shows them. */
  readonly formerly?: readonly string[];
}

/** A command before its code is loaded, with all that is needed to dispatch, list and suggest it. */
export interface CommandEntry extends Listing {
  load(): Promise<{ readonly command: Command }>;
}

/** A command line that was split into arguments and options and checked against those that the command declares. */
export interface Invocation {
  /** The command's name, as help shows it. */
  readonly command: string;
  readonly args: readonly string[];
  /** Option values by long name, "true" for switches. Global options are included: directory, format, today, quiet. */
  readonly options: ReadonlyMap<string, string>;
  /** The absolute path of -C DIR (default: the current folder). */
  readonly directory: string;
  readonly format: string;
  /** The output format in which a command prints findings. */
  readonly form: ReportForm;
  /** The largest output in bytes, from --most-bytes; null for the format's own limit. */
  readonly mostBytes: number | null;
  /** Further output forms in which a command prints its result, each to an output of its own. */
  readonly further: readonly FurtherForm[];
  readonly quiet: boolean;
  /** The date as YYYY-MM-DD: --today, or the host's clock in UTC. */
  readonly today: string;
  readonly host: Host;
  /** All commands. They are passed in so that no command imports another one. */
  readonly commands: readonly CommandEntry[];
  /** Runs another command line on a given host; never throws. */
  dispatch(argv: readonly string[], host: Host): Promise<ExitCode>;
}

/** One command, in a file of its own: the source of its help, its row in the README, its shell completion and its dispatch. */
export interface Command extends Listing {
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** The values of --format that a command supports; the first is the default. */
  readonly formats: readonly string[];
  /** Examples of real use: the words after `tierwright`, with their effect. */
  readonly examples: readonly { readonly command: string; readonly does: string }[];
  /** Runs the command and returns its exit code. The command's file is loaded only when the command is executed. */
  run(invocation: Invocation): Promise<ExitCode>;
}

/** The separator between the values of a repeated option; no program argument can contain it. */
export const BETWEEN = "\0";

/** Returns every value of an option that can be given several times. */
export const valuesOf = ({ options }: Pick<Invocation, "options">, name: string): readonly string[] =>
  options.get(name)?.split(BETWEEN) ?? [];
