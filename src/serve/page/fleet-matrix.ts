import { plural } from "../../kernel/index.ts";
import { recordedEnvironment } from "../../compiler/index.ts";
import type { Fleet, FleetState, Machine } from "./fleet.ts";
import { NEVER_SEEN } from "./fleet-data.ts";
import { fleetLine, ORDER, silentWords, STATES } from "./fleet-words.ts";
import { anchor, type Html, html, type Piece } from "./html.ts";
import { badge, scrolling, searchLink } from "./words.ts";

/** Most environments that the fleet table shows; the others are in a folded table. */
const MOST_ROWS = 8;

type Column = FleetState | typeof NEVER_SEEN | "not-seen";

interface Row {
  readonly environment: string | null;
  readonly counts: ReadonlyMap<Column, number>;
}

const sum = ({ counts }: Row, columns: readonly Column[]): number =>
  columns.reduce((all, column) => all + (counts.get(column) ?? 0), 0);

/** Returns the environment in whose row of the fleet table a workstation is counted; null if none is known. */
function environmentOf({ stands }: Machine): string | null {
  const name = stands?.bundle?.environment ?? null;
  return name === null ? null : recordedEnvironment(name);
}

/**
 * Returns a row of the fleet table for each environment with workstations, that with the most workstations that are not as compiled first,
 * and that without an environment last.
 */
function rowsOf({ machines, neverSeen }: Fleet): readonly Row[] {
  const rows = new Map<string | null, Map<Column, number>>();
  const add = (environment: string | null, column: Column) => {
    const counts = rows.get(environment) ?? new Map<Column, number>();
    counts.set(column, (counts.get(column) ?? 0) + 1);
    rows.set(environment, counts);
  };
  for (const machine of machines) {
    add(environmentOf(machine), machine.state);
    if (machine.silent) add(environmentOf(machine), "not-seen");
  }
  for (const { environment } of neverSeen) add(environment, NEVER_SEEN);
  const all = [...rows].map(([environment, counts]) => ({ environment, counts }));
  const open = (row: Row) => sum(row, [...ORDER.filter((state) => state !== "current"), NEVER_SEEN]);
  const last = (row: Row) => Number(row.environment === null);
  return all.sort((a, b) => last(a) - last(b) || open(b) - open(a) || ((a.environment ?? "") < (b.environment ?? "") ? -1 : 1));
}

function cell(row: Row, column: Column, known: ReadonlySet<string>): Html {
  const count = row.counts.get(column) ?? 0;
  if (count === 0) return html`<td class="number no">0</td>`;
  const { environment } = row;
  const place = environment === null ? [] : [anchor(known.has(environment) ? "env" : "q", environment)];
  const state = anchor("state", column);
  // a link that names only a state also finds workstations of every environment, so a cell without environment has one only for states that
  // none with an environment has
  const exact = environment !== null || column === "not-known" || column === "no-bundle";
  return html`<td class="number">${exact ? html`<a href="#${[...place, state].join("&")}">${count}</a>` : count}</td>`;
}

function tableOf(
  rows: readonly Row[],
  columns: readonly Column[],
  fleet: Fleet,
  known: ReadonlySet<string>,
  label: string,
): Html {
  const word = (column: Column): string =>
    column === "not-seen" ? silentWords(fleet.notSeenDays) : column === NEVER_SEEN ? "never seen" : STATES[column].word;
  const heads = columns.map((column) => html`<th scope="col" class="number">${word(column)}</th>`);
  const lines = rows.map(({ environment, counts }) => {
    const name: Piece =
      environment === null
        ? html`<span class="no">no environment</span>`
        : known.has(environment)
          ? searchLink("env", environment)
          : environment;
    const row = { environment, counts };
    return html`<tr><th scope="row">${name}</th><td class="number">${sum(row, [...ORDER, NEVER_SEEN])}</td>${columns.map((column) => cell(row, column, known))}</tr>
`;
  });
  return scrolling(
    label,
    html`<table class="states"><thead><tr><th scope="col">environment</th><th scope="col" class="number">machines</th>${heads}</tr></thead>
<tbody>${lines}</tbody></table>`,
  );
}

/** Returns the fleet table at the top of the page: environments by states, with the number of workstations in each cell. */
export function fleetMatrix(fleet: Fleet, names: readonly string[]): Html {
  const rows = rowsOf(fleet);
  const known = new Set(names);
  const used = (column: Column) => rows.some(({ counts }) => counts.has(column));
  const columns: readonly Column[] = [
    ...[...ORDER].reverse().filter((state) => state === "current" || state === "differs" || used(state)),
    ...([NEVER_SEEN, "not-seen"] as const).filter(used),
  ];
  const [first, more] = [rows.slice(0, MOST_ROWS), rows.slice(MOST_ROWS)];
  const tone = fleet.machines.every(({ state }) => state === "current") && fleet.neverSeen.length === 0 ? "good" : "warn";
  const { damaged } = fleet;
  return html`<div class="fleet-top"><h2 id="fleet-top">Fleet</h2>
<p class="counts">${badge(damaged.length > 0 ? "bad" : tone, tone === "good" ? "as compiled" : "not all as compiled")} ${fleetLine(fleet)}</p>
${tableOf(first, columns, fleet, known, "environments by states of their workstations")}
${more.length > 0 && html`<details><summary>${plural(more.length, "more environment")}</summary>${tableOf(more, columns, fleet, known, "further environments by states of their workstations")}</details>`}
<p class="where">Each workstation: <a href="#fleet">Workstations</a>.</p></div>
`;
}
