import type { Term } from "../query.ts";
import { inRanges } from "../packed.ts";
import { all, one } from "./dom.ts";
import { allSettings, data, lowerText, type Setting } from "./values.ts";

/** A finding, setting, workstation or other element of the HTML page that a search can find or hide. */
export interface Item {
  readonly element: HTMLElement;
  readonly section: string;
  readonly group: HTMLElement | null;
  /** Whole text of the element and of the head of its group, in lower case. */
  readonly text: string;
  readonly rule: string;
  /** The paths of the files to which the element refers, in lower case, one a line. */
  readonly file: string;
  readonly key: string;
  readonly machine: string;
  /** States of a workstation, separated by spaces. */
  readonly state: string;
  /** Ranges of the indexes of the environments to which the element applies, such as '0-3 7'; null if it names no environment. */
  readonly ranges: string | null;
  readonly setting: Setting | null;
}

const lower = (text: string | null | undefined): string => (text ?? "").toLowerCase();

let known: readonly Item[] | null = null;

/** Returns every element of the page that a search can find; reads them from the page once. */
export function items(): readonly Item[] {
  if (known) return known;
  const settings = new Map(allSettings().map((setting) => [`${setting.file}\0${setting.key}`, setting]));
  const heads = new Map<Element, string>();
  known = all<HTMLElement>("[data-item]").map((element) => {
    const { item = "", r, f, k, m, s, e, path } = element.dataset;
    const group = element.closest<HTMLElement>("[data-group]");
    if (group && !heads.has(group)) heads.set(group, lower(one("[data-head]", group)?.textContent));
    const setting = k === undefined ? null : (settings.get(`${path ?? ""}\0${k}`) ?? null);
    return {
      element,
      section: item,
      group,
      text: `${lower(element.textContent)} ${group ? heads.get(group) : ""}`,
      rule: lower(r),
      file: lower(f ?? path),
      key: lower(k),
      machine: lower(m),
      state: lower(s),
      ranges: e ?? null,
      setting,
    };
  });
  return known;
}

/** Returns the indexes of the environments that a word names: that with exactly this name, else all whose name contains it. */
export function environmentsOf(word: string): ReadonlySet<number> {
  const names = data().environments;
  const wanted = word.toLowerCase();
  const exact = names.findIndex((name) => name.toLowerCase() === wanted);
  if (exact >= 0) return new Set([exact]);
  return new Set(names.flatMap((name, i) => (name.toLowerCase().includes(wanted) ? [i] : [])));
}

function ofEnvironments(item: Item, wanted: ReadonlySet<number>): boolean {
  const { ranges, setting, section } = item;
  if (setting) return [...wanted].some((i) => (setting.values[i] ?? -1) !== -1);
  // a finding that names no environment applies to all of them, as the only kind of item
  if (ranges === null) return section === "findings" && wanted.size > 0;
  return [...wanted].some((i) => inRanges(ranges, i));
}

/** Returns whether the item is a setting with a value that contains the word. */
const inValues = ({ setting }: Item, word: string): boolean =>
  setting?.values.some((index, i) => index >= 0 && index !== setting.values[i - 1] && lowerText(index).includes(word)) ?? false;

/** Returns whether a word matches one of the names, which are on a line each: as the whole name if `exact`, else as a part of it. */
const named = (names: string, word: string, exact: boolean): boolean =>
  names.split("\n").some((name) => (exact ? name === word : name.includes(word)));

/** Returns a function that tests whether an item matches all terms of a search. */
export function matcher(terms: readonly Term[]): (item: Item) => boolean {
  const tests = terms.map(({ field, text }): ((item: Item) => boolean) => {
    const word = text.toLowerCase();
    if (field === null) return (item) => item.text.includes(word) || inValues(item, word);
    if (field === "env") {
      const wanted = environmentsOf(word);
      return (item) => ofEnvironments(item, wanted);
    }
    if (field === "state") return ({ state }) => state.split(" ").includes(word);
    const exact = items().some((item) => named(item[field], word, true));
    return (item) => named(item[field], word, exact);
  });
  return (item) => tests.every((test) => test(item));
}
