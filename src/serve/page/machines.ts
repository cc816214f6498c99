import { groupedBy, plural } from "../../kernel/index.ts";
import type { Change } from "../../compiler/index.ts";
import { shorten } from "../../report/index.ts";
import { isUncommitted } from "../../deploy/index.ts";
import { NEVER_SEEN } from "./fleet-data.ts";
import type { ExpectedMachine, Fleet, FleetState, Machine } from "./fleet.ts";
import { fleetLine, ORDER, RESULT, remarksOf, STATES, silentWords, timeText } from "./fleet-words.ts";
import { anchor, type Html, html, joinedHtml, type Piece } from "./html.ts";
import { rollout } from "./rollout.ts";
import { badge, scrolling, searchLink } from "./words.ts";

const MOST_CHANGES = 40;
const MOST_OPEN = 40;
/** Most differing settings that the row of a workstation names. */
const MOST_KEYS = 4;
const LONG = 160;

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

/** Workstations with the same differences from the repository, which the page lists once. */
export interface Drift {
  readonly environment: string;
  readonly connector: string;
  readonly changes: readonly Change[];
  readonly machines: readonly Machine[];
}

/** Returns the differences of workstations that are not as compiled: one entry for all workstations with the same differences. */
export function driftsOf(machines: readonly Machine[]): readonly Drift[] {
  const outdated = machines.filter(({ state }) => state === "differs" || state === "other-release");
  // machines with one installed state (`side`) share the list of its changes
  const states = [...groupedBy(outdated, ({ stands }) => stands?.side).values()];
  const groups = groupedBy(states, ([first]) => {
    const values = first?.changes.map(({ file, key, before, after, secret }) => [file, key, secret ? null : before, after]);
    return JSON.stringify([first?.stands?.bundle?.environment, first?.stands?.side?.connector, values]);
  });
  return [...groups.values()].map((group) => {
    const own = group.flat();
    const stands = own[0]?.stands;
    return {
      environment: stands?.bundle?.environment ?? "",
      connector: stands?.side?.connector ?? "",
      changes: own[0]?.changes ?? [],
      machines: own,
    };
  });
}

function driftList({ environment, connector, changes, machines: own }: Drift, index: number): Html {
  const more = changes.length - MOST_CHANGES;
  const head = `${environment}, connector ${connector}`;
  return html`<details class="drift" id="drift-${index + 1}"><summary>Difference ${index + 1}: ${plural(own.length, "workstation")} with ${head}, ${changes.length === 0 ? "another connector release" : plural(changes.length, "setting")}</summary>
<ul>${changes.slice(0, MOST_CHANGES).map(change)}${more > 0 && html`<li>and ${more} more</li>`}</ul></details>
`;
}

/**
 * Returns the keys whose values differ on a machine, as a link to their values: 'LicenseDir, URL and 3 more settings'; none for a machine
 * without differences.
 */
function keysOf({ state, changes }: Machine, number: number | undefined): readonly Piece[] {
  if (number === undefined) return [];
  const keys = [...new Set(changes.slice(0, MOST_KEYS).flatMap(({ key }) => key ?? []))];
  const more = changes.length - keys.length;
  const named = joinedHtml(
    keys.map((key) => html`<code>${key}</code>`),
    ", ",
  );
  const rest = keys.length === 0 ? "another connector" : more > 0 && ` and ${plural(more, "more setting")}`;
  return [
    ...(state === "other-release" && keys.length > 0 ? ["another connector"] : []),
    html`<a href="#drift-${number + 1}">${named}${rest}</a>`,
  ];
}

function remarks(machine: Machine, number: number | undefined, { notSeenDays }: Fleet): Piece {
  const { older, troubled, stands, last, silent, ahead, unexpected, meant } = machine;
  const parts: readonly Piece[] = [
    ...keysOf(machine, number),
    ...(older ? ["an older bundle than elsewhere"] : []),
    ...(troubled
      ? [
          html`<strong>last run ${timeText(last.at)}: ${RESULT[last.result]}</strong>${last.error !== null && `: ${shorten(last.error)}`}`,
        ]
      : []),
    ...(silent ? [silentWords(notSeenDays)] : []),
    ...(ahead ? [html`<strong>a clock is wrong: the receipt is of a later day than today</strong>`] : []),
    ...(isUncommitted(stands) ? ["bundle built with uncommitted changes"] : []),
    ...(unexpected ? ["not in the list of expected machines"] : []),
    ...(meant !== null ? [html`<strong>expected: ${meant}</strong>`] : []),
  ];
  return parts.length === 0 ? html`<span class="no">none</span>` : parts.map((part) => html`<div>${part}</div>`);
}

function times({ since, seen }: Machine): Piece {
  const first = timeText(since ?? seen);
  const latest = timeText(seen);
  return first === latest ? first : html`${first}<div class="where">latest receipt ${latest}</div>`;
}

/** The data that all rows of the page's list of workstations share. */
interface Rows {
  readonly fleet: Fleet;
  readonly index: ReadonlyMap<string, number>;
  readonly numbers: ReadonlyMap<Machine, number>;
  /** Names of the machines that already have a row: only the first row of a name gets the id to which links lead. */
  readonly placed: Set<string>;
}

