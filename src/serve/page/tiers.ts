import type { HostVerdict, HostVerdictKind } from "../../kernel/index.ts";
import { anchor, breakable, type Html, html, type Piece } from "./html.ts";
import type { PageInput } from "./page-input.ts";
import { badge, HOST_TONE, scrolling, searchLink } from "./words.ts";

interface Judged {
  readonly environment: string;
  readonly signIn: string;
  readonly host: HostVerdict;
}

/** Meaning of each verdict on whether a host belongs to the sign-in tier, the gravest first. */
const MEANS: readonly (readonly [HostVerdictKind, string])[] = [
  ["half-switch", "files would go to another tier than sign-in"],
  ["not-proven", "it is unknown whether the file server belongs to the sign-in tier"],
  ["member", "the file server is declared a member of that tier"],
  ["same", "the same name or address as sign-in"],
];

/** Most file servers in a table that is unfolded when the page opens. */
const MOST_OPEN = 40;

function row({ environment, signIn, host }: Judged, index: number): Html {
  const { verdict, evidence, measured, place } = host;
  return html`<tr data-item="tiers" data-e="${index}" data-f="${place.file}">
<th scope="row">${searchLink("env", environment)}</th><td><code>${breakable(signIn)}</code></td><td><code>${host.host}</code></td><td>${badge(HOST_TONE[verdict], verdict)}</td><td>${breakable(evidence)}${measured && evidence !== "same name as sign-in" && html` <span class="measured">measured</span>`}</td><td><a href="#${anchor("file", place.file)}"><code>${breakable(`${place.file}:${place.line}`)}</code></a></td></tr>
`;
}

function part(kind: HostVerdictKind, means: string, judged: readonly Judged[], index: ReadonlyMap<string, number>): Piece {
  if (judged.length === 0) return null;
  const grave = HOST_TONE[kind] !== "good";
  const table = html`<table class="tiers"><thead><tr><th scope="col">environment</th><th scope="col">sign-in</th><th scope="col">file server</th><th scope="col">verdict</th><th scope="col">evidence</th><th scope="col">source</th></tr></thead>
<tbody>${judged.map((item) => row(item, index.get(item.environment) ?? -1))}</tbody></table>`;
  return html`<details data-group=""${(grave || judged.length <= MOST_OPEN) && html` open=""`}><summary data-head="">${badge(HOST_TONE[kind], kind)} ${judged.length}: ${means}</summary>
${scrolling(`file servers that are ${kind}`, table)}</details>
`;
}

/** Returns the section that shows whether sign-in and file transfer of each environment reach the same tier, with the evidence. */
export function tiers({ report, sides }: PageInput): Html {
  const index = new Map(sides.map(({ name }, i) => [name, i]));
  const judged = report.tiers.flatMap(({ environment, signIn, hosts }) => hosts.map((host) => ({ environment, signIn, host })));
  if (judged.length === 0) return html`<p>No environment declares a file server.</p>`;
  const none = report.tiers.filter(({ hosts }) => hosts.length === 0).map(({ environment }) => environment);
  return html`${MEANS.map(([kind, means]) =>
    part(
      kind,
      means,
      judged.filter(({ host }) => host.verdict === kind),
      index,
    ),
  )}
${none.length > 0 && html`<p>${none.length} of the environments have no file server that can be judged: see the findings.</p>`}`;
}
