import { append, hostWords, plural } from "../../kernel/index.ts";
import type { EnvironmentPlan, Plan } from "../plan/plan.ts";
import { NL, type Style, verdictLine, visible } from "../../report/index.ts";
import { byFile, causeWords, type FileChanges, fileWords, speltWords } from "./plan-change.ts";
import { type DiffLine, factsDiff, keysDiff, textDiff } from "./plan-diff.ts";
import { MOST_NAMES, changeWords, gatesWords, onWords, partWords, staysWords, whoOf } from "./plan-heads.ts";
import { type Section, sectionsOf } from "./plan-sections.ts";
import * as words from "./plan-words.ts";

type Lines = readonly string[];

/** Number of lines of one diff block, and of environment names of one row, that are shown. */
const MOST_LINES = 2_000;
const MOST_LISTED = 40;
/** Number of environments of one row up to which each has a line. */
const MOST_DETAILED = 3;

const SIGN_OF: Readonly<Record<EnvironmentPlan["status"], string>> = {
  added: "+",
  removed: "-",
  changed: "~",
  unchanged: "=",
  broken: "✗",
};

function painted({ sign, text }: DiffLine, gap: string, style: Style): string {
  if (sign === "@") return style.dim(`@@ ${text} @@`);
  const line = `${sign}${gap}${text}`;
  if (sign === "+") return style.good(line);
  return sign === "-" ? style.error(line) : sign === "!" ? style.warning(line) : line;
}

function diffLines(lines: readonly DiffLine[], indent: string, style: Style, gap = " "): Lines {
  const more = lines.length - MOST_LINES;
  return [
    ...lines.slice(0, MOST_LINES).map((line) => indent + painted(line, gap, style)),
    ...(more > 0 ? [`${indent}and ${plural(more, "line")} more: --format json has them`] : []),
  ];
}

function fileLines({ file, whole, keys, spelt }: FileChanges, style: Style): Lines {
  const cause = whole ? causeWords(whole) : null;
  const head = `    ${visible(file)}${whole ? ` ${fileWords(whole)}` : ""}${cause === null ? "" : style.dim(` by ${visible(cause)}`)}`;
  return [
    head,
    ...(whole?.diff === undefined ? [] : diffLines(textDiff(whole.diff), "      ", style, "")),
    ...diffLines(keysDiff(keys), "      ", style),
    ...(spelt.length > 0 ? [`      ${visible(speltWords(spelt))}`] : []),
  ];
}

const row = (name: string, text: string): string => `    ${name.padEnd(13)} ${visible(text)}`;

function headOf(section: Section, style: Style, says = changeWords(section)): string {
  const { shown, environments } = section;
  const bad = shown.status === "broken" || shown.verdict.after?.gate === "block";
  const who = whoOf(environments);
  const title = visible(who.names.join(", ") || (who.count ?? ""));
  const count = who.names.length > 1 ? ` (${who.count})` : "";
  const mark = bad ? style.error("✗") : style.bold(SIGN_OF[shown.status]);
  return `${mark} ${style.bold(title)}${count}${visible(onWords(who))}: ${visible(says)}`;
}

function bodyOf({ environments, shown, facts, rows, parts }: Section, style: Style): Lines {
  const { files, added, removed } = byFile(shown);
  const { tier } = shown;
  const names = environments.map(({ name }) => name);
  const machines = [...new Set(environments.flatMap((environment) => environment.machines))];
  const shownNames = (list: readonly string[]) => words.namesWords(list, MOST_LISTED);
  return [
    ...(names.length > MOST_NAMES ? [row("in", shownNames(names))] : []),
    ...(machines.length > MOST_NAMES ? [row("on", shownNames(machines))] : []),
    ...diffLines(factsDiff(facts), "    ", style),
    ...(tier?.hosts ?? []).map(({ host, verdict, evidence }, i) =>
      row(i === 0 ? "tier" : "", `${host}: ${hostWords(verdict)} (${evidence})`),
    ),
    ...(added.length > 0 ? [row("new files", added.join(", "))] : []),
    ...(removed.length > 0 ? [row("removed files", removed.join(", "))] : []),
    ...rows.map(([name, text]) => row(name, text)),
    ...files.flatMap((file) => fileLines(file, style)),
    ...staysWords(shown).map(([what, why], i) => row(i === 0 ? "stays" : "", `${what.join(", ")}: ${why}`)),
    ...parts.flatMap((part) => [headOf(part, style, partWords(part)), ...bodyOf(part, style)].map((line) => `  ${line}`)),
  ];
}

/** Returns environments with one status as a row with their number: a few have a line each below it, many are listed by name. */
function rowBlock(
  head: string,
  environments: readonly EnvironmentPlan[],
  lineOf: (environment: EnvironmentPlan) => string,
  most = MOST_DETAILED,
): Lines {
  if (environments.length === 0) return [];
  if (environments.length > most) {
    const names = environments.map(({ name }) => name);
    return [`${head}: ${visible(words.namesWords(names, MOST_LISTED))}`];
  }
  return [[head, ...environments.map((environment) => `    ${visible(lineOf(environment))}`)].join(NL)];
}

function arrival({ name, verdict, leads }: EnvironmentPlan, today: string): string {
  const judged = verdict.after ? `  ${verdictLine(verdict.after, { today })}` : "";
  return `${name}${judged}${leads ? `; sign-in ${leads.signIn}, files go to ${leads.fileTransfer.join(", ")}` : ""}`;
}

function departure({ name, verdict, machines }: EnvironmentPlan, today: string): string {
  const on = machines.length > 0 ? ` on ${words.namesWords(machines)}` : "";
  return `${name}${on}${verdict.before ? `  was ${verdictLine(verdict.before, { today })}` : ""}`;
}

/**
 * Returns the changes of a plan as blocks: environments that cannot be compared, removed, renamed and added ones, then a section for each
 * group of environments with equal changes.
 */
export function changeBlocks(plan: Plan, today: string, style: Style): Lines {
  const { broken, removed, renamed, added, changed, same } = sectionsOf(plan, today);
  const counted = (mark: string, count: number, what: string, end = "") => `${mark} ${style.bold(plural(count, what))}${end}`;
  const status = (environment: EnvironmentPlan) => `${environment.name}  ${words.statusWords(environment)}`;
  const blocks: string[] = [];
  append(
    blocks,
    rowBlock(counted(style.error("✗"), broken.length, "environment", " cannot be compared"), broken, status, MOST_LISTED),
  );
  append(
    blocks,
    rowBlock(counted("-", removed.length, "removed environment"), removed, (environment) => departure(environment, today)),
  );
  append(blocks, rowBlock(counted("~", renamed.length, "renamed environment"), renamed, words.renameWords, MOST_LISTED));
  const gates = ` (${gatesWords(added)})`;
  append(
    blocks,
    rowBlock(counted("+", added.length, "new environment", gates), added, (environment) => arrival(environment, today)),
  );
  for (const section of [...changed, ...same]) blocks.push([headOf(section, style), ...bodyOf(section, style)].join(NL));
  return blocks;
}
