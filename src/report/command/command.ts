import type { Host } from "../../platform/index.ts";
import type { FurtherForm, ReportForm } from "../report.ts";

/** 0 clean, 1 findings or a refused edit, 2 wrong use or input/output, 3 a live target not reached, 4 internal error and the deploy family's 10, 11, 12, 1618 (docs/formats.md). */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 10 | 11 | 12 | 1618;

export interface OptionSpec {
  /** Long name without dashes. */
  readonly name: string;
  /** Absent: a switch. Else the word that stands for the value in help. */
  readonly value?: string;
  readonly summary: string;
  /** It may be given several times; `valuesOf` gives all of them. */
  readonly many?: boolean;
  /** The only values allowed. */
  readonly choices?: readonly string[];
}

export interface ArgumentSpec {
  /** Word in help, e.g. ENV. */
  readonly name: string;
  readonly summary: string;
  readonly optional?: boolean;
  readonly many?: boolean;
  /** The only words allowed. */
  readonly choices?: readonly string[];
}

/** A command before its code is loaded: enough to dispatch, to list and to suggest. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

/** A command line, split and checked against the command's own table. */
export interface Invocation {
  /** The command's name, as help shows it. */
  readonly command: string;
  readonly args: readonly string[];
  /** Values by long name; switches are "true". Global options are in here too: directory, format, today, quiet. */
  readonly options: ReadonlyMap<string, string>;
  /** Absolute path of -C DIR (default: the current folder). */
  readonly directory: string;
  readonly format: string;
  /** What findings are told in. */
  readonly form: ReportForm;
  /** --most-bytes; null: as much as the form has room for. */
  readonly mostBytes: number | null;
  /** In what else the same run is told. */
  readonly further: readonly FurtherForm[];
  readonly quiet: boolean;
  /** YYYY-MM-DD: --today or the host's clock in UTC. */
  readonly today: string;
  readonly host: Host;
  /** Every command there is: none imports another one. */
  readonly commands: readonly CommandEntry[];
  /** Runs another command line, on a machine that is given; never throws. */
  dispatch(argv: readonly string[], host: Host): Promise<ExitCode>;
}

/** One command, one file: what help, the README table, shell words and dispatch are made from. */
export interface Command {
  /** One or two words: 'check', 'properties set'. */
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** Values of --format it knows; the first is the default. */
  readonly formats: readonly string[];
  /** Words after the name that show one real use each, with what it does. */
  readonly examples: readonly { readonly command: string; readonly does: string }[];
  /** What it does; the file is loaded when the command is called. */
  run(invocation: Invocation): Promise<ExitCode>;
}

/** Between the values of an option that was given several times; no argument of a program holds it. */
export const BETWEEN = "\0";

/** Every value of an option that may be given several times. */
export const valuesOf = ({ options }: Pick<Invocation, "options">, name: string): readonly string[] =>
  options.get(name)?.split(BETWEEN) ?? [];
