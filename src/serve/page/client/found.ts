import { anchorText, make, one } from "./dom.ts";
import type { Item } from "./items.ts";
import { data, lowerText, textOf } from "./values.ts";

/** Most values found by a search that the page adds to a setting's row, which shows only some of the setting's values. */
const MOST_FOUND = 5;
let made: Element[] = [];

/** Removes the found values that an earlier search added to the rows of settings. */
export function forget(): void {
  for (const element of made) element.remove();
  made = [];
}

export function tellFound({ setting, element }: Item, words: readonly string[]): void {
  const cell = one(".values", element)?.parentElement;
  if (!setting || !cell || words.length === 0) return;
  const lines: HTMLElement[] = [];
  let last = -1;
  for (const [environment, index] of setting.values.entries()) {
    if (index < 0 || index === last || !words.some((word) => lowerText(index).includes(word))) continue;
    last = index;
    const name = data().environments[environment] ?? "";
    lines.push(make("li", {}, make("code", {}, textOf(index) ?? ""), " ", make("a", { href: anchorText("env", name) }, name)));
    if (lines.length === MOST_FOUND) break;
  }
  if (lines.length === 0) return;
  const list = make("div", { class: "found" }, make("span", { class: "where" }, "found:"), make("ul", {}, ...lines));
  made.push(list);
  cell.append(list);
}
