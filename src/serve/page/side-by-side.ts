import { addTo } from "../../kernel/index.ts";
import { ABSENT_VALUE, HIDDEN_VALUE, MOST_COLUMNS } from "./data.ts";
import { anchor, type Html, html, type Piece } from "./html.ts";
import type { Setting, Settings } from "./settings.ts";
import { names, scrolling } from "./words.ts";

const LONG = 240;
const MOST_VALUES = 6;
const MOST_NAMES = 4;

/** Returns the markup of a value; that of a long value is folded and can be opened. */
function shown(index: number, { texts }: Settings): Html {
  if (index === ABSENT_VALUE) return html`<span class="no">not set</span>`;
  if (index === HIDDEN_VALUE) return html`<span class="no">secret, not shown</span>`;
  const text = texts[index] ?? "";
  if (text === "") return html`<span class="no">empty</span>`;
  if (text.length <= LONG) return html`<code>${text}</code>`;
  return html`<details><summary><code>${text.slice(0, 60)}…</code> (${text.length} characters)</summary><code>${text}</code></details>`;
}

const placed = (index: number, { texts }: Settings): Piece =>
  texts[index] !== undefined && html`<span class="where">${texts[index]}</span>`;

/** Returns the cells of a setting's table row: its value in each environment. */
function columns({ values, places }: Setting, all: Settings): Piece {
  return values.map((value, i) =>
    all.compiled[i]
      ? html`<td>${shown(value, all)} ${placed(places[i] ?? -1, all)}</td>`
      : html`<td><span class="no">not compiled</span></td>`,
  );
}

/**
 * Returns the values with the environments that have them: the most frequent value first, equally frequent ones in the order of their first
 * occurrence.
 */
function holders({ values }: Setting, { names: all, compiled }: Settings): readonly (readonly [number, readonly string[]])[] {
  const found = new Map<number, string[]>();
  for (const [i, value] of values.entries()) {
    if (compiled[i]) addTo(found, value, all[i] ?? "");
  }
  return [...found].sort(([, a], [, b]) => b.length - a.length);
}

/** Returns one cell with the different values of a setting, and the environments that have each of them. */
function byValue(setting: Setting, all: Settings): Piece {
  const groups = holders(setting, all);
  const [only] = groups;
  if (only && groups.length === 1) return html`<td>${shown(only[0], all)} <span class="where">in all</span></td>`;
  const items = groups
    .slice(0, MOST_VALUES)
    .map(
      ([value, own]) =>
        html`<li>${shown(value, all)} <span class="where">${own.length > 1 && `${own.length}: `}${names(own, MOST_NAMES)}</span></li>`,
    );
  const more = groups.length - items.length;
  return html`<td><ul class="values">${items}${more > 0 && html`<li class="no">and ${more} further values</li>`}</ul></td>`;
}

function row(setting: Setting, all: Settings, wide: boolean, first: boolean): Html {
  const { file, key, decides, distinct } = setting;
  const name = html`<th scope="row"${first && html` id="${anchor("key", key)}"`}><code>${key}</code>${decides !== null && html`<span class="where">${decides}</span>`}</th>`;
  return html`<tr data-item="settings" data-k="${key}" data-path="${file}" class="${distinct > 1 ? "differs" : "alike"}">${name}${wide ? columns(setting, all) : byValue(setting, all)}</tr>
`;
}

function fileTable(file: string, all: Settings, wide: boolean, seen: Set<string>): Html {
  const own = all.settings.filter((setting) => setting.file === file);
  const rows = own.map((setting) => {
    const first = !seen.has(setting.key);
    seen.add(setting.key);
    return row(setting, all, wide, first);
  });
  const heads = wide ? all.names.map((name) => html`<th scope="col">${name}</th>`) : html`<th scope="col">values</th>`;
  const differ = own.filter(({ distinct }) => distinct > 1).length;
  const said = all.names.length > 1 ? `: ${differ} of ${own.length} settings differ` : "";
  return html`<div data-group=""><h3 data-head=""><code>${file}</code>${said}</h3>
${scrolling(
  `settings of ${file}`,
  html`<table class="settings ${wide ? `c${all.names.length}` : "by-value"}"><thead><tr><th scope="col">key</th>${heads}</tr></thead>
<tbody>${rows}</tbody></table>`,
)}</div>
`;
}

/** Returns the section that shows the values of all environments side by side, key by key, as Java reads them. */
export function sideBySide(all: Settings): Html {
  if (all.settings.length === 0) return html`<p>Nothing could be compiled: see the findings.</p>`;
  const wide = all.names.length <= MOST_COLUMNS;
  const files = [...new Set(all.settings.map(({ file }) => file))];
  const seen = new Set<string>();
  const alike = all.settings.filter(({ distinct }) => distinct <= 1).length;
  const broken = all.names.filter((_, i) => !all.compiled[i]);
  const choice =
    all.names.length > 1 &&
    html`<p class="switch"><input type="checkbox" id="differences" checked="" /> <label for="differences">Only what differs</label> <span class="where">hides ${alike} that are equal everywhere, including secrets, which are not compared</span></p>
<p class="on-paper">Omitted: ${alike} that are equal in all environments.</p>`;
  return html`${broken.length > 0 && html`<p>Not compiled: ${names(broken, 20)}.</p>`}
${choice}
${!wide && html`<div id="compare" hidden=""></div>`}
${files.map((file) => fileTable(file, all, wide, seen))}`;
}
