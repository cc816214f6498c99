import { loadRules } from "../compiler/index.ts";
import {
  type Command,
  type ExitCode,
  type FurtherForm,
  type Invocation,
  NL,
  familyOf,
  findCommand,
  forPeople,
  forPrograms,
  jsonDocument,
  loadForm,
  missingVerb,
  parseFor,
  plainWords,
  renameCommand,
  unknownOptions,
  visible,
  writtenAs,
} from "../report/index.ts";
import { VERSION, commandInSentence, isDay, isRefusal, readable, shellCommand, wrongUse } from "../kernel/index.ts";
import { type Host, type Output, describeError, nodeInside } from "../platform/index.ts";
import { COMMANDS } from "./registry.ts";

const wants = (argv: readonly string[], ...words: readonly string[]): boolean => {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => words.includes(word));
};

function withColor(output: Output, when: string | undefined): Output {
  if (when === undefined || when === "auto") return output;
  return { write: (data) => output.write(data), width: output.width, color: when === "always" };
}

function day(given: string | undefined, host: Host): string {
  if (given === undefined) return host.now().toISOString().slice(0, 10);
  if (!isDay(given)) throw wrongUse(`--today cannot be '${given}'`, "use a calendar day as YYYY-MM-DD");
  return given;
}

function mostBytes(given: string | undefined, format: string): number | null {
  if (given === undefined) return null;
  if (format !== "markdown") throw wrongUse("--most-bytes is for --format markdown", "leave it out");
  const number = /^\d{1,12}$/.test(given) ? Number(given) : 0;
  if (number < 1000)
    throw wrongUse(`--most-bytes cannot be '${given}'`, "use a whole number of at least 1000, for example 65000");
  return number;
}

/**
 * The output filters by kind of output form: text for people is made safe for terminals, JSON is escaped without a change of meaning, other
 * forms stay exact.
 */
const GUARDS = { text: forPeople, json: forPrograms, exact: (output: Output): Output => output };

/**
 * The most commands that a message names as having an option that the given command lacks; if more have the option, the message names none.
 */
const MOST_OWNERS = 3;

/**
 * Returns the names of the commands that have the first option of a list; an empty list if the list is empty, or too many commands have it.
 */
async function ownersOf([option]: readonly string[]): Promise<readonly string[]> {
  if (option === undefined) return [];
  const commands = await Promise.all(
    COMMANDS.filter(({ group }) => group !== null).map(async ({ load }) => (await load()).command),
  );
  const owners = commands.filter(({ options }) => options.some(({ name }) => name === option));
  return owners.length > MOST_OWNERS ? [] : owners.map(({ name }) => name);
}

async function invocationOf(
  command: Command,
  argv: readonly string[],
  host: Host,
  join: (a: string, b: string) => string,
  further: readonly FurtherForm[],
): Promise<Invocation> {
  const { args, options } = parseFor(command, argv, await ownersOf(unknownOptions(command, argv)));
  const format = options.get("format") ?? command.formats[0] ?? "text";
  if (!command.formats.includes(format))
    throw wrongUse(`${command.name} has no output form '${format}'`, `--format is one of: ${command.formats.join(", ")}`);
  const color = options.get("color");
  return {
    command: command.name,
    args,
    options,
    format,
    form: await loadForm(format, loadRules),
    mostBytes: mostBytes(options.get("most-bytes"), format),
    further: further.map((item) => ({ ...item, output: GUARDS[writtenAs(item.form.name)](item.output) })),
    directory: join(host.cwd, options.get("directory") ?? "."),
    quiet: options.has("quiet"),
    today: day(options.get("today"), host),
    commands: COMMANDS,
    dispatch: (line, on) => dispatch(line, on, join),
    host: {
      ...host,
      stdout: GUARDS[writtenAs(format)](withColor(host.stdout, color)),
      stderr: forPeople(withColor(host.stderr, color)),
    },
  };
}

/** Writes a message and ignores a failure to write, after which only the exit code can report the result. */
function told(write: () => void): void {
  try {
    write();
  } catch {
    // nothing more can be reported if the disk is full or the output is closed
  }
}

/**
 * Prints a failure: text on standard error, and with --format json also one document on standard output, for every exit code
 * (docs/formats.md).
 * @param instead the lines to print below the message in place of `help`
 */
function fail(
  host: Host,
  argv: readonly string[],
  words: string,
  help: string | null,
  code: ExitCode,
  instead?: string,
): ExitCode {
  const message = visible(readable(words)); // `visible` keeps the message on one line, whatever text it quotes
  const below = instead ?? (help ? `  ${help}${NL}` : "");
  told(() => forPeople(host.stderr).write(`tierwright: ${message}${NL}${below}`));
  const json = argv.some((word, i) => word === "--format=json" || (word === "--format" && argv[i + 1] === "json"));
  if (json)
    told(() =>
      forPrograms(host.stdout).write(jsonDocument({ schema: "tierwright/error/v1", error: { message, help, exitCode: code } })),
    );
  return code;
}

