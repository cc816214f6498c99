import { affectedEnvironments, append, groupOf, plural } from "../../kernel/index.ts";
import { countedFindings, findingsToShow, type GateResult } from "../plan/gate.ts";
import type { Change, EnvironmentPlan, Plan, PlanFinding, PlanGroup } from "../plan/plan.ts";
import {
  AS_EMOJI,
  Excerpts,
  HTML,
  MARKDOWN,
  MOST_BYTES,
  NL,
  type RenderContext,
  block,
  bytesOf,
  findingLines,
  prose,
  sentence,
  verdictLine,
} from "../../report/index.ts";
import { byFile, causeWords, type FileChanges, fileWords, SIGN, speltWords, valueWords } from "./plan-change.ts";
import { connectorRows } from "./plan-connector.ts";
import { panelRows, panelValues, panelWords } from "./plan-panel.ts";
import { ownRules } from "./plan-rules-markdown.ts";
import * as words from "./plan-words.ts";

type Lines = readonly string[];

const { code } = MARKDOWN;
/** Returns text for a table cell. A vertical bar is escaped, because it would end the cell even inside code. */
const cell = (text: string): string => text.replaceAll("|", "\\|");

/** Number of rows that are listed; the rest is counted. */
const MOST_ROWS = 200;

const MARK: Readonly<Record<EnvironmentPlan["status"], string>> = {
  added: "➕",
  removed: "➖",
  changed: `✏${AS_EMOJI}`,
  unchanged: `▪${AS_EMOJI}`,
  broken: "❌",
};

/** Names a verdict by what it judges, for a reader who does not know the word. */
const COMPATIBILITY = "compatibility of tool, connector and tier";

function verdictWords({ environments: [first, ...others] }: PlanGroup, today: string): Lines {
  const { before, after } = first?.verdict ?? { before: null, after: null };
  const [old, now] = [before && verdictLine(before, { today }), after && verdictLine(after, { today })];
  const closed = after?.gate === "block" ? "❌ " : "";
  if (now === null && old === null) return [];
  if (old === now && others.length > 0 && after?.gate !== "block") return [`- **${COMPATIBILITY}:** unchanged`];
  if (old === now) return [`- **${COMPATIBILITY} (unchanged):** ${closed}${prose(now ?? "")}`];
  if (old === null) return [`- **${COMPATIBILITY}:** ${closed}${prose(now ?? "")}`];
  return [
    `- **${COMPATIBILITY} before:** ${prose(old)}`,
    `- **compatibility after:** ${closed}${now === null ? "none" : prose(now)}`,
  ];
}

function tierLines({ tier }: EnvironmentPlan): Lines {
  if (!tier) return [];
  const arrow = (before: string, after: string) =>
    before === after ? `${code(after)} stays` : `${code(before)} → ${code(after)}`;
  const warning = tier.moves === "together" ? "" : `⚠${AS_EMOJI} `;
  return [
    `- **tier:** ${warning}${words.TIER_WORDS[tier.moves]}`,
    `  - sign-in ${arrow(tier.signIn.before, tier.signIn.after)}`,
    `  - file transfer ${arrow(tier.fileTransfer.before.join(", "), tier.fileTransfer.after.join(", "))}`,
    ...tier.hosts.map(({ host, verdict, evidence }) => `  - ${code(host)} ${verdict}: ${prose(evidence)}`),
  ];
}

