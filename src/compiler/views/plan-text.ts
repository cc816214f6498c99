import { append, atLeast, cutWords, plain } from "../../kernel/index.ts";
import { findingsToShow, type GateResult } from "../plan/gate.ts";
import type { Change, EnvironmentPlan, PanelChange, Plan, PlanFinding, PlanGroup, TierMove } from "../plan/plan.ts";
import {
  Excerpts,
  NL,
  type RenderContext,
  type Style,
  betweenMarks,
  findingText,
  styleFor,
  verdictLine,
  visible,
} from "../../report/index.ts";
import { byFile, causeWords, type FileChanges, fileWords, SIGN, speltWords, valueWords } from "./plan-change.ts";
import { connectorRows } from "./plan-connector.ts";
import { panelRows, panelValues, panelWords } from "./plan-panel.ts";
import * as words from "./plan-words.ts";

/** Number of findings that are listed. */
const MOST_FINDINGS = 500;

const row = (name: string, text: string): string => `    ${name.padEnd(15)}${text}`;

function verdictRows({ environments: [first, ...others] }: PlanGroup, today: string): readonly string[] {
  const { before, after } = first?.verdict ?? { before: null, after: null };
  const [old, now] = [before && verdictLine(before, { today }), after && verdictLine(after, { today })];
  if (old === now && others.length > 0 && after?.gate !== "block") return [row("compatibility", "unchanged")];
  if (old === null || old === now) return now === null ? [] : [row("compatibility", now)];
  return [row("compatibility", `before  ${old}`), row("", now === null ? "after   none" : `after   ${now}`)];
}

function tierRows(tier: TierMove, style: Style): readonly string[] {
  const paint = tier.moves === "together" ? style.bold : style.warning;
  const arrow = (before: string, after: string) => (before === after ? `${after} (stays)` : `${before} -> ${after}`);
  return [
    row("tier", paint(words.TIER_WORDS[tier.moves])),
    row("", `  sign-in        ${visible(arrow(tier.signIn.before, tier.signIn.after))}`),
    row("", `  file transfer  ${visible(arrow(tier.fileTransfer.before.join(", "), tier.fileTransfer.after.join(", ")))}`),
    ...tier.hosts.map(({ host, verdict, evidence }) => row("", `  ${visible(`${host}: ${verdict} (${evidence})`)}`)),
  ];
}

const PAINT: Readonly<Record<string, keyof Style>> = { "+": "good", "-": "error", "~": "warning", "=": "dim" };

const painted = (style: Style, sign: string): string => style[PAINT[sign] ?? "dim"](sign);

function keyLines(change: Change, style: Style): readonly string[] {
  const decides = change.decides === null ? "" : style.dim(`  ${visible(change.decides)}`);
  const cause = causeWords(change);
  const where = change.kind === "remove" ? "was at" : "by";
  return [
    `      ${painted(style, SIGN[change.kind])} ${style.bold(visible(change.key ?? ""))}${decides}`,
    `          ${visible(valueWords(change))}`,
    ...(cause === null ? [] : [`          ${style.dim(`${where} ${visible(cause)}`)}`]),
  ];
}

function diffLines(diff: string, style: Style): readonly string[] {
  const paint = (line: string) => (line.startsWith("+") ? style.good : line.startsWith("-") ? style.error : style.dim);
  const lines = diff.replace(/\n$/, "").split("\n").slice(2);
  return lines.map((line) => `          ${paint(line)(visible(line))}`);
}

function fileLines({ file, whole, keys, spelt }: FileChanges, style: Style): readonly string[] {
  const lines: string[] = [];
  if (!whole) lines.push(`    ${visible(file)}`);
  else {
    lines.push(`    ${painted(style, SIGN[whole.kind])} ${visible(file)} ${fileWords(whole)}`);
    const cause = causeWords(whole);
    if (cause !== null) lines.push(`          ${style.dim(`by ${visible(cause)}`)}`);
    if (whole.diff !== undefined) append(lines, diffLines(whole.diff, style));
  }
  for (const change of keys) append(lines, keyLines(change, style));
  if (spelt.length > 0) lines.push(`      ${painted(style, "=")} ${visible(speltWords(spelt))}`);
  return lines;
}

/** Returns one field of the panel. Values have no quotes, because people type them as shown. */
function panelLines(change: PanelChange, style: Style): readonly string[] {
  const { from, type } = panelValues(change);
  const shown = (text: string | null) => (text === null ? "nothing" : text === "" ? "(empty)" : visible(text));
  const cause = change.cause && `${change.cause.file}:${change.cause.line}:${change.cause.column}`;
  return [
    `      ${painted(style, SIGN[change.kind])} ${style.bold(visible(change.field))}`,
    `          from       ${shown(from)}`,
    `          type this  ${shown(type)}`,
    ...(change.shownAfter === null ? [] : [`          ${style.dim(change.shownAfter)}`]),
    ...(cause === null ? [] : [`          ${style.dim(`by ${visible(cause)}`)}`]),
  ];
}

function panelBlock(environment: EnvironmentPlan, style: Style): readonly string[] {
  const words = panelWords(environment);
  if (words === null) return [];
  return [row("panel", words), ...panelRows(environment).flatMap((change) => panelLines(change, style))];
}