function environmentCell(name: string | null, { index }: Rows): Piece {
  if (name === null) return html`<span class="no">none</span>`;
  return index.has(name) ? searchLink("env", name) : name;
}

function rowStart(machine: string, environment: string | null, state: string, rows: Rows): Html {
  const { index, placed } = rows;
  const first = !placed.has(machine);
  placed.add(machine);
  const at = environment === null ? undefined : index.get(environment);
  return html`<tr data-item="fleet" data-m="${machine}" data-s="${state}"${at !== undefined && html` data-e="${at}"`}${first && html` id="${anchor("machine", machine)}"`}>
<th scope="row">${machine}</th><td>${environmentCell(environment, rows)}</td>`;
}

function row(machine: Machine, rows: Rows): Html {
  const { stands, last, state, silent } = machine;
  const bundle = stands?.bundle ?? null;
  const start = rowStart(last.machine, bundle?.environment ?? null, silent ? `${state} not-seen` : state, rows);
  return html`${start}<td>${remarks(machine, rows.numbers.get(machine), rows.fleet)}</td><td>${times(machine)}</td><td>${bundle?.connector ?? ""}</td><td><code>${bundle?.sha256.slice(0, 12) ?? ""}</code></td><td><code>${bundle?.commit?.slice(0, 12) ?? ""}</code></td></tr>
`;
}

function group(count: number, head: Piece, label: string, lines: Piece): Html {
  const open = count <= MOST_OPEN;
  return html`<details data-group=""${open && html` open=""`}><summary data-head="">${head}</summary>
${scrolling(
  `workstations: ${label}`,
  html`<table class="fleet"><thead><tr><th scope="col">machine</th><th scope="col">environment</th><th scope="col">drift</th><th scope="col">since</th><th scope="col">connector</th><th scope="col">bundle digest</th><th scope="col">commit</th></tr></thead>
<tbody>${lines}</tbody></table>`,
)}</details>
`;
}

function part(state: FleetState, own: readonly Machine[], rows: Rows): Piece {
  if (own.length === 0) return null;
  const { tone, word, means } = STATES[state];
  return group(
    own.length,
    html`${badge(tone, word)} ${own.length}: ${means}`,
    word,
    own.map((machine) => row(machine, rows)),
  );
}

function neverSeen({ neverSeen: all, expected }: Fleet, rows: Rows): Piece {
  if (all.length === 0) return null;
  const line = ({ machine, environment }: ExpectedMachine) =>
    html`${rowStart(machine, environment, NEVER_SEEN, rows)}<td><span class="no">no receipt</span></td><td></td><td></td><td></td><td></td></tr>
`;
  const head = html`${badge("bad", "never seen")} ${all.length}: expected in <code>${expected?.file}</code>, and there is no receipt of them`;
  return group(all.length, head, "never seen", all.map(line));
}

function damaged({ damaged: all, folders }: Fleet): Piece {
  if (all.length === 0) return null;
  return html`<div class="card bad" data-group=""><h3 data-head="">${badge("bad", "damaged")} ${plural(all.length, "receipt")} cannot be read</h3>
<p>The state of these workstations is unknown: copy their receipts to ${folders.join(", ")} again.</p>
<ul>${all.map(({ name, why }) => html`<li data-item="fleet" data-m="${name}"><code>${name}</code>: ${why}</li>`)}</ul></div>
`;
}

function doubts(fleet: Fleet): Piece {
  const all = remarksOf({ ...fleet, damaged: [] });
  if (all.length === 0) return null;
  return html`<div class="card warn"><h3>${badge("warn", "to know")} About these receipts</h3>
<ul>${all.map((remark) => html`<li>${remark}</li>`)}</ul></div>
`;
}

/** Returns the machines as the page lists them: by state, gravest first. */
export const listedMachines = ({ machines: all }: Fleet): readonly Machine[] => {
  const byState = groupedBy(all, ({ state }) => state);
  return ORDER.flatMap((state) => byState.get(state) ?? []);
};

const EXPORT = html`<p class="export" hidden=""><button type="button" data-export="csv">Export as CSV</button> <button type="button" data-export="json">Export as JSON</button> <span class="where">Exports the workstations that the search shows.</span></p>
`;

/** Returns the section about workstations: their installed bundles, and how these differ from what the repository compiles now. */
export function machines(fleet: Fleet, names: readonly string[]): Html {
  const drifts = driftsOf(fleet.machines);
  const numbers = new Map(drifts.flatMap(({ machines: own }, i) => own.map((machine) => [machine, i] as const)));
  const rows: Rows = { fleet, index: new Map(names.map((name, i) => [name, i])), numbers, placed: new Set() };
  const byState = groupedBy(fleet.machines, ({ state }) => state);
  const folders = joinedHtml(
    fleet.folders.map((folder) => html`<code>${folder}</code>`),
    ", ",
  );
  return html`<p>${fleetLine(fleet)}. Receipts from ${folders}; the newest of each installation is used.</p>
${EXPORT}${rollout(fleet)}${damaged(fleet)}${doubts(fleet)}${ORDER.map((state) => part(state, byState.get(state) ?? [], rows))}${neverSeen(fleet, rows)}
${drifts.length > 0 && html`<h3>Differences</h3>${drifts.map(driftList)}`}`;
}