function keyRow(change: Change): string {
  const cause = causeWords(change);
  const cells = [
    SIGN[change.kind] === "~" ? "" : SIGN[change.kind],
    code(change.key ?? ""),
    change.secret ? valueWords(change) : code(valueWords(change)),
    prose(change.decides ?? ""),
    cause === null ? "" : code(cause),
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

function fileLines({ file, whole, keys, spelt }: FileChanges): Lines {
  const lines: string[] = [];
  const cause = whole ? causeWords(whole) : null;
  lines.push("", `**${code(file)}**${whole ? ` ${fileWords(whole)}` : ""}${cause === null ? "" : ` by ${code(cause)}`}`, "");
  if (whole?.diff)
    append(
      lines,
      block(
        whole.diff
          .replace(/\n$/, "")
          .split("\n")
          .slice(2, MOST_ROWS + 2),
        "diff",
      ),
    );
  if (keys.length > 0) append(lines, ["| | key | what changes | what the key decides | changed by |", "|---|---|---|---|---|"]);
  append(lines, keys.slice(0, MOST_ROWS).map(keyRow));
  if (keys.length > MOST_ROWS) append(lines, ["", `${keys.length - MOST_ROWS} more keys: ${code("--format json")} has them`]);
  if (spelt.length > 0) append(lines, [...(keys.length > 0 ? [""] : []), prose(speltWords(spelt))]);
  return lines;
}

/** Returns the panel's fields to type, in its order. */
function panelLines(environment: EnvironmentPlan): Lines {
  const does = panelWords(environment);
  if (does === null) return [];
  const rows = panelRows(environment).map((change) => {
    const { from, type } = panelValues(change);
    const shown = (text: string | null) =>
      text === null ? "nothing" : change.secret ? text : text === "" ? "(empty)" : code(text);
    const cause = change.cause && code(`${change.cause.file}:${change.cause.line}:${change.cause.column}`);
    return `| ${[change.field, shown(from), shown(type), change.shownAfter ?? "", cause ?? ""].map(cell).join(" | ")} |`;
  });
  const table =
    rows.length === 0 ? [] : ["", "| field | from | type this | note | changed by |", "|---|---|---|---|---|", ...rows];
  return ["", `**panel** ${does}`, ...table];
}

function headOf({ environments }: PlanGroup): string {
  const [first] = environments;
  if (!first) return "";
  const mark = first.verdict.after?.gate === "block" ? "❌" : MARK[first.status];
  const names = environments.map(({ name }) => HTML.code(name));
  const who = names.length === 1 ? `<b>${names[0]}</b>` : `<b>${names.length} environments</b>`;
  const machines = first.machines.length > 0 ? ` on ${prose(words.namesWords(first.machines), HTML)}` : "";
  const tier = first.tier ? `: ${words.TIER_WORDS[first.tier.moves]}` : "";
  return `${mark} ${who}${machines} ${prose(words.statusWords(first), HTML)}${tier}`;
}

function groupLines(group: PlanGroup, today: string, open: boolean): Lines {
  const [environment, ...others] = group.environments;
  if (!environment) return [];
  const { files, notes, added, removed } = byFile(environment);
  const { leads } = environment;
  const many = others.length > 0 ? [`- **same change in:** ${group.environments.map(({ name }) => code(name)).join(", ")}`] : [];
  const rows = environment.connector ? connectorRows(environment.connector) : [];
  const { findings } = environment;
  return [
    `<details${open ? " open" : ""}><summary>${headOf(group)}</summary>`,
    "",
    ...many,
    ...verdictWords(group, today),
    ...tierLines(environment),
    ...(leads ? [`- **sign-in:** ${code(leads.signIn)}, files go to ${code(leads.fileTransfer.join(", "))}`] : []),
    ...(added.length > 0 ? [`- **new files:** ${added.map(code).join(", ")}`] : []),
    ...(removed.length > 0 ? [`- **removed files:** ${removed.map(code).join(", ")}`] : []),
    ...rows.map(([name, text]) => `- **${name}:** ${prose(text)}`),
    ...environment.stays.map(({ what, why }) => `- **stays:** ${code(what)}: ${prose(why)}`),
    ...(findings.new + findings.gone > 0
      ? [`- **findings:** ${findings.new} new, ${findings.gone} resolved, ${findings.unchanged} unchanged`]
      : []),
    ...(notes.length > 0 ? [`- **notes:** ${notes.map(code).join(", ")} updated accordingly`] : []),
    ...words.afterWords(environment).map((text) => `- **afterwards:** ${prose(text)}`),
    ...files.flatMap(fileLines),
    ...panelLines(environment),
    "",
    "</details>",
    "",
  ];
}

/** Returns one line that names a finding whose details are not shown. */
const oneLine = ({ finding: { rule, message, at, ...finding } }: PlanFinding): string =>
  `- ${code(rule)} ${sentence(message)}${at ? ` ${code(`${at.file}:${at.line}`)}` : ""} (${prose(words.describeAffected(finding))})`;

function listLines(title: string, items: readonly PlanFinding[]): Lines {
  if (items.length === 0) return [];
  return [
    `<details><summary>${title} (${items.length})</summary>`,
    "",
    ...items.slice(0, MOST_ROWS).map(oneLine),
    "",
    "</details>",
    "",
  ];
}

/** Highest number of groups that are shown unfolded; a reviewer reads so few in any case. */
const MOST_OPEN = 3;

/** Number of blocking findings that are listed at the top. */
const MOST_AGAINST = 10;

/** Returns the reasons against merging, which come first, so that a reviewer does not have to search for them; empty if there are none. */
function against(plan: Plan, { mode, open, blocked }: GateResult, { failOn }: RenderContext): Lines {
  if (open) return [];
  const counted = countedFindings(plan, mode, failOn ?? "error");
  const own = counted.slice(0, MOST_AGAINST).map(({ finding: { rule, message, at, ...finding } }) => {
    const place = at ? `, ${code(`${at.file}:${at.line}`)}` : "";
    return `- ❌ ${prose(words.describeAffected(finding))}: ${sentence(message)}${place} (${code(rule)})`;
  });
  const more = counted.length - own.length;
  const told = new Set(
    counted.flatMap(({ finding }) => (groupOf(finding.rule) === "compat" ? affectedEnvironments(finding) : [])),
  );
  const closed = blocked.filter((name) => !told.has(name));
  return [
    "**Why not to merge:**",
    "",
    ...own,
    ...(more > 0 ? [`- and ${more} more, below`] : []),
    ...(closed.length > 0
      ? [`- ❌ blocked by the compatibility verdict: ${closed.slice(0, MOST_AGAINST).map(code).join(", ")}`]
      : []),
    "",
  ];
}

/** A part of the report that is shown or left out as a whole. */
interface Part {
  readonly lines: Lines;
  /** Short form for a report without room for the whole part. */
  readonly head: Lines;
  readonly environments: number;
  readonly findings: number;
}

function groupParts(plan: Plan, today: string): readonly Part[] {
  const isBad = ({ environments: [first] }: PlanGroup) => first?.verdict.after?.gate === "block" || first?.status === "broken";
  const groups = [...plan.groups.filter(isBad), ...plan.groups.filter((group) => !isBad(group))];
  return groups.map((group) => ({
    lines: groupLines(group, today, groups.length <= MOST_OPEN),
    head: [`- ${headOf(group)}`, ""],
    environments: group.environments.length,
    findings: 0,
  }));
}

/** Returns the findings in order: new ones in full, then resolved and unchanged ones by name. */
function findingParts(plan: Plan, gate: GateResult, context: RenderContext): readonly Part[] {
  const told = findingsToShow(plan, gate, context.failOn ?? "error");
  const excerpts = new Excerpts((path) => context.readText(path));
  const of = (state: PlanFinding["state"]) => told.filter((item) => item.state === state);
  const list = (title: string, items: readonly PlanFinding[]): readonly Part[] =>
    items.length === 0 ? [] : [{ lines: listLines(title, items), head: [], environments: 0, findings: items.length }];
  return [
    ...of("new").map(({ finding }): Part => ({ lines: findingLines(finding, excerpts), head: [], environments: 0, findings: 1 })),
    ...list("resolved findings", of("gone")),
    ...list("unchanged findings", of("unchanged")),
  ];
}

/** Returns the parts that fit, in their order. A part without room is replaced by its head, or left out. */
function fitting(parts: readonly Part[], room: number) {
  const lines: string[] = [];
  let [left, environments, findings] = [room, 0, 0];
  for (const part of parts) {
    const own = [part.lines, part.head].find((all) => all.length > 0 && bytesOf(all) <= left) ?? [];
    left -= bytesOf(own);
    append(lines, own);
    if (own === part.lines) continue;
    environments += part.environments;
    findings += part.findings;
  }
  return { lines, left, environments, findings };
}

/**
 * Returns a plan for a job summary or a comment, limited to `context.mostBytes`. Environments and findings without room are left out whole and
 * counted.
 */
export function planMarkdown(plan: Plan, gate: GateResult, context: RenderContext): string {
  const { base } = plan;
  const compiler = base.compiler === null ? "" : `, compiled by ${base.compiler}`;
  const fixed = [
    `## ${!gate.open ? "❌" : words.isDoubtful(plan, gate) ? `⚠${AS_EMOJI}` : "✅"} tierwright plan: ${prose(words.gateWords(plan, gate))}`,
    "",
    ...ownRules(plan),
    ...against(plan, gate, context),
    `Environments: ${prose(words.countWords(plan))}; findings: ${words.findingWords(plan, gate, context)}. Compared with ${prose(base.says + compiler)}.`,
    "",
    ...(plan.environments.some(({ restartTool }) => restartTool)
      ? ["🔁 Restart the tool afterwards; settings are read only at startup.", ""]
      : []),
  ];
  const room = (context.mostBytes ?? MOST_BYTES) - bytesOf(fixed) - 300;
  // Findings come before the details of environments, and take at most half of the room.
  const told = fitting(findingParts(plan, gate, context), room >> 1);
  const shown = fitting(groupParts(plan, context.today ?? ""), (room >> 1) + told.left + (room & 1));
  const missing = [
    ...(shown.environments > 0 ? [plural(shown.environments, "environment")] : []),
    ...(told.findings > 0 ? [plural(told.findings, "finding")] : []),
  ];
  const note =
    missing.length === 0
      ? []
      : [
          `✂${AS_EMOJI} ${missing.join(" and ")} shortened or omitted to fit the size limit. ${code("tierwright plan")} shows everything.`,
          "",
        ];
  return [...fixed, ...note, ...shown.lines, ...told.lines].map((line) => line + NL).join("");
}