function headOf({ environments: [first, ...others] }: PlanGroup, style: Style): string {
  if (!first) return "";
  const names = [first, ...others].map(({ name }) => name);
  const mark =
    first.status === "broken" || first.verdict.after?.gate === "block" ? style.error("✗") : style.bold(SIGN_OF[first.status]);
  const on = first.machines.length > 0 ? ` on ${words.namesWords(first.machines)}` : "";
  const status = words.statusWords(first);
  if (others.length === 0) return `${mark} ${style.bold(visible(first.name))}${visible(on)}  ${visible(status)}`;
  return `${mark} ${style.bold(`${names.length} environments`)}  ${visible(status)}; same change in: ${visible(words.namesWords(names, 40))}`;
}

const SIGN_OF: Readonly<Record<EnvironmentPlan["status"], string>> = {
  added: "+",
  removed: "-",
  changed: "~",
  unchanged: "=",
  broken: "✗",
};

function groupText(group: PlanGroup, today: string, style: Style): string {
  const [environment] = group.environments;
  if (!environment) return "";
  const { files, notes, added, removed } = byFile(environment);
  const lines = [headOf(group, style), ...verdictRows(group, today)];
  if (environment.tier) append(lines, tierRows(environment.tier, style));
  if (environment.connector)
    append(
      lines,
      connectorRows(environment.connector).map(([name, text]) => row(name, visible(text))),
    );
  const { leads } = environment;
  if (leads) lines.push(row("sign-in", visible(leads.signIn)), row("files to", visible(leads.fileTransfer.join(", "))));
  if (added.length > 0) lines.push(row("new files", visible(added.join(", "))));
  if (removed.length > 0) lines.push(row("removed files", visible(removed.join(", "))));
  for (const file of files) append(lines, fileLines(file, style));
  append(lines, panelBlock(environment, style));
  if (notes.length > 0) lines.push(row("notes", `${visible(notes.join(", "))} updated accordingly`));
  for (const [i, { what, why }] of environment.stays.entries())
    lines.push(row(i === 0 ? "stays" : "", `${visible(what)}: ${visible(why)}`));
  const { findings } = environment;
  if (findings.new + findings.gone > 0)
    lines.push(row("findings", `${findings.new} new, ${findings.gone} resolved, ${findings.unchanged} unchanged`));
  for (const [i, text] of words.afterWords(environment).entries())
    lines.push(row(i === 0 ? "afterwards" : "", style.bold(visible(text))));
  return lines.join(NL);
}

const findingLine = ({ finding }: PlanFinding): string =>
  visible(
    `  ${finding.rule}: ${plain(finding.message)}${finding.at ? `  ${finding.at.file}:${finding.at.line}` : ""} (${words.describeAffected(finding)})`,
  );

function findingBlocks(plan: Plan, gate: GateResult, context: RenderContext, style: Style): readonly string[] {
  const told = findingsToShow(plan, gate, context.failOn ?? "error");
  const counts = ({ finding }: PlanFinding) =>
    finding.severity === "error" || atLeast(finding.severity, context.failOn ?? "error");
  const of = (state: PlanFinding["state"]) => told.filter((item) => item.state === state && (!context.quiet || counts(item)));
  const excerpts = new Excerpts((path) => context.readText(path));
  const shown = (items: readonly PlanFinding[]) =>
    items.slice(0, MOST_FINDINGS).map(({ finding }) => findingText(finding, excerpts, style, context.host.stdout.width));
  const listed = (title: string, items: readonly PlanFinding[]) =>
    items.length === 0
      ? []
      : [[style.bold(`${title} (${items.length})`), ...items.slice(0, MOST_FINDINGS).map(findingLine)].join(NL)];
  return [...shown(of("new")), ...listed("resolved findings", of("gone")), ...listed("unchanged findings", of("unchanged"))];
}

/** Number of matrix cells that are listed; a new matrix can have thousands. */
const MOST_CELLS = 200;

function ownRulesBlock({ ownRules, matrix }: Plan, style: Style): readonly string[] {
  if (ownRules.length === 0) return [];
  const cells = words.matrixLines(matrix);
  const listed = cells.slice(0, MOST_CELLS).map((line) => `    ${visible(line)}`);
  if (cells.length > MOST_CELLS) listed.push(`    and ${cells.length - MOST_CELLS} more: --format json has them`);
  const lines = ownRules.flatMap((rule) => [
    `  ${visible(words.ownRulePlace(rule))}  ${visible(words.ownRuleWords(rule))}`,
    ...(rule.what === "matrix" ? listed : []),
  ]);
  return [[style.warning(style.bold(`! ${words.OWN_RULES}`)), ...lines].join(NL)];
}

/** Returns a plan as text for people. */
export function planText(plan: Plan, gate: GateResult, context: RenderContext): string {
  const style = styleFor(context.host.stdout.color);
  const today = context.today ?? "";
  const { base } = plan;
  const compiler = base.compiler === null ? "" : `, compiled by ${base.compiler}`;
  const groups = context.quiet ? [] : plan.groups.map((group) => groupText(group, today, style));
  const count = `${words.countWords(plan)}; findings: ${words.findingWords(plan, gate, context)}`;
  const verdict = (!gate.open ? style.error : words.isDoubtful(plan, gate) ? style.warning : style.good)(
    words.gateWords(plan, gate),
  );
  const blocks = [
    ...ownRulesBlock(plan, style),
    ...(context.quiet ? [] : [`compared with ${visible(base.says)}${visible(compiler)}`]),
    ...groups,
    ...findingBlocks(plan, gate, context, style),
    `${count}${NL}${verdict}`,
  ];
  return `${blocks.map((block) => betweenMarks(block, cutWords)).join(NL + NL)}${NL}`;
}
