import { append, hostWords, plural } from "../../kernel/index.ts";
import type { EnvironmentPlan, Plan } from "../plan/plan.ts";
import { AS_EMOJI, HTML, MARKDOWN, block, prose, verdictLine } from "../../report/index.ts";
import { byFile, causeWords, type FileChanges, fileWords, speltWords } from "./plan-change.ts";
import { type DiffLine, blockLines, factsDiff, keysDiff, textDiff } from "./plan-diff.ts";
import { MOST_NAMES, changeWords, gatesWords, onWords, partWords, staysWords, whoOf } from "./plan-heads.ts";
import type { Part } from "./plan-parts.ts";
import { type Section, type Sections, sectionsOf } from "./plan-sections.ts";
import * as words from "./plan-words.ts";

type Lines = readonly string[];

const { code } = MARKDOWN;

/** Numbers of lines: of the longest diff block that is not folded, and of the lines of a block that are shown at all. */
const MOST_OPEN_LINES = 40;
const MOST_LINES = 600;
/** Number of sections up to which all are unfolded, and of environments that one list names. */
const MOST_OPEN = 3;
const MOST_LISTED = 200;

const listed = (names: readonly string[]): string =>
  names.length <= MOST_LISTED
    ? names.map(code).join(", ")
    : `${names.slice(0, MOST_LISTED).map(code).join(", ")} and ${names.length - MOST_LISTED} more`;

/** Returns lines as a diff block; a long one in an unfolded section is folded, with its number of lines. */
function diffBlock(lines: readonly DiffLine[], open: boolean, gap?: string): Lines {
  if (lines.length === 0) return [];
  const all = lines.slice(0, MOST_LINES).flatMap((line) => blockLines(line, gap));
  const more = lines.length - MOST_LINES;
  const cut = more > 0 ? ["", `${plural(more, "line")} more: ${code("tierwright plan --format json")} has them`] : [];
  const shown = ["", ...block(all, "diff"), ...cut, ""];
  if (!open || all.length <= MOST_OPEN_LINES) return shown;
  return ["", `<details><summary>${plural(all.length, "line")}</summary>`, ...shown, "</details>", ""];
}

function fileLines({ file, whole, keys, spelt }: FileChanges, open: boolean): Lines {
  const cause = whole ? causeWords(whole) : null;
  const head = `${code(file)}${whole ? ` ${fileWords(whole)}` : ""}${cause === null ? "" : ` by ${code(cause)}`}`;
  return [
    "",
    head,
    ...(whole?.diff === undefined ? [] : diffBlock(textDiff(whole.diff), open, "")),
    ...diffBlock(keysDiff(keys), open),
    ...(spelt.length > 0 ? ["", prose(speltWords(spelt))] : []),
  ];
}

const MARK: Readonly<Record<EnvironmentPlan["status"], string>> = {
  added: "➕",
  removed: "➖",
  changed: `✏${AS_EMOJI}`,
  unchanged: `▪${AS_EMOJI}`,
  broken: "❌",
};

const markOf = ({ status, verdict, tier }: EnvironmentPlan): string => {
  if (verdict.after?.gate === "block") return "❌";
  return tier && tier.moves !== "together" ? `⚠${AS_EMOJI}` : MARK[status];
};

function headOf(section: Section, says = changeWords(section)): string {
  const who = whoOf(section.environments);
  const names = who.names.map(HTML.code).join(", ");
  const title = names === "" ? `<b>${who.count}</b>` : `<b>${names}</b>${who.count === null ? "" : ` (${who.count})`}`;
  return `${markOf(section.shown)} ${title}${prose(onWords(who), HTML)}: ${prose(says, HTML)}`;
}

/** Returns the Markdown lines of a section of environments below the section's heading. */
function bodyOf({ environments, shown, facts, rows, parts }: Section, open: boolean): Lines {
  const { files, added, removed } = byFile(shown);
  const names = environments.map(({ name }) => name);
  const machines = [...new Set(environments.flatMap((environment) => environment.machines))];
  return [
    ...(names.length > MOST_NAMES ? ["", `In ${listed(names)}`] : []),
    ...(machines.length > MOST_NAMES ? ["", `On ${listed(machines)}`] : []),
    ...diffBlock(factsDiff(facts), open),
    ...(shown.tier?.hosts ?? []).map(
      ({ host, verdict, evidence }) => `- ${code(host)} ${hostWords(verdict)}: ${prose(evidence)}`,
    ),
    ...(added.length > 0 ? [`- **new files:** ${listed(added)}`] : []),
    ...(removed.length > 0 ? [`- **removed files:** ${listed(removed)}`] : []),
    ...rows.map(([name, text]) => `- **${name}:** ${prose(text)}`),
    ...files.flatMap((file) => fileLines(file, open)),
    ...(shown.stays.length > 0 ? [""] : []),
    ...staysWords(shown).map(([what, why]) => `- **stays:** ${listed(what)}: ${prose(why)}`),
    ...parts.flatMap((part) => ["", headOf(part, partWords(part)), ...bodyOf(part, open)]),
    "",
  ];
}

