import type { CauseLayer, CompiledSide, SideFile, SideKey } from "../../compiler/index.ts";
import { shortened, visible } from "../../report/index.ts";
import { ABSENT, type DataFile, HIDDEN, type PageData } from "./data.ts";
import { packed } from "./packed.ts";

/** One key of one compiled file, over all environments. */
export interface Setting {
  readonly file: string;
  readonly key: string;
  readonly decides: string | null;
  /** By environment: an index into the texts, ABSENT or HIDDEN. */
  readonly values: readonly number[];
  /** By environment: where it is decided, an index into the texts, or -1. */
  readonly places: readonly number[];
  /** How many different values there are; 0: they are not shown, so they are not compared either. */
  readonly distinct: number;
}

export interface Settings {
  readonly names: readonly string[];
  /** By environment: false where nothing was compiled. */
  readonly compiled: readonly boolean[];
  /** As they are shown. */
  readonly texts: readonly string[];
  readonly settings: readonly Setting[];
}

const LAYER: Partial<Record<CauseLayer, string>> = {
  kit: "the kit's default, ",
  carried: "carried over, ",
  defaults: "defaults, ",
  extends: "extends, ",
};

/** Texts by index; two values that only look alike are two. */
class Texts {
  readonly #known = new Map<string, number>();
  readonly shown: string[] = [];
  of(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const index = this.shown.length;
    this.#known.set(text, index);
    this.shown.push(visible(shortened(text)));
    return index;
  }
}

/** A file of the environment itself goes by its own name: it stands below the environment's, and is one text for all of them. */
function placeText({ place, layer }: SideKey, environment: string): string | null {
  if (!place) return null;
  const own = `environments/${environment}/`;
  const file = place.file.startsWith(own) ? place.file.slice(own.length) : place.file;
  return `${(layer && LAYER[layer]) ?? ""}${file}:${place.line}`;
}

/** The properties files of all sides, each with its keys in the order in which they come first. */
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
  const values = found.map((one) => (!one ? ABSENT : hidden ? HIDDEN : texts.of(one.value ?? "")));
  const places = found.map((one, i) => {
    const text = one ? placeText(one, sides[i]?.name ?? "") : null;
    return text === null ? -1 : texts.of(text);
  });
  const compared = values.filter((_, i) => sides[i]?.broken === null);
  const decides = found.find((one) => one?.decides)?.decides ?? null;
  return { file, key, decides, values, places, distinct: hidden ? 0 : new Set(compared).size };
}

/** Every key of every environment, decoded; what is a secret anywhere is shown nowhere. */
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

/** The same for the page's script. */
export function dataOf({ names, texts, settings }: Settings): PageData {
  const files = new Map<string, DataFile["keys"][number][]>();
  for (const { file, key, decides, values, places } of settings) {
    const keys = files.get(file) ?? [];
    files.set(file, keys);
    keys.push({ key: visible(key), decides, values: packed(values), places: packed(places) });
  }
  return {
    environments: names.map(visible),
    texts,
    files: [...files].map(([path, keys]) => ({ path, keys })),
  };
}
