import { daysBetween, plural } from "../../kernel/index.ts";
import type { Fleet, RolloutDay } from "./fleet.ts";
import { type Html, html, type Piece } from "./html.ts";
import { scrolling } from "./words.ts";

const HEIGHT = 100;
/** Most days in the table of the rollout: the newest ones. */
const MOST_ROWS = 60;

/** Returns the steps of a value over days as an SVG path: days to the right, hundredths of `most` (the highest value) down. */
function steps(days: readonly RolloutDay[], value: (day: RolloutDay) => number, most: number, width: number): string {
  const first = days[0]?.day ?? "";
  const y = (day: RolloutDay) => Math.round((1 - value(day) / most) * HEIGHT * 100) / 100;
  const lines = days.map((day, i) => `${i === 0 ? `M0 ${y(day)}` : `H${daysBetween(first, day.day)}V${y(day)}`}`);
  return `${lines.join("")}H${width}`;
}

function plot(days: readonly RolloutDay[], says: string, today: string): Html {
  const [first, last] = [days[0], days.at(-1)];
  const width = Math.max(1, daysBetween(first?.day ?? today, today));
  const most = Math.max(1, last?.known ?? 0);
  const known = steps(days, (day) => day.known, most, width);
  const current = steps(days, (day) => day.current, most, width);
  return html`<div class="plot"><div class="plot-y" aria-hidden="true"><span>${most}</span><span>0</span></div>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${says}"><path class="plot-rest" d="${current}V${HEIGHT}H0Z" /><path class="plot-grid" d="M0 ${HEIGHT}H${width}" /><path class="plot-line low" d="${known}" /><path class="plot-line" d="${current}" /></svg>
<div class="plot-x ends" aria-hidden="true"><span>${first?.day}</span><span>${today}</span></div></div>
<ul class="legend"><li><span class="swatch" aria-hidden="true"></span>as compiled now</li><li><span class="swatch low" aria-hidden="true"></span>with a known state</li></ul>
`;
}

/**
 * Returns the plot of how many workstations had, on each day, what the repository compiles now; null if the numbers changed on fewer than
 * two days.
 */
export function rollout({ rollout: days, today }: Fleet): Piece {
  const last = days.at(-1);
  if (days.length < 2 || !last) return null;
  const share = `${last.current} of ${plural(last.known, "workstation")} with a known state ${last.current === 1 ? "is" : "are"} as compiled now`;
  const says = `${share}; the first receipt is of ${days[0]?.day}, the last change of ${last.day}`;
  const rows: Piece = days
    .slice(-MOST_ROWS)
    .reverse()
    .map(
      ({ day, known, current }) =>
        html`<tr><th scope="row">${day}</th><td>${current}</td><td>${known}</td><td>${Math.floor((current / Math.max(1, known)) * 100)} %</td></tr>`,
    );
  const table = html`<table><thead><tr><th scope="col">day</th><th scope="col">as compiled now</th><th scope="col">with a known state</th><th scope="col">share</th></tr></thead><tbody>${rows}</tbody></table>`;
  const more = days.length - MOST_ROWS;
  return html`<figure class="growth" aria-labelledby="rollout"><figcaption id="rollout"><strong>Rollout: ${says}.</strong></figcaption>
${plot(days, says, today)}<details><summary>In numbers</summary>${scrolling("rollout", table)}${more > 0 && html`<p>${plural(more, "earlier day")} not listed.</p>`}</details></figure>
`;
}
