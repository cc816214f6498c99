import { ABSENT_VALUE, type DataKey, HIDDEN_VALUE, type PageData } from "../data.ts";
import { unpackRuns } from "../packed.ts";
import { one } from "./dom.ts";

/** One key of one compiled file, with its unpacked values by environment (as in DataKey). */
export interface Setting {
  readonly file: string;
  readonly key: string;
  readonly decides: string | null;
  readonly values: readonly number[];
  readonly places: readonly number[];
}

let known: PageData | null = null;
let settings: readonly Setting[] | null = null;

/** Returns the data of the page, which is parsed at the first call. */
export function data(): PageData {
  known ??= JSON.parse(one("#data")?.textContent ?? "null") as PageData;
  return known;
}

const settingOf = (file: string, { key, decides, values, places }: DataKey): Setting => ({
  file,
  key,
  decides,
  values: unpackRuns(values),
  places: unpackRuns(places),
});

export function allSettings(): readonly Setting[] {
  settings ??= data().files.flatMap(({ path, keys }) => keys.map((key) => settingOf(path, key)));
  return settings;
}

/** Returns the text of a value by its index in `PageData.texts`; null if the environment does not have the key or its value is hidden. */
export function textOf(index: number | undefined): string | null {
  return index === undefined || index === ABSENT_VALUE || index === HIDDEN_VALUE ? null : (data().texts[index] ?? null);
}

let lower: readonly string[] | null = null;

/** Returns a text of `PageData.texts` in lower case. Converts all of them once, because every key stroke of a search needs them. */
export function lowerText(index: number): string {
  lower ??= data().texts.map((text) => text.toLowerCase());
  return lower[index] ?? "";
}
