/** What the page holds for its script beside what it shows: every value of every environment. Plain data, and small: see packed.ts. */
export interface PageData {
  /** Names of the environments, as they are shown. */
  readonly environments: readonly string[];
  /** Every text once: values and places. */
  readonly texts: readonly string[];
  readonly files: readonly DataFile[];
}

export interface DataFile {
  readonly path: string;
  readonly keys: readonly DataKey[];
}

export interface DataKey {
  readonly key: string;
  /** What the pair decides, where it does. */
  readonly decides: string | null;
  /** Packed, by environment: the index of a text, -1 where the environment has no such key, -2 where its value is not shown. */
  readonly values: readonly number[];
  /** Packed, by environment: the index of the text that says where it is decided, -1 where that is not known. */
  readonly places: readonly number[];
}

export const ABSENT = -1;
export const HIDDEN = -2;

/** More environments than this do not stand side by side from the beginning; those to compare are chosen. */
export const MOST_COLUMNS = 5;
