import { ABSENT, type DataKey, HIDDEN, type PageData } from "../data.ts";
import { unpacked } from "../packed.ts";
import { one } from "./dom.ts";

/** One key with its values by environment, ready to be asked. */
export interface Setting {
  readonly file: string;
  readonly key: string;
  readonly decides: string | null;
  readonly values: readonly number[];
  readonly places: readonly number[];
}

let known: PageData | null = null;
let settings: readonly Setting[] | null = null;

/** Read when it is asked for first: most readers never compare. */
export function data(): PageData {
  known ??= JSON.parse(one("#data")?.textContent ?? "null") as PageData;
  return known;
}

const settingOf = (file: string, { key, decides, values, places }: DataKey): Setting => ({
  file,
  key,
  decides,
  values: unpacked(values),
  places: unpacked(places),
});

export function allSettings(): readonly Setting[] {
  settings ??= data().files.flatMap(({ path, keys }) => keys.map((key) => settingOf(path, key)));
  return settings;
}

/** What an environment has, as text; null where it is no text of the repository. */
export function textOf(index: number | undefined): string | null {
  return index === undefined || index === ABSENT || index === HIDDEN ? null : (data().texts[index] ?? null);
}

let lower: readonly string[] | null = null;

/** A text in lower case: made once, because every key stroke of a search asks. */
export function lowerText(index: number): string {
  lower ??= data().texts.map((text) => text.toLowerCase());
  return lower[index] ?? "";
}