const folded = (head: string, body: Lines, open: boolean): Lines => [
  `<details${open ? " open" : ""}><summary>${head}</summary>`,
  "",
  ...body,
  "</details>",
  "",
];

const sectionPart = (section: Section, open: boolean): Part => ({
  lines: folded(headOf(section), bodyOf(section, open), open),
  head: [`- ${headOf(section)}`, ""],
  environments: section.environments.length,
  findings: 0,
});

/** Returns the line of a new environment: its name, its verdict, and the addresses of sign-in and file transfer. */
function arrival({ name, verdict, leads }: EnvironmentPlan, today: string): string {
  const judged = verdict.after ? ` ${prose(verdictLine(verdict.after, { today }))}` : "";
  const mark = verdict.after?.gate === "block" ? "❌ " : "";
  const tier = leads ? `; sign-in ${code(leads.signIn)}, files go to ${code(leads.fileTransfer.join(", "))}` : "";
  return `- ${mark}${code(name)}${judged}${tier}`;
}

/** Returns the environments of one status as a part of the Markdown page: a head with their number, and one line for each. */
function rowPart(
  mark: string,
  what: (count: number) => string,
  environments: readonly EnvironmentPlan[],
  lines: Lines,
): readonly Part[] {
  if (environments.length === 0) return [];
  const who = whoOf(environments);
  const names = who.names.map(HTML.code).join(", ");
  const gates = gatesWords(environments);
  const head = `${mark} <b>${what(environments.length)}</b>${names === "" ? "" : `: ${names}`}${prose(onWords(who), HTML)}${gates === "" ? "" : ` (${gates})`}`;
  const more = environments.length - MOST_LISTED;
  const body = [
    ...lines.slice(0, MOST_LISTED),
    ...(more > 0 ? [`- and ${more} more: ${code("tierwright plan --format json")} has them`] : []),
    "",
  ];
  return [
    {
      lines: folded(head, body, environments.length <= MOST_OPEN),
      head: [`- ${head}`, ""],
      environments: environments.length,
      findings: 0,
    },
  ];
}

const wordsOf = (environment: EnvironmentPlan): string => `- ${code(environment.name)} ${prose(words.statusWords(environment))}`;

function departure({ name, verdict: { before }, machines }: EnvironmentPlan, today: string): string {
  const on = machines.length > 0 ? ` is installed on ${prose(words.namesWords(machines))}` : "";
  return `- ${code(name)}${on}${before ? ` was ${prose(verdictLine(before, { today }))}` : ""}`;
}

/**
 * Returns the changes of a plan as parts of the Markdown page: environments that cannot be compared, removed, renamed and added ones, then
 * a section for each group of environments with equal changes.
 */
export function changeParts(plan: Plan, today: string): readonly Part[] {
  const { broken, removed, renamed, added, changed, same }: Sections = sectionsOf(plan, today);
  const open = changed.length <= MOST_OPEN;
  const parts: Part[] = [];
  append(
    parts,
    rowPart("❌", (count) => `${plural(count, "environment")} cannot be compared`, broken, broken.map(wordsOf)),
  );
  append(
    parts,
    rowPart(
      "➖",
      (count) => plural(count, "removed environment"),
      removed,
      removed.map((environment) => departure(environment, today)),
    ),
  );
  append(
    parts,
    rowPart(
      `✏${AS_EMOJI}`,
      (count) => plural(count, "renamed environment"),
      renamed,
      renamed.map((environment) => `- ${prose(words.renameWords(environment))}`),
    ),
  );
  append(
    parts,
    rowPart(
      "➕",
      (count) => plural(count, "new environment"),
      added,
      added.map((environment) => arrival(environment, today)),
    ),
  );
  append(
    parts,
    changed.map((section) => sectionPart(section, open)),
  );
  append(
    parts,
    same.map((section) => sectionPart(section, open && same.length <= MOST_OPEN)),
  );
  return parts;
}
