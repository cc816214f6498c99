import { groupedBy, plural } from "../../kernel/index.ts";
import type { Change } from "../../compiler/index.ts";
import { anchor, type Html, html, type Piece } from "./html.ts";
import type { Fleet, FleetState, Machine } from "./fleet.ts";
import { badge, scrolling, searchLink, type Tone } from "./words.ts";

const SAYS: Readonly<Record<FleetState, readonly [Tone, string, string]>> = {
  unknown: ["bad", "not known", "no receipt describes what lies there"],
  gone: ["bad", "of no environment here", "their environment is not in this repository"],
  "not-compiled": ["warn", "not compiled", "their environment cannot be compiled now, so nothing is compared"],
  behind: ["warn", "differ", "installed settings differ from the current repository"],
  "no-bundle": ["info", "no bundle", "rolled back to what was there before the first deploy"],
  current: ["good", "as compiled", "installed is what the repository compiles now"],
};
const ORDER: readonly FleetState[] = ["unknown", "gone", "not-compiled", "behind", "no-bundle", "current"];
const MOST_CHANGES = 40;
const MOST_OPEN = 40;
const LONG = 160;

/** Formats a timestamp as '2026-11-21 12:00 UTC'. Returns any other text unchanged. */
const time = (at: string): string => at.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, "$1 $2 UTC");

const short = (text: string | null | undefined): Piece =>
  text === null || text === undefined
    ? html`<span class="no">not set</span>`
    : text === ""
      ? html`<span class="no">empty</span>`
      : html`<code>${text.length > LONG ? `${text.slice(0, LONG)}…` : text}</code>`;

function change({ file, key, secret, before, after }: Change): Html {
  const values = secret ? "changed (a secret)" : html`installed ${short(before)}, compiled now ${short(after)}`;
  return html`<li><code>${file}</code> <code>${key ?? ""}</code>: ${values}</li>`;
}

/** Returns the differences of outdated workstations: one list for all workstations with the same differences. */
function drifts(machines: readonly Machine[]): { readonly of: ReadonlyMap<Machine, number>; readonly lists: readonly Html[] } {
  const behind = machines.filter(({ state }) => state === "behind");
  const groups = groupedBy(behind, ({ stands, side, changes }) => {
    const values = changes.map(({ file, key, before, after, secret }) => [file, key, secret ? null : before, after]);
    return JSON.stringify([stands?.bundle?.environment, side?.connector, values]);
  });
  const of = new Map([...groups.values()].flatMap((own, i) => own.map((machine) => [machine, i] as const)));
  const lists = [...groups.values()].map((own, i) => {
    const [first] = own;
    const changes = first?.changes ?? [];
    const more = changes.length - MOST_CHANGES;
    const head = `${first?.stands?.bundle?.environment ?? ""}, connector ${first?.side?.connector ?? ""}`;
    return html`<details class="drift" id="drift-${i + 1}"><summary>Difference ${i + 1}: ${plural(own.length, "workstation")} with ${head}, ${changes.length === 0 ? "another connector release" : plural(changes.length, "setting")}</summary>
<ul>${changes.slice(0, MOST_CHANGES).map(change)}${more > 0 && html`<li>and ${more} more</li>`}</ul></details>
`;
  });
  return { of, lists };
}

const RESULT: Readonly<Record<string, string>> = {
  "in-use": "the tool was running",
  refused: "refused",
  "rolled-back": "failed and rolled back",
  attention: "needs attention",
};

function drift(machine: Machine, number: number | undefined): Piece {
  const { state, older, troubled, last, changes } = machine;
  const parts: Piece[] = [];
  if (state === "behind" && number !== undefined)
    parts.push(
      html`<a href="#drift-${number + 1}">${changes.length === 0 ? "another connector" : plural(changes.length, "setting")}</a>`,
    );
  if (older) parts.push("an older bundle than elsewhere");
  if (troubled) parts.push(html`<strong>last run ${time(last.at)}: ${RESULT[last.result] ?? last.result}</strong>`);
  return parts.length === 0 ? html`<span class="no">none</span>` : parts.map((part) => html`<div>${part}</div>`);
}

