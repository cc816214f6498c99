import { atLeast, cutWords, plain } from "../../kernel/index.ts";
import { countedFindings, findingsToShow, type GateResult } from "../plan/gate.ts";
import type { EnvironmentPlan, PanelChange, Plan, PlanFinding } from "../plan/plan.ts";
import {
  Excerpts,
  NL,
  type RenderContext,
  type Style,
  betweenMarks,
  findingText,
  styleFor,
  visible,
} from "../../report/index.ts";
import { type Alike, alike, othersWords, placeOfAlike } from "./plan-alike.ts";
import { notesOf, panelsOf } from "./plan-notes.ts";
import { panelOfWords, panelRows, panelValues, panelWords } from "./plan-panel.ts";
import { changeBlocks } from "./plan-text-changes.ts";
import * as words from "./plan-words.ts";

type Lines = readonly string[];

/** Number of findings that are listed, and of blocking ones that are shown in full. */
const MOST_FINDINGS = 500;
const MOST_AGAINST = 50;
/** Number of lines of a terminal. Below a longer plan the line that says whether to merge is repeated. */
const SCREEN = 24;

function findingLine(item: Alike): string {
  const { rule, message } = item.first.finding;
  const [place, who] = placeOfAlike(item.first);
  return visible(`  ${rule}: ${plain(message)}${place === null ? "" : `  ${place}`} (${who})${othersWords(item)}`);
}

function listed(title: string, items: readonly PlanFinding[], style: Style): Lines {
  if (items.length === 0) return [];
  const rows = alike(items);
  const more = rows.length - MOST_FINDINGS;
  return [
    [
      style.bold(`${title} (${items.length})`),
      ...rows.slice(0, MOST_FINDINGS).map(findingLine),
      ...(more > 0 ? [`  and ${more} more: --format json has them`] : []),
    ].join(NL),
  ];
}

type Shown = (item: Alike) => string;

/** Number of places of equal findings that are listed below a finding. */
const MOST_PLACES = 20;

/** Returns the places of further findings with the same message, on a line below the first finding; '' if there are none. */
function alsoIn({ others }: Alike): string {
  if (others.length === 0) return "";
  const places = others.map((item) => {
    const [place, who] = placeOfAlike(item);
    return place === null ? who : `${place} (${who})`;
  });
  return `${NL}   the same in ${visible(words.namesWords(places, MOST_PLACES))}`;
}

function againstBlocks(gate: GateResult, counted: readonly PlanFinding[], shown: Shown, style: Style): Lines {
  if (gate.open || counted.length === 0) return [];
  const all = alike(counted);
  const rest = all.slice(MOST_AGAINST).flatMap(({ first, others }) => [first, ...others]);
  return [
    style.bold("why not to merge"),
    ...all.slice(0, MOST_AGAINST).map(shown),
    ...listed("more blocking findings", rest, style),
  ];
}

function findingBlocks(told: readonly PlanFinding[], shown: Shown, style: Style): Lines {
  const of = (state: PlanFinding["state"]) => told.filter((item) => item.state === state);
  const blocks = [
    ...alike(of("new")).slice(0, MOST_FINDINGS).map(shown),
    ...listed("resolved findings", of("gone"), style),
    ...listed("unchanged findings", of("unchanged"), style),
  ];
  return blocks.length === 0 ? [] : [style.bold("other findings"), ...blocks];
}

/** Number of matrix cells that are listed; a new matrix can have thousands. */
const MOST_CELLS = 200;

function ownRulesBlock({ ownRules, matrix }: Plan, style: Style): Lines {
  if (ownRules.length === 0) return [];
  const cells = words.matrixLines(matrix);
  const lines = cells.slice(0, MOST_CELLS).map((line) => `    ${visible(line)}`);
  if (cells.length > MOST_CELLS) lines.push(`    and ${cells.length - MOST_CELLS} more: --format json has them`);
  const rules = ownRules.flatMap((rule) => [
    `  ${visible(words.ownRulePlace(rule))}  ${visible(words.ownRuleWords(rule))}`,
    ...(rule.what === "matrix" ? lines : []),
  ]);
  return [[style.warning(style.bold(`! ${words.OWN_RULES}`)), ...rules].join(NL)];
}

