import { affectedEnvironments, groupOf, path, plural, printedCommand, shellCommand } from "../../kernel/index.ts";
import { countedFindings, findingsToShow, type GateResult } from "../plan/gate.ts";
import type { EnvironmentPlan, Plan, PlanFinding } from "../plan/plan.ts";
import {
  AS_EMOJI,
  Excerpts,
  MARKDOWN,
  MOST_BYTES,
  NL,
  type RenderContext,
  bytesOf,
  findingLines,
  prose,
  sentence,
} from "../../report/index.ts";
import { type Alike, alike, othersWords, placeOfAlike } from "./plan-alike.ts";
import { changeParts } from "./plan-markdown-changes.ts";
import { type Note, notesOf, panelsOf } from "./plan-notes.ts";
import { panelOfWords, panelRows, panelValues, panelWords } from "./plan-panel.ts";
import { type Part, fitting } from "./plan-parts.ts";
import { ownRules } from "./plan-rules-markdown.ts";
import * as words from "./plan-words.ts";

type Lines = readonly string[];

const { code } = MARKDOWN;

/** Largest number of findings in a folded list. */
const MOST_ROWS = 200;
/** Number of blocking findings that are shown in full. */
const MOST_AGAINST = 10;

/** Number of characters of a quoted line of a file that a web page of 860 pixels shows without scrolling. */
const WIDEST_EXCERPT = 88;

/** Returns one line that names a finding whose details are not shown. */
function oneLine(item: Alike): string {
  const { rule, message } = item.first.finding;
  const [place, who] = placeOfAlike(item.first);
  return `- ${code(rule)} ${sentence(message)}${place === null ? "" : ` ${code(place)}`} (${prose(who)})${othersWords(item)}`;
}

function listPart(title: string, items: readonly PlanFinding[]): readonly Part[] {
  if (items.length === 0) return [];
  const rows = alike(items);
  const more = rows.length - MOST_ROWS;
  const lines = [
    `<details><summary>${title} (${items.length})</summary>`,
    "",
    ...rows.slice(0, MOST_ROWS).map(oneLine),
    ...(more > 0 ? [`- and ${more} more: ${code("tierwright plan --format json")} has them`] : []),
    "",
    "</details>",
    "",
  ];
  return [{ lines, head: [], environments: 0, findings: items.length }];
}

/** Returns a finding in full, with the places of the findings that have the same message. */
function alikePart({ first, others }: Alike, excerpts: Excerpts, open: boolean): Part {
  const places = others.slice(0, MOST_ROWS).map((item) => {
    const [place, who] = placeOfAlike(item);
    return `- ${place === null ? "" : `${code(place)} `}(${prose(who)})`;
  });
  const more = others.length - MOST_ROWS;
  if (more > 0) places.push(`- and ${more} more: ${code("tierwright plan --format json")} has them`);
  const title = `<details><summary>the same in ${plural(others.length, "more place")}</summary>`;
  const lines = findingLines(first.finding, excerpts, open);
  const all = others.length === 0 ? lines : [...lines, title, "", ...places, "", "</details>", ""];
  return { lines: all, head: open ? [oneLine({ first, others }), ""] : [], environments: 0, findings: others.length + 1 };
}

/**
 * Returns the reasons against merging that no finding in `counted` names: a blocking verdict, and a file server that is no longer proven to
 * be in the sign-in tier.
 */
function otherReasons(plan: Plan, { blocked }: GateResult, counted: readonly PlanFinding[]): Lines {
  const told = (group: string) =>
    new Set(counted.flatMap(({ finding }) => (groupOf(finding.rule) === group ? affectedEnvironments(finding) : [])));
  const [judged, tiers] = [told("compat"), told("tier")];
  const closed = blocked.filter((name) => !judged.has(name));
  const lost = plan.environments.filter(({ name }) => !tiers.has(name)).flatMap((environment) => environment.lost);
  return [
    ...(closed.length > 0
      ? [`- ❌ blocked by the compatibility verdict: ${closed.slice(0, MOST_AGAINST).map(code).join(", ")}`]
      : []),
    ...lost
      .slice(0, MOST_AGAINST)
      .map(({ host, evidence }) => `- ❌ ${code(host)} is no longer proven to belong to the sign-in tier: ${prose(evidence)}`),
  ];
}

/** Returns what blocks the merge, in full, so that a reviewer does not have to search for it; empty if nothing does. */
function againstParts(plan: Plan, gate: GateResult, counted: readonly PlanFinding[], excerpts: Excerpts): readonly Part[] {
  if (gate.open) return [];
  const other = otherReasons(plan, gate, counted);
  const all = alike(counted);
  const shown = all.slice(0, MOST_AGAINST).map((item) => alikePart(item, excerpts, true));
  const rest = all.slice(MOST_AGAINST).flatMap(({ first, others }) => [first, ...others]);
  const heading = { lines: ["### Why not to merge", "", ...other, ""], head: [], environments: 0, findings: 0 };
  return [heading, ...shown, ...listPart("more blocking findings", rest)];
}

/** Returns the findings that do not block: new ones in full, then resolved and unchanged ones by name. */
function findingParts(told: readonly PlanFinding[], excerpts: Excerpts): readonly Part[] {
  const of = (state: PlanFinding["state"]) => told.filter((item) => item.state === state);
  return [
    ...alike(of("new")).map((item) => alikePart(item, excerpts, false)),
    ...listPart("resolved findings", of("gone")),
    ...listPart("unchanged findings", of("unchanged")),
  ];
}

