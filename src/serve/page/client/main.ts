import { hashOfQuery, queryOfHash, termsOf } from "../query.ts";
import { compare, MOST_COMPARED } from "./compare.ts";
import { one } from "./dom.ts";
import { filter } from "./filter.ts";
import { offerExport } from "./fleet-export.ts";
import { environmentsOf } from "./items.ts";
import { openForPrint } from "./print.ts";
import { data } from "./values.ts";

/*
 * The address determines what the page shows: the search and the compared environments are in the part after '#'. Therefore every state can
 * be linked to, the browser's back button works, and all of it also works in a file opened from disk.
 */

const input = one<HTMLInputElement>("#q");
const form = one<HTMLFormElement>("form.search");
const clear = one<HTMLButtonElement>("#clear");
const hits = one<HTMLElement>("#hits");
let compared: readonly string[] = [];
/**
 * True if the last change of the address came from typing a search, so that further typing replaces that entry of the browser's history.
 */
let typing = false;
/** The part of the address after '#' that the page already shows: browsers fire two events (hashchange, popstate) for each change. */
let followed: string | null = null;

function choose(names: readonly string[]): void {
  const hash = hashOfQuery(input?.value ?? "", names);
  history.pushState(null, "", hash === "" ? "#settings" : hash);
  followed = location.hash;
  typing = false;
  compared = names;
  compare(names, choose);
}

/** Returns the environments that a search names, to be compared side by side; none if they are more than MOST_COMPARED. */
function chosenBy(query: string): readonly string[] {
  const all = data().environments;
  const names = termsOf(query).flatMap(({ field, text }) => {
    if (field === null) return all.includes(text) ? [text] : [];
    return field === "env" ? [...environmentsOf(text)].map((i) => all[i] ?? "") : [];
  });
  return names.length <= MOST_COMPARED ? [...new Set(names)] : [];
}

function apply(query: string): void {
  if (hits) hits.textContent = filter(termsOf(query));
  if (clear) clear.hidden = query.trim() === "";
  compare(compared.length > 0 ? compared : chosenBy(query), choose);
}

/** Opens the element with an id and all folded elements around it, and scrolls to it. */
function reveal(id: string): void {
  const target = document.getElementById(id);
  for (let at: Element | null = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  if (!target) return;
  target.scrollIntoView();
  const focus = target.querySelector<HTMLElement>("summary, h2") ?? target;
  if (focus.tabIndex < 0 && !focus.hasAttribute("tabindex")) focus.setAttribute("tabindex", "-1");
  focus.focus({ preventScroll: true });
}

/** Shows the search and comparison that the address names, after a click on a link, the back button, or the start. */
function follow(): void {
  const hash = location.hash;
  if (hash === followed) return;
  typing = false;
  const asked = queryOfHash(hash);
  followed = hash;
  compared = asked?.compare ?? [];
  const query = asked?.query ?? "";
  if (input) input.value = query;
  apply(query);
  if (asked === null && hash !== "") reveal(hash.slice(1));
  if (query === "" && compared.length > 0) reveal("settings");
  if (query === "") return;
  const [main, bar] = [one<HTMLElement>("#main"), one<HTMLElement>(".bar")];
  main?.focus({ preventScroll: true });
  // a sticky search bar stays visible, so the page need not scroll to it
  (bar && getComputedStyle(bar).position === "sticky" ? main : bar)?.scrollIntoView();
}

function typed(): void {
  const query = input?.value ?? "";
  const hash = hashOfQuery(query, compared) || "#";
  if (typing) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
  followed = location.hash;
  typing = true;
  apply(query);
}

/** Timer of the search: with thousands of items, a search at every key stroke would be too slow. */
let waiting: ReturnType<typeof setTimeout> | undefined;
function soon(): void {
  clearTimeout(waiting);
  waiting = setTimeout(typed, 120);
}

if (form) form.hidden = false;
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  typed();
});
input?.addEventListener("input", soon);
clear?.addEventListener("click", () => {
  if (input) input.value = "";
  typed();
  input?.focus();
});
addEventListener("click", (event) => {
  // a link to an element of the page does not end a search
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const hash = link?.getAttribute("href") ?? "";
  if (!hash.startsWith("#") || queryOfHash(hash) !== null || (input?.value ?? "").trim() === "") return;
  event.preventDefault();
  reveal(hash.slice(1));
});
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
one("#differences")?.addEventListener("change", () => apply(input?.value ?? ""));
openForPrint();
offerExport();
follow();