/** Returns one changed field of the deployment tool's panel. Values have no quotes, because people type them as shown. */
function fieldLines(change: PanelChange, style: Style): Lines {
  const { from, type } = panelValues(change);
  const shown = (text: string | null) => (text === null ? "nothing" : text === "" ? "(empty)" : visible(text));
  const cause = change.cause && `${change.cause.file}:${change.cause.line}`;
  return [
    `    ${style.bold(visible(change.field))}`,
    `      type this  ${shown(type)}`,
    `      was        ${shown(from)}`,
    ...(change.shownAfter === null ? [] : [`      ${style.dim(change.shownAfter)}`]),
    ...(cause === null ? [] : [`      ${style.dim(`by ${visible(cause)}`)}`]),
  ];
}

function panelLines(environments: readonly EnvironmentPlan[], style: Style): Lines {
  const [first] = environments;
  const does = first && panelWords(first);
  if (!first || !does) return [];
  const names = words.namesWords(environments.map(({ name }) => name));
  return [`  ${visible(panelOfWords(names, does))}`, ...panelRows(first).flatMap((change) => fieldLines(change, style))];
}

function notesBlock(plan: Plan, today: string, style: Style): Lines {
  const lines = [
    ...panelsOf(plan).flatMap((environments) => panelLines(environments, style)),
    ...notesOf(plan, today).map(({ text }) => `  ${visible(text)}`),
  ];
  return lines.length === 0 ? [] : [[style.bold("after the merge"), ...lines].join(NL)];
}

/** Returns whether the change can be merged, with the numbers of changed environments and findings below it. */
function headOf(plan: Plan, gate: GateResult, context: RenderContext, style: Style): readonly [verdict: string, counts: string] {
  const { base } = plan;
  const paint = !gate.open ? style.error : words.isDoubtful(plan, gate) ? style.warning : style.good;
  const machines = words.machineWords(plan);
  const compiler = base.compiler === null ? "" : `, compiled by ${base.compiler}`;
  const counts = `${words.countWords(plan)}; findings: ${words.findingWords(plan, gate, context)}`;
  const compared = context.quiet ? "" : `${NL}compared with ${visible(base.says)}${visible(compiler)}`;
  return [
    paint(words.gateWords(plan, gate, context.failOn ?? "error")),
    `${machines === null ? "" : `${machines}${NL}`}${counts}${compared}`,
  ];
}

/**
 * Returns a plan as text for people, in the order of the Markdown page: whether to merge, what blocks, what changes, other findings, notes.
 */
export function planText(plan: Plan, gate: GateResult, context: RenderContext): string {
  const style = styleFor(context.host.stdout.color);
  const today = context.today ?? "";
  const failOn = context.failOn ?? "error";
  const excerpts = new Excerpts((path) => context.readText(path));
  const shown: Shown = (item) => findingText(item.first.finding, excerpts, style, context.host.stdout.width) + alsoIn(item);
  const counted = countedFindings(plan, gate.mode, failOn);
  const isCounted = new Set(counted);
  const counts = ({ finding }: PlanFinding) => finding.severity === "error" || atLeast(finding.severity, failOn);
  const told = findingsToShow(plan, gate, failOn).filter((item) => !isCounted.has(item) && (!context.quiet || counts(item)));
  const changes = context.quiet ? [] : changeBlocks(plan, today, style);
  const [verdict, head] = headOf(plan, gate, context, style);
  const blocks = [
    `${verdict}${NL}${head}`,
    ...ownRulesBlock(plan, style),
    ...againstBlocks(gate, counted, shown, style),
    ...(changes.length > 0 ? [style.bold("what changes"), ...changes] : []),
    ...findingBlocks(told, shown, style),
    ...(context.quiet ? [] : notesBlock(plan, today, style)),
  ];
  const isLong = blocks.reduce((sum, block) => sum + block.split(NL).length + 1, 0) > SCREEN;
  return `${[...blocks, ...(isLong ? [verdict] : [])].map((block) => betweenMarks(block, cutWords)).join(NL + NL)}${NL}`;
}
