import { append } from "../kernel/index.ts";
import { GLOBAL_OPTIONS, GROUPS, type Listing, NL, columnsOf, definition, wrap } from "../report/index.ts";
import { optionLine } from "./help.ts";

/** The width of the overview's column with a group's name, and the column at which the short texts of commands begin. */
const GROUP = 16;
const TEXT = 32;

/** The subject of each family of commands (those with the same first word), which the overview prints after the verbs. */
const FAMILIES: Readonly<Record<string, string>> = {
  capture: "recorded exchanges",
  idp: "the live realm",
  kit: "a vendor's kit",
  log4j2: "log4j2.xml",
  logs: "old logs",
  properties: "any properties file",
  record: "the traffic of a client",
  sso: "sso.yaml and the servers",
};

/** The rows of the overview below the groups of commands: a situation, and the commands for it. */
const WHEN: readonly (readonly [situation: string, commands: string])[] = [
  ["before a merge", "check, plan; why and explain for a finding"],
  ["a new release", "kit import, kit diff, kit carry, compat"],
  ["a workstation", "bundle, rehearse, deploy; rollback goes back"],
  ["a failure", "doctor here, probe the tier, diagnose a message"],
];

const MORE = "`tierwright help COMMAND` describes a command, `tierwright help` lists the pages";

const EXIT_CODES =
  "exit codes: 0 clean, 1 findings or a blocked gate or a refused edit, 2 wrong use or input/output, 3 a live target not reached, 4 internal error";

type Row = readonly [name: string, text: string];

/** Returns the row of the overview for the first word of a command line: the name of a command, of a family of commands, or of both. */
function rowOf(word: string, entries: readonly Listing[]): Row {
  const own = entries.find(({ name }) => name === word);
  const verbs = entries.filter((entry) => entry !== own).map(({ name }) => name.slice(word.length + 1));
  const [only] = entries;
  if (only && entries.length === 1) return [only.name, only.short];
  if (own) return [word, `${own.short}; also ${verbs.join(", ")}`];
  const about = FAMILIES[word];
  return [word, `${verbs.join(", ")}${about === undefined ? "" : `: ${about}`}`];
}

/** Returns the rows of a group in the overview: one for each first word of its commands. */
function rowsOf(group: string, entries: readonly Listing[]): readonly Row[] {
  const members = entries.filter((entry) => entry.group === group);
  const wordOf = ({ name }: Listing) => name.split(" ")[0] ?? "";
  return [...new Set(members.map(wordOf))].map((word) =>
    rowOf(
      word,
      members.filter((entry) => wordOf(entry) === word),
    ),
  );
}

/**
 * Returns what `tierwright` alone prints: every command in its group, and which commands are for which situation.
 * @param terminal the number of terminal columns; null without a terminal
 */
export function overview(entries: readonly Listing[], version: string, terminal: number | null = null): string {
  const width = columnsOf(terminal);
  const section = (title: string, rows: readonly Row[]) =>
    rows.map(([name, text], i) => definition((i === 0 ? title : "").padEnd(GROUP) + name, text, TEXT, width));
  const lines = [
    wrap(`tierwright ${version}: compiles YAML into checked, exact files for a PLM connector`, width, ""),
    "",
    ...GROUPS.flatMap((group) => section(group, rowsOf(group, entries))),
    ...section("Which when", WHEN),
    "",
    wrap(MORE, width, ""),
  ];
  return `${lines.join(NL)}${NL}`;
}

/** Returns the text of `tierwright --help`: the overview, the options of every command and the exit codes. */
export function fullOverview(entries: readonly Listing[], version: string, terminal: number | null = null): string {
  const width = columnsOf(terminal);
  const lines = ["", "options of every command:", ...GLOBAL_OPTIONS.map((option) => optionLine(option, width))];
  append(lines, [
    optionLine({ name: "version", summary: "the version of the tool; short forms -v, -V" }, width),
    "",
    wrap(EXIT_CODES, width, "  "),
  ]);
  return `${overview(entries, version, terminal)}${lines.join(NL)}${NL}`;
}
