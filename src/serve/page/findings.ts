import { type Finding, type Severity, affectedEnvironments, groupedBy, plain, plural } from "../../kernel/index.ts";
import { type Excerpt, Excerpts, foldFiles, gravest, howToApply } from "../../report/index.ts";
import { anchor, type Html, html, joinedHtml, type Piece } from "./html.ts";
import type { PageInput } from "./page-input.ts";
import { rangesOf } from "./packed.ts";
import { badge, message, names, scrolling, searchLink, SEVERITY_TONE, quotedProse } from "./words.ts";

/** Most findings on the HTML page; the others are only counted. */
const MOST_FINDINGS = 2_000;
const MOST_NAMES = 200;
const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

function excerptBlock({ line, text, start, length }: Excerpt): Html {
  return html`<pre class="source"><span class="line">${line}</span> ${text.slice(0, start)}<mark>${text.slice(start, start + length)}</mark>${text.slice(start + length)}</pre>`;
}

/**
 * Returns rule, place and affected environments of a finding without links, because they are part of the element that opens the finding.
 */
function where(finding: Finding): Html {
  const { rule, at } = finding;
  const all = affectedEnvironments(finding);
  const [first = ""] = all;
  const whom = all.length === 0 ? "shared by all environments" : all.length === 1 ? first : `${all.length} environments`;
  return html`<span class="where"><code>${rule}</code>${at && html` · <code>${at.file}:${at.line}:${at.column}</code>`} · ${whom}</span>`;
}

/** Returns links to the findings of this rule, of this file and of these environments. */
function more(finding: Finding): Html {
  const { rule, at } = finding;
  const all = affectedEnvironments(finding);
  const links: readonly Piece[] = [
    html`rule ${searchLink("rule", rule)}`,
    at && html`file ${searchLink("file", at.file)}`,
    all.length > 0 && html`${all.length === 1 ? "environment" : `${all.length} environments:`} ${names(all, MOST_NAMES)}`,
  ];
  return html`<p class="where">More of: ${joinedHtml(
    links.filter((link) => link),
    " · ",
  )}</p>`;
}

function body(finding: Finding, excerpts: Excerpts): Html {
  const { notes = [], related = [], help, fix } = finding;
  const excerpt = excerpts.of(finding);
  return html`${excerpt && excerptBlock(excerpt)}${
    (notes.length > 0 || related.length > 0) &&
    html`<ul>${notes.map((note) => html`<li>${message(note)}</li>`)}${related.map(
      ({ message: text, place: at }) => html`<li>${message(text)}: <code>${at.file}:${at.line}:${at.column}</code></li>`,
    )}</ul>`
  }${help && html`<p><strong>What to do:</strong> ${message(help)}</p>`}${fix && html`<p><strong>Fix:</strong> ${quotedProse(fix.title)} (${howToApply(fix)})</p>`}${more(finding)}`;
}

function item(finding: Finding, index: ReadonlyMap<string, number>, excerpts: Excerpts, open: boolean): Html {
  const { rule, severity, at, related = [] } = finding;
  const of = affectedEnvironments(finding)
    .map((name) => index.get(name) ?? -1)
    .filter((i) => i >= 0);
  const ranges = rangesOf(of.sort((a, b) => a - b));
  const further = related.flatMap(({ message: text, place }) =>
    plain(text).startsWith("also in") ? [html`\n${place.file}`] : [],
  );
  return html`<details class="finding ${SEVERITY_TONE[severity]}" data-item="findings" data-r="${rule}"${of.length > 0 && html` data-e="${ranges}"`}${at && html` data-f="${at.file}${further}"`}${open && html` open=""`}>
<summary>${badge(SEVERITY_TONE[severity], severity)} <span class="what">${message(finding.message)}</span>${where(finding)}</summary>
<div class="body">${body(finding, excerpts)}</div></details>
`;
}

interface RuleCount {
  readonly rule: string;
  readonly severity: Severity;
  readonly findings: readonly Finding[];
}

/** Returns each rule with its findings, those with errors first. */
function byRule(findings: readonly Finding[]): readonly RuleCount[] {
  const rules = groupedBy(findings, ({ severity, rule }) => JSON.stringify([SEVERITIES.indexOf(severity), rule]));
  return [...rules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => (own[0] ? [{ rule: own[0].rule, severity: own[0].severity, findings: own }] : []));
}

function ruleTable(findings: readonly Finding[]): Html {
  const seen = new Set<string>();
  const rows = byRule(findings).map(({ rule, severity, findings: own }) => {
    const first = !seen.has(rule);
    seen.add(rule);
    const hit = new Set(own.flatMap(affectedEnvironments)).size;
    const whole = own.some((finding) => affectedEnvironments(finding).length === 0);
    return html`<tr${first && html` id="${anchor("rule", rule)}"`}><th scope="row">${searchLink("rule", rule)}</th><td>${badge(SEVERITY_TONE[severity], severity)}</td><td class="number">${own.length}</td><td class="number">${whole ? "all" : hit}</td></tr>
`;
  });
  const table = html`<table class="rules"><caption>Findings by rule; <code>tierwright explain RULE</code> explains a rule.</caption><thead><tr><th scope="col">rule</th><th scope="col">severity</th><th scope="col" class="number">findings</th><th scope="col" class="number">environments</th></tr></thead>
<tbody>${rows}</tbody></table>`;
  return scrolling("findings by rule", table);
}

/** Most findings (or errors) of which the page shows all unfolded when it opens. */
const MOST_OPEN = 8;

/**
 * Returns the findings of the page with their source excerpts, in the order of the other report formats; equal findings in several files
 * are one.
 */
export function findings({ report, context, sides }: PageInput): Html {
  const all = report.findings;
  if (all.length === 0) return html`<p>${badge("good", "none")} No findings.</p>`;
  const index = new Map(sides.map(({ name }, i) => [name, i]));
  const excerpts = new Excerpts((path) => context.readText(path));
  const folded = foldFiles(all);
  const shown = gravest(folded, MOST_FINDINGS);
  const errors = all.filter(({ severity }) => severity === "error").length;
  const opens = ({ severity }: Finding) => all.length <= MOST_OPEN || (severity === "error" && errors <= MOST_OPEN);
  const left = folded.length - shown.length;
  return html`${ruleTable(all)}
<div class="findings">${shown.map((finding) => item(finding, index, excerpts, opens(finding)))}</div>
${left > 0 && html`<p>${plural(left, "finding")} more, not shown here: <code>tierwright check --format json</code> has them all.</p>`}
${report.suppressed > 0 && html`<p>${plural(report.suppressed, "finding")} suppressed in the repository.</p>`}`;
}