/** Handles a command line without a command: with --help prints the overview, otherwise reports wrong use. */
async function withoutCommand(host: Host, argv: readonly string[], helpWanted: boolean): Promise<ExitCode> {
  const { fullOverview, overview } = await import("./overview.ts");
  if (helpWanted) {
    forPeople(host.stdout).write(fullOverview(COMMANDS, VERSION, host.stdout.width));
    return 0;
  }
  const message = "no command was given";
  if (argv.length > 0)
    return fail(host, argv, message, "start with `tierwright check`; `tierwright` alone lists the commands", 2);
  told(() => forPeople(host.stderr).write(overview(COMMANDS, VERSION, host.stderr.width)));
  return 2;
}

/**
 * Handles a command line with --help, or with the name of a family alone, by printing help; returns null if the command must be executed.
 */
async function withoutRun(
  host: Host,
  argv: readonly string[],
  words: readonly string[],
  help: boolean,
): Promise<ExitCode | null> {
  const missing = missingVerb(words, COMMANDS);
  if (!help && !missing) return null;
  const { commandHelp, familyHelp, familyLines } = await import("./help.ts");
  const family = familyOf(words, COMMANDS);
  if (missing && !help)
    return fail(host, argv, missing.message, missing.help, missing.code, familyLines(family, host.stderr.width));
  const text = missing
    ? familyHelp(words[0] ?? "", family, host.stdout.width)
    : commandHelp((await findCommand(words, COMMANDS).load()).command, host.stdout.width);
  forPeople(host.stdout).write(text);
  return 0;
}

/**
 * Returns the command with whose name the words begin. Throws a Refusal for other words; if they are the name of a page, its help says how
 * to print the page.
 */
async function commandOf(words: readonly string[]): Promise<Command> {
  try {
    return (await findCommand(words, COMMANDS).load()).command;
  } catch (error) {
    const { pathOf } = await import("./topics.ts");
    const [word = ""] = words;
    const isFamily = COMMANDS.some(({ name }) => name.startsWith(`${word} `));
    if (!isRefusal(error) || isFamily || pathOf(word) === null) throw error;
    throw wrongUse(error.message, `${commandInSentence(shellCommand`tierwright help ${word}`)} prints the page of that name`);
  }
}

/** Returns a command line with the current name of its command, and prints that name if the line has a former one. */
function currentLine(given: readonly string[], host: Host): readonly string[] {
  const line = renameCommand(given, COMMANDS);
  if (!line) return given;
  if (!wants(given, "--quiet", "-q"))
    told(() => forPeople(host.stderr).write(`tierwright: \`${line.was}\` is now \`${line.is}\`${NL}`));
  return line.argv;
}

/**
 * Runs one command line and returns its exit code. Never throws: every failure is reported as text without a stack trace.
 * @param join makes a path absolute; the entry point passes node:path's, so that this module imports nothing for files
 * @param further additional output forms in which check, compile and plan report their findings
 */
export async function dispatch(
  given: readonly string[],
  host: Host,
  join: (a: string, b: string) => string,
  further: readonly FurtherForm[] = [],
): Promise<ExitCode> {
  try {
    if (wants(given, "--version", "-V", "-v")) {
      const node = nodeInside();
      forPeople(host.stdout).write(`${VERSION}${node === null ? "" : ` (executable with Node ${node})`}${NL}`);
      return 0;
    }
    const argv = currentLine(given, host);
    const words = plainWords(argv);
    const help = wants(argv, "--help", "-h");
    if (words.length === 0) return await withoutCommand(host, argv, help);
    // `tierwright help check --help` describes `check`, not `help`
    const asked = help && words[0] === "help" && words.length > 1 ? words.slice(1) : words;
    const code = await withoutRun(host, argv, asked, help);
    if (code !== null) return code;
    const command = await commandOf(words);
    return await command.run(await invocationOf(command, argv, host, join, further));
  } catch (error) {
    if (isRefusal(error)) {
      const { at } = error;
      const where = at && "file" in at ? `${at.file}:${at.line}:${at.column}: ` : "";
      return fail(host, given, where + error.message, error.help, error.code);
    }
    const system = error as NodeJS.ErrnoException | null;
    if (typeof system?.code === "string" && typeof system.syscall === "string") {
      const path = system.path === undefined ? "a file" : system.path;
      return fail(
        host,
        given,
        `${path} could not be read or written: ${describeError(error)}`,
        "nothing is partly written: fix that and run the command again",
        2,
      );
    }
    const { name, message } = error instanceof Error ? error : { name: "failure", message: "of unknown kind" };
    const detail =
      host.env("TIERWRIGHT_DEBUG") && error instanceof Error ? (error.stack ?? "") : `${name}: ${message.split("\n")[0]}`;
    return fail(
      host,
      given,
      `internal error (${detail})`,
      "this is a fault of tierwright, not of your repository: please report it with the command you ran",
      4,
    );
  }
}
