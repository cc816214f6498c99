import { countsLine } from "../../report/index.ts";
import { fleetMatrix } from "./fleet-matrix.ts";
import { anchor, type Html, html, type Piece } from "./html.ts";
import type { PageInput } from "./page-input.ts";
import { type BlockedGroup, headline, type State } from "./state.ts";
import { badge, message, names, quotedProse } from "./words.ts";

const MOST_NAMES = 8;
const MOST_ERRORS = 5;
const MOST_GROUPS = 30;

function group({ names: all, errors, why }: BlockedGroup): Html {
  const shown = errors.slice(0, MOST_ERRORS);
  const reasons: Piece =
    shown.length === 0
      ? html`<li>${quotedProse(why)}</li>`
      : shown.map(
          (finding) =>
            html`<li><a href="#${anchor("rule", finding.rule)}"><code>${finding.rule}</code></a> ${message(finding.message)}</li>`,
        );
  const more = errors.length - shown.length;
  return html`<li><strong>${names(all, MOST_NAMES)}</strong>
<ul>${reasons}${more > 0 && html`<li>and ${more} more</li>`}</ul></li>
`;
}

/** Returns the blocked environments with their reasons, each reason once. */
function blockedList({ blocked }: State): Piece {
  if (blocked.length === 0) return null;
  const more = blocked.slice(MOST_GROUPS).reduce((sum, { names: all }) => sum + all.length, 0);
  return html`<div class="blocked"><h2 id="blocked">Blocked, and why</h2>
<ul>${blocked.slice(0, MOST_GROUPS).map(group)}</ul>
${more > 0 && html`<p>${more} more environments are blocked for other reasons: see <a href="#environments">Environments</a>.</p>`}
</div>
`;
}

function provenance({ source, context, version, shared }: PageInput): Html {
  const commit = source
    ? html`commit <code>${source.commit.slice(0, 12)}</code>${source.changed && " with uncommitted changes"}`
    : "an unknown commit";
  const tool = shared.site?.tool.name && html`${shared.site.tool.name.text} · `;
  return html`<p class="made">${tool}as of ${context.today} (UTC), from ${commit}, by tierwright ${version}</p>`;
}

/** Returns the top of the page: the state of all environments in one line, the errors that block some, and the fleet table. */
export function top(input: PageInput): Html {
  const { state } = input;
  const tone = state.blocked.length > 0 ? "bad" : "good";
  return html`<header class="top">
<p class="name">${input.name}</p>
${provenance(input)}
<h1>${headline(state)}</h1>
<p class="counts">${badge(tone, state.blocked.length > 0 ? "blocked" : "ready")} ${countsLine(input.report)}</p>
${blockedList(state)}${
  input.fleet &&
  fleetMatrix(
    input.fleet,
    input.sides.map(({ name }) => name),
  )
}</header>
`;
}
