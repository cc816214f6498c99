import type { CauseLayer, CompiledSide, SideFile, SideKey } from "../../compiler/index.ts";
import { shorten, visible } from "../../report/index.ts";
import { ABSENT_VALUE, type DataFile, HIDDEN_VALUE, type PageData } from "./data.ts";
import { packRuns } from "./packed.ts";

/** One key of one compiled file, with its values in all environments. */
export interface Setting {
  readonly file: string;
  readonly key: string;
  readonly decides: string | null;
  /** Values by environment: an index into `Settings.texts`, ABSENT_VALUE or HIDDEN_VALUE. */
  readonly values: readonly number[];
  /** Places that decide the values, by environment: an index into `Settings.texts`, or -1 if the place is unknown. */
  readonly places: readonly number[];
  /** Number of different values of the compiled environments; 0 if the values are hidden, and therefore not compared. */
  readonly distinct: number;
}

export interface Settings {
  readonly names: readonly string[];
  /** For each environment of `names`: false if the environment could not be compiled. */
  readonly compiled: readonly boolean[];
  /**
   * The values and places of all settings, as texts that the page shows; `Setting.values` and `Setting.places` are indexes into this list.
   */
  readonly texts: readonly string[];
  readonly settings: readonly Setting[];
}

const LAYER: Partial<Record<CauseLayer, string>> = {
  kit: "the kit's default, ",
  carried: "carried over, ",
  defaults: "defaults, ",
  extends: "extends, ",
};

/**
 * The texts that the page shows, each with its index in `Settings.texts`. Two values that look the same only when shortened have two
 * indexes.
 */
class Texts {
  readonly #known = new Map<string, number>();
  readonly shown: string[] = [];
  of(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const index = this.shown.length;
    this.#known.set(text, index);
    this.shown.push(visible(shorten(text)));
    return index;
  }
}

/**
 * Returns the place that decides a key's value as text. A file of the environment's own folder is named relative to that folder, so that
 * environments share equal texts.
 */
function placeText({ place, layer }: SideKey, environment: string): string | null {
  if (!place) return null;
  const own = `environments/${environment}/`;
  const file = place.file.startsWith(own) ? place.file.slice(own.length) : place.file;
  return `${(layer && LAYER[layer]) ?? ""}${file}:${place.line}`;
}

/** Returns the properties files of all environments, each with its keys in the order of their first occurrence. */
function keysOf(
  sides: readonly CompiledSide[],
): ReadonlyMap<string, { readonly role: string; readonly keys: readonly string[] }> {
  const files = new Map<string, { role: string; keys: Set<string> }>();
  for (const { files: own } of sides) {
    for (const { path, role, keys } of own) {
      if (!keys || role === null) continue;
      const file = files.get(path) ?? { role, keys: new Set<string>() };
      files.set(path, file);
      for (const key of keys.keys()) file.keys.add(key);
    }
  }
  return new Map([...files].map(([path, { role, keys }]) => [path, { role, keys: [...keys] }]));
}

type Found = SideKey | undefined;

function settingOf(
  file: string,
  key: string,
  found: readonly Found[],
  hidden: boolean,
  { texts, sides }: { texts: Texts; sides: readonly CompiledSide[] },
): Setting {
  const values = found.map((one) => (!one ? ABSENT_VALUE : hidden ? HIDDEN_VALUE : texts.of(one.value ?? "")));
  const places = found.map((one, i) => {
    const text = one ? placeText(one, sides[i]?.name ?? "") : null;
    return text === null ? -1 : texts.of(text);
  });
  const compared = values.filter((_, i) => sides[i]?.broken === null);
  const decides = found.find((one) => one?.decides)?.decides ?? null;
  return { file, key, decides, values, places, distinct: hidden ? 0 : new Set(compared).size };
}

/**
 * Returns every key of every environment with its decoded values. The values of a key that is secret in one environment are hidden in all.
 */
export function settingsOf(sides: readonly CompiledSide[], isSecretKey: (role: string, key: string) => boolean): Settings {
  const texts = new Texts();
  const settings: Setting[] = [];
  for (const [path, { role, keys }] of keysOf(sides)) {
    const files: readonly (SideFile | undefined)[] = sides.map(({ files: own }) => own.find((file) => file.path === path));
    for (const key of keys) {
      const found = files.map((file) => file?.keys?.get(key));
      const hidden = isSecretKey(role, key) || found.some((one) => one?.secret);
      settings.push(settingOf(path, key, found, hidden, { texts, sides }));
    }
  }
  return {
    names: sides.map(({ name }) => name),
    compiled: sides.map(({ broken }) => broken === null),
    texts: texts.shown,
    settings,
  };
}

/** Returns the settings as data for the page's script. */
export function dataOf({ names, texts, settings }: Settings): Omit<PageData, "fleet"> {
  const files = new Map<string, DataFile["keys"][number][]>();
  for (const { file, key, decides, values, places } of settings) {
    const keys = files.get(file) ?? [];
    files.set(file, keys);
    keys.push({ key: visible(key), decides, values: packRuns(values), places: packRuns(places) });
  }
  return {
    environments: names.map(visible),
    texts,
    files: [...files].map(([path, keys]) => ({ path, keys })),
  };
}
