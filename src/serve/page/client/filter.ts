import type { Term } from "../query.ts";
import { all, count, one } from "./dom.ts";
import { forget, tellFound } from "./found.ts";
import { items, matcher } from "./items.ts";

const WORDS: readonly (readonly [string, string])[] = [
  ["environments", "environment"],
  ["tiers", "file server"],
  ["findings", "finding"],
  ["settings", "setting"],
  ["logs", "plot"],
  ["probes", "probe"],
  ["fleet", "workstation"],
  ["symptoms", "symptom"],
];

/** Most hits in a group of elements (`<details>`) that a search opens to show them; a group with more hits stays closed. */
const MOST_OPENED = 60;
let opened: HTMLDetailsElement[] = [];

/** Folds the elements again that an earlier search has opened. */
function closeAgain(): void {
  for (const element of opened) element.open = false;
  opened = [];
}

function open(element: HTMLElement | null): void {
  const details = element instanceof HTMLDetailsElement ? element : (element?.querySelector("details") ?? null);
  if (!details || details.open) return;
  details.open = true;
  opened.push(details);
}

function show(hits: ReadonlyMap<string, number> | null): void {
  for (const [section] of WORDS) {
    const found = hits?.get(section) ?? 0;
    const label = one<HTMLElement>(`[data-hits="${section}"]`);
    if (label) {
      label.hidden = hits === null;
      label.textContent = hits === null ? "" : String(found);
    }
    const isClosed = hits !== null && found === 0;
    one(`#${section}`)?.classList.toggle("closed", isClosed);
    const empty = one<HTMLElement>(`#${section} > .empty`);
    if (empty) empty.hidden = !isClosed;
  }
}

function said(hits: ReadonlyMap<string, number>): string {
  const parts = WORDS.flatMap(([section, word]) => {
    const found = hits.get(section) ?? 0;
    return found > 0 ? [count(found, word)] : [];
  });
  return parts.length === 0 ? "Nothing matches" : `Found: ${parts.join(", ")}`;
}

/** Hides the items that do not match all terms. Returns the number of hits in words; "" without a term, when every item is shown. */
export function filter(terms: readonly Term[]): string {
  closeAgain();
  forget();
  // a search for environments alone finds all their settings; the checkbox "Only what differs" decides which of them are visible
  const wholly = terms.every(({ field }) => field === "env");
  const unseen = wholly && (one<HTMLInputElement>("#differences")?.checked ?? false);
  document.body.classList.toggle("searching", !wholly);
  if (terms.length === 0) {
    for (const element of all<HTMLElement>("[data-item][hidden], [data-group][hidden]")) element.hidden = false;
    show(null);
    return "";
  }
  const matches = matcher(terms);
  const words = terms.flatMap(({ field, text }) => (field === null ? [text.toLowerCase()] : []));
  const hits = new Map<string, number>();
  const groups = new Map<HTMLElement, number>();
  for (const item of items()) {
    const hit = matches(item);
    if (item.element.hidden === hit) item.element.hidden = !hit;
    if (hit && !(unseen && item.element.classList.contains("alike"))) hits.set(item.section, (hits.get(item.section) ?? 0) + 1);
    if (hit) tellFound(item, words);
    if (item.group) groups.set(item.group, (groups.get(item.group) ?? 0) + (hit ? 1 : 0));
  }
  for (const [group, found] of groups) {
    group.hidden = found === 0;
    if (found > 0 && found <= MOST_OPENED) open(group);
  }
  show(hits);
  return said(hits);
}