const NOTE_MARK: Readonly<Record<Note["about"], string>> = {
  restart: "🔁",
  rename: `✏${AS_EMOJI}`,
  removal: "➖",
  exception: "⏳",
  files: "📄",
};

/**
 * Returns the changed fields of the deployment tool's panel, which a person types, in the order of the panel. Values are code on one line,
 * so that they can be copied.
 */
function panelLines(environments: readonly EnvironmentPlan[]): Lines {
  const [first] = environments;
  const does = first && panelWords(first);
  if (!first || !does) return [];
  const names = words.namesWords(environments.map(({ name }) => name));
  const fields = panelRows(first).map((change) => {
    const { from, type } = panelValues(change);
    const shown = (text: string | null) =>
      text === null ? "nothing" : change.secret ? text : text === "" ? "(empty)" : code(text);
    const cause = change.cause ? ` (${code(`${change.cause.file}:${change.cause.line}`)})` : "";
    const after = change.shownAfter === null ? "" : `; ${prose(change.shownAfter)}`;
    return `  - **${prose(change.field)}:** type ${shown(type)}, was ${shown(from)}${after}${cause}`;
  });
  return [`- ⌨${AS_EMOJI} ${prose(panelOfWords(names, does))}`, ...fields];
}

function notePart(plan: Plan, today: string): readonly Part[] {
  const panels = panelsOf(plan).flatMap(panelLines);
  const notes = notesOf(plan, today).map(({ about, text }) => `- ${NOTE_MARK[about]} ${prose(text)}`);
  if (panels.length + notes.length === 0) return [];
  const lines = ["### After the merge", "", ...panels, ...notes, ""];
  return [{ lines, head: ["### After the merge", "", ...notes, ""], environments: 0, findings: 0 }];
}

/** Returns the command that prints a plan in full. */
function wholeCommand({ base, environments }: Plan): string {
  if (base.kind === "environment")
    return printedCommand(shellCommand`tierwright plan --from ${base.name} --to ${environments[0]?.name ?? ""}`);
  const name = base.kind === "commit" ? (base.commit ?? base.name).slice(0, 12) : base.name;
  return printedCommand(shellCommand`tierwright plan --base ${path(name)}`);
}

/** Returns the lines that every page has: whether the change can be merged, the counts, and changed rules of the repository (`OwnRule`). */
function headLines(plan: Plan, gate: GateResult, context: RenderContext): Lines {
  const { base } = plan;
  const compiler = base.compiler === null ? "" : `, compiled by ${prose(base.compiler)}`;
  // the comma after the name of a commit is not part of the name, so it is outside of the code span
  const says =
    base.kind === "commit"
      ? base.says
          .split(", ")
          .map((part) => prose(part))
          .join(", ")
      : prose(base.says);
  const mark = !gate.open ? "❌" : words.isDoubtful(plan, gate) ? `⚠${AS_EMOJI}` : "✅";
  const machines = words.machineWords(plan);
  return [
    `## ${mark} tierwright plan: ${prose(words.gateWords(plan, gate, context.failOn ?? "error"))}`,
    "",
    `${machines === null ? "" : `${machines}. `}Environments: ${prose(words.countWords(plan))}; findings: ${words.findingWords(plan, gate, context)}. Compared with ${says}${compiler}.`,
    "",
    ...ownRules(plan),
  ];
}

/**
 * Returns a plan for a job summary or pull-request comment, limited to `context.mostBytes`: the gate, what blocks, what changes, other
 * findings, and notes for people. Parts without room are left out whole and counted.
 */
export function planMarkdown(plan: Plan, gate: GateResult, context: RenderContext): string {
  const today = context.today ?? "";
  const failOn = context.failOn ?? "error";
  const excerpts = new Excerpts((file) => context.readText(file), WIDEST_EXCERPT);
  const counted = countedFindings(plan, gate.mode, failOn);
  const isCounted = new Set(counted);
  const told = findingsToShow(plan, gate, failOn).filter((item) => !isCounted.has(item));
  const fixed = headLines(plan, gate, context);
  const room = (context.mostBytes ?? MOST_BYTES) - bytesOf(fixed) - 400;
  const notes = fitting(notePart(plan, today), room >> 2);
  const against = fitting(againstParts(plan, gate, counted, excerpts), (room - bytesOf(notes.lines)) >> 1);
  const left = room - bytesOf(notes.lines) - bytesOf(against.lines);
  const findings = fitting(findingParts(told, excerpts), left >> 1);
  const changes = fitting(changeParts(plan, today), left - bytesOf(findings.lines));
  const environments = changes.environments;
  const missing = [
    ...(environments > 0 ? [plural(environments, "environment")] : []),
    ...(against.findings + findings.findings > 0 ? [plural(against.findings + findings.findings, "finding")] : []),
  ];
  const cut = `✂${AS_EMOJI} ${missing.join(" and ")} shortened or omitted to fit the size limit. ${code(wholeCommand(plan))} shows everything.`;
  return [
    ...fixed,
    ...(missing.length === 0 ? [] : [cut, ""]),
    ...against.lines,
    ...(changes.lines.length > 0 ? ["### What changes", "", ...changes.lines] : []),
    ...(findings.lines.length > 0 ? ["### Other findings", "", ...findings.lines] : []),
    ...notes.lines,
  ]
    .filter((line, i, all) => line !== "" || all[i - 1] !== "")
    .map((line) => line + NL)
    .join("");
}