function row(machine: Machine, first: boolean, index: ReadonlyMap<string, number>, number: number | undefined): Html {
  const { stands, last } = machine;
  const bundle = stands?.bundle ?? null;
  const at = bundle ? index.get(bundle.environment) : undefined;
  const environment = bundle
    ? at === undefined
      ? bundle.environment
      : searchLink("env", bundle.environment)
    : html`<span class="no">none</span>`;
  return html`<tr data-item="fleet" data-m="${last.machine}"${at !== undefined && html` data-e="${at}"`}${first && html` id="${anchor("machine", last.machine)}"`}>
<th scope="row">${last.machine}</th><td>${environment}</td><td>${bundle?.connector ?? ""}</td><td><code>${bundle?.sha256.slice(0, 12) ?? ""}</code></td><td><code>${bundle?.commit?.slice(0, 12) ?? ""}</code></td><td>${time((stands ?? last).at)}</td><td>${drift(machine, number)}</td></tr>
`;
}

function part(
  state: FleetState,
  all: readonly Machine[],
  index: ReadonlyMap<string, number>,
  of: ReadonlyMap<Machine, number>,
  seen: Set<string>,
): Piece {
  const own = all.filter((machine) => machine.state === state);
  if (own.length === 0) return null;
  const [tone, word, means] = SAYS[state];
  const rows = own.map((machine) => {
    const first = !seen.has(machine.last.machine);
    seen.add(machine.last.machine);
    return row(machine, first, index, of.get(machine));
  });
  const open = own.length <= MOST_OPEN;
  return html`<details data-group=""${open && html` open=""`}><summary data-head="">${badge(tone, word)} ${own.length}: ${means}</summary>
${scrolling(
  `workstations: ${word}`,
  html`<table class="fleet"><thead><tr><th scope="col">machine</th><th scope="col">environment</th><th scope="col">connector</th><th scope="col">bundle digest</th><th scope="col">commit</th><th scope="col">since</th><th scope="col">drift</th></tr></thead>
<tbody>${rows}</tbody></table>`,
)}</details>
`;
}

function damaged({ damaged: all, folder }: Fleet): Piece {
  if (all.length === 0) return null;
  return html`<div class="card bad" data-group=""><h3 data-head="">${badge("bad", "damaged")} ${plural(all.length, "receipt")} cannot be read</h3>
<p>What these workstations have is not known from ${folder}: copy the receipts again from the workstations.</p>
<ul>${all.map(({ name, why }) => html`<li data-item="fleet" data-m="${name}"><code>${name}</code>: ${why}</li>`)}</ul></div>
`;
}

/** Returns the summary of all workstations: '1000 workstations: 55 differ, 945 as compiled, 3 whose last run stopped'. */
export function fleetLine({ machines, damaged: unreadable }: Fleet): string {
  const counts = ORDER.flatMap((state) => {
    const count = machines.filter((machine) => machine.state === state).length;
    return count > 0 ? [`${count} ${SAYS[state][1]}`] : [];
  });
  const troubled = machines.filter((machine) => machine.troubled).length;
  const more = [
    ...(troubled > 0 ? [`${troubled} whose last run stopped`] : []),
    ...(unreadable.length > 0 ? [`${plural(unreadable.length, "receipt")} damaged`] : []),
  ];
  return `${plural(machines.length, "workstation")}: ${[...counts, ...more].join(", ")}`;
}

/** Returns the section of installed bundles, and how they differ from what the repository compiles now. */
export function machines(fleet: Fleet, names: readonly string[]): Html {
  const index = new Map(names.map((name, i) => [name, i]));
  const { of, lists } = drifts(fleet.machines);
  const seen = new Set<string>();
  return html`<p>${fleetLine(fleet)}. Receipts from <code>${fleet.folder}</code>; the newest of each installation counts.</p>
${damaged(fleet)}${ORDER.map((state) => part(state, fleet.machines, index, of, seen))}
${lists.length > 0 && html`<h3>What differs</h3>${lists}`}`;
}
