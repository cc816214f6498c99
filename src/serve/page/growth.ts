import { Log4j2Document, groupedBy, plural } from "../../kernel/index.ts";
import { type AppenderGrowth, type Growth, type GrowthPoint, simulate } from "../../diagnose/index.ts";
import type { CompiledSide } from "../../compiler/index.ts";
import { sizeText } from "../../report/index.ts";
import { type Html, html, type Piece } from "./html.ts";
import { rangesOf } from "./packed.ts";
import { badge, names, scrolling } from "./words.ts";

/**
 * Input of the simulation of log growth: 52 weeks from a Monday on. The dates are fixed, so that the page shows equal plots on every day.
 */
const YEAR = { from: "2026-01-05", days: 364, writes: new Map<string, number>(), record: 200 };
/** Days of the year for which the table of log growth has a row: one month, and the ends of the four quarters. */
const ROWS = [30, 91, 182, 273, 364];
/** Most plots of log growth on the page; the others are only counted. */
const MOST = 8;

interface Plotted {
  readonly members: readonly string[];
  /** The indexes of the environments with this log4j2.xml among all environments of the page. */
  readonly at: readonly number[];
  readonly growth: Growth;
}

/**
 * Returns the plots, one for all environments with the same log4j2.xml of the client; none for a file that log4j does not load or that has
 * no rolling appender.
 */
function plotted(sides: readonly CompiledSide[]): readonly Plotted[] {
  const texts = sides.flatMap(({ name, files }, at) => {
    const file = files.find(({ path }) => path === "client/log4j2.xml");
    return file ? [{ name, at, text: file.text }] : [];
  });
  return [...groupedBy(texts, ({ text }) => text)].flatMap(([text, members]) => {
    const document = Log4j2Document.parse(Buffer.from(text));
    if (document.error !== null || document.appenders.every(({ rolling }) => !rolling)) return [];
    return [{ members: members.map(({ name }) => name), at: members.map(({ at }) => at), growth: simulate(document, YEAR) }];
  });
}

const HEIGHT = 100;

/** Returns the upper outline of an area over the year as an SVG path: days to the right, hundredths of `most` (the highest value) down. */
function outline(points: readonly GrowthPoint[], value: (point: GrowthPoint) => number, most: number): string {
  const weekly = points.filter(({ day }) => day % 7 === 0 || day === points.length);
  const at = (point: GrowthPoint) => `${point.day} ${Math.round((1 - value(point) / most) * HEIGHT * 100) / 100}`;
  return `M0 ${HEIGHT}L${weekly.map(at).join("L")}`;
}

function plot(growth: Growth, says: string): Html {
  const { points } = growth;
  const most = points.reduce((highest, { bytes }) => Math.max(highest, bytes), 1);
  const days = points.length;
  const all = outline(points, ({ bytes }) => bytes, most);
  const verbose = outline(points, (point) => point.verbose, most);
  const closed = `L${days} ${HEIGHT}Z`;
  const any = points.some((point) => point.verbose > 0);
  return html`<div class="plot"><div class="plot-y" aria-hidden="true"><span>${sizeText(Math.round(most))}</span><span>${sizeText(Math.round(most / 2))}</span><span>0</span></div>
<svg viewBox="0 0 ${days} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${says}"><path class="plot-rest" d="${all}${closed}" />${
    any && html`<path class="plot-verbose" d="${verbose}${closed}" /><path class="plot-line low" d="${verbose}" />`
  }<path class="plot-grid" d="M0 ${HEIGHT / 2}H${days}M0 ${HEIGHT}H${days}" /><path class="plot-line" d="${all}" /></svg>
<div class="plot-x" aria-hidden="true"><span>0</span><span>3 months</span><span>6</span><span>9 <span>1 year</span></span></div></div>
<ul class="legend"><li><span class="swatch" aria-hidden="true"></span>everything</li>${any && html`<li><span class="swatch low" aria-hidden="true"></span>of it by loggers at DEBUG or below</li>`}</ul>
`;
}

function appender(one: AppenderGrowth): Html {
  const name = html`<code>${one.name}</code>`;
  if (one.not !== null) return html`<li>${name}: not simulated, ${one.not}</li>`;
  if (one.shares.every(({ daily }) => daily === 0)) {
    const quiet = one.shares.map(
      ({ logger, level }) => `${logger === "" ? "the root logger" : logger}${level && ` at ${level}`}`,
    );
    const who = quiet.length === 0 ? "no logger of this file refers to it" : `${quiet.join(", ")}: assumed to write nothing`;
    return html`<li>${name}: ${who}</li>`;
  }
  const what = `${plural(one.files, "file")}, ${sizeText(Math.round(one.bytes))}`;
  return html`<li>${one.endless ? badge("warn", "grows without limit") : badge("good", "bounded")} ${name}: ${what}${one.compressed && " before they are compressed"}</li>`;
}

function figure({ members, at, growth }: Plotted, number: number): Html {
  const last = growth.points.at(-1);
  const size = sizeText(Math.round(last?.bytes ?? 0));
  const part = last && last.verbose > 0 ? `, ${sizeText(Math.round(last.verbose))} of it by loggers at DEBUG or below` : "";
  const says = `After a year: ${plural(last?.files ?? 0, "file")}, ${size}${part}`;
  const rows: Piece = ROWS.flatMap((day) => growth.points[day - 1] ?? []).map(
    ({ day, files, bytes, verbose }) =>
      html`<tr><th scope="row">${plural(day, "day")}</th><td>${files}</td><td>${sizeText(Math.round(bytes))}</td><td>${sizeText(Math.round(verbose))}</td></tr>`,
  );
  const table = html`<table><thead><tr><th scope="col">after</th><th scope="col">files</th><th scope="col">size</th><th scope="col">at DEBUG</th></tr></thead><tbody>${rows}</tbody></table>`;
  return html`<figure class="growth" data-item="logs" data-e="${rangesOf(at)}" aria-labelledby="growth-${number}"><figcaption id="growth-${number}"><strong>${says}.</strong> ${names(members, 12)}</figcaption>
${plot(growth, says)}<ul>${growth.appenders.map(appender)}</ul>
<details><summary>In numbers</summary>${scrolling(`growth ${number}`, table)}</details></figure>
`;
}

/** Returns the plots of the client library's logs on one workstation over a year, from the compiled log4j2.xml; null if there are none. */
export function growth(sides: readonly CompiledSide[]): Html | null {
  const all = plotted(sides);
  if (all.length === 0) return null;
  const more = all.length - MOST;
  return html`<p>One workstation's client logs over a year of use from Monday to Friday, simulated from the compiled <code>log4j2.xml</code>: its triggers, <code>max</code> and <code>Delete</code> actions, with nothing deleted from outside. The write rate of the loggers is an assumption, the same for all: <code>tierwright logs growth FILE</code> accepts other figures, <code>tierwright logs sweep</code> deletes by age.</p>
${all.slice(0, MOST).map((one, i) => figure(one, i + 1))}${more > 0 && html`<p>${more} more not drawn.</p>`}`;
}
