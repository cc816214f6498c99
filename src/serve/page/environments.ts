import { type Verdict, groupedBy, pairWords } from "../../kernel/index.ts";
import { type EnvironmentReport, countBySeverity, countWords, verdictRows } from "../../report/index.ts";
import { anchor, type Html, html, type Piece } from "./html.ts";
import type { PageInput } from "./page-input.ts";
import { rangesOf } from "./packed.ts";
import type { State } from "./state.ts";
import { badge, HOST_TONE, scrolling, type Tone, quotedProse } from "./words.ts";

/** Environments with equal verdicts, which the page shows as one card. */
interface Card {
  readonly verdict: Verdict;
  readonly blocked: boolean;
  readonly members: readonly EnvironmentReport[];
}

function cardsOf({ known, blockedNames }: State): readonly Card[] {
  const isBlocked = ({ verdict }: EnvironmentReport) => blockedNames.has(verdict.environment);
  const groups = groupedBy(known, (item) => {
    const { environment: _own, ...same } = item.verdict;
    return JSON.stringify([isBlocked(item), same]);
  });
  const all = [...groups.values()].flatMap((members) =>
    members[0] ? [{ verdict: members[0].verdict, blocked: isBlocked(members[0]), members }] : [],
  );
  return [...all.filter(({ blocked }) => blocked), ...all.filter(({ blocked }) => !blocked)];
}

function toneOf({ blocked, verdict }: Card): { tone: Tone; word: string } {
  if (blocked) return { tone: "bad", word: "blocked" };
  return verdict.gate === "accepted" ? { tone: "warn", word: "ready, by an exception" } : { tone: "good", word: "ready" };
}

function findingsCell({ findings, verdict }: EnvironmentReport): Piece {
  const counts = countBySeverity(findings);
  if (findings.length === 0) return "none";
  return html`<a href="#${anchor("env", verdict.environment)}">${countWords(counts)}</a>`;
}

function transfer({ tier }: EnvironmentReport): Piece {
  const hosts = tier?.hosts ?? [];
  if (hosts.length === 0) return "none";
  return hosts
    .slice(0, 6)
    .map(({ host, verdict }) => html`<div>${badge(HOST_TONE[verdict], verdict)} <code>${host}</code></div>`);
}

function row(item: EnvironmentReport, index: number): Html {
  const name = item.verdict.environment;
  return html`<tr data-item="environments" data-e="${index}" id="${anchor("env", name)}">
<th scope="row">${name}</th><td><code>${item.tier?.signIn ?? ""}</code></td><td>${transfer(item)}</td><td>${findingsCell(item)}</td></tr>
`;
}

/** Most environments in a card whose table is open when the page opens; a card with more shows only their number. */
const MOST_OPEN = 12;

function membersTable(card: Card, index: ReadonlyMap<string, number>, number: number): Html {
  const rows = card.members.map((item) => row(item, index.get(item.verdict.environment) ?? -1));
  const table = html`<table>
<thead><tr><th scope="col">environment</th><th scope="col">sign-in</th><th scope="col">file transfer</th><th scope="col">findings</th></tr></thead>
<tbody>${rows}</tbody></table>`;
  const wide = scrolling(`environments of card ${number + 1}`, table);
  return html`<details${card.members.length <= MOST_OPEN && html` open=""`}><summary>${card.members.length} environments</summary>${wide}</details>`;
}

type Rows = readonly (readonly [string, Piece])[];

const list = (rows: Rows): Html =>
  html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

/** Returns the rows of a card with one environment, which needs no table of environments. */
const ownRows = (item: EnvironmentReport): Rows => [
  ...(item.blocked === undefined ? [] : [["blocked", quotedProse(item.blocked)] as const]),
  ["sign-in", html`<code>${item.tier?.signIn ?? ""}</code>`],
  ["file transfer", transfer(item)],
  ["findings", findingsCell(item)],
];

function cardOf(card: Card, input: PageInput, index: ReadonlyMap<string, number>, number: number): Html {
  const { verdict, members } = card;
  const certified = input.shared.releases.get(verdict.connector)?.certifiedTiers.map(({ text }) => text);
  const { tone, word } = toneOf(card);
  const rows: Rows = verdictRows(verdict, { today: input.context.today, ...(certified && { certified }) });
  const [only] = members.length === 1 ? members : [];
  const title = only ? verdict.environment : `${members.length} environments`;
  const name = verdict.environment;
  const item = only && html` data-item="environments" data-e="${index.get(name) ?? -1}" id="${anchor("env", name)}"`;
  return html`<article class="card ${tone}"${item ?? html` data-group=""`} aria-labelledby="card-${number}">
<div data-head=""><h3 id="card-${number}">${badge(tone, word)} ${title}: ${pairWords(verdict.tool, verdict.connector)}</h3>
${list(only ? [...rows, ...ownRows(only)] : rows)}</div>
${!only && membersTable(card, index, number)}</article>
`;
}

/** Returns the verdict cards: one for all environments with the same verdict, blocked ones first. */
export function environments(input: PageInput): Html {
  const { state } = input;
  const index = new Map(input.sides.map(({ name }, i) => [name, i]));
  const cards = cardsOf(state).map((card, i) => cardOf(card, input, index, i));
  const broken = [...groupedBy(input.report.unread, ({ why }) => why)].map(
    ([why, unread], i) =>
      html`<article class="card bad" data-group="" aria-labelledby="card-unread-${i}"><div data-head=""><h3 id="card-unread-${i}">${badge("bad", "blocked")} no verdict: ${quotedProse(why)}</h3></div>
<ul>${unread.map(({ name }) => html`<li data-item="environments" data-e="${rangesOf([index.get(name) ?? -1])}" id="${anchor("env", name)}">${name}</li>`)}</ul></article>`,
  );
  return html`${broken}${cards}`;
}
