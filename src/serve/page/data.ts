import type { FleetData } from "./fleet-data.ts";

/**
 * The data that the HTML page of `report` has for its script, in addition to its visible content: every value of every environment, packed
 * to be small (packed.ts).
 */
export interface PageData {
  /** Names of the environments, as the page shows them. */
  readonly environments: readonly string[];
  /** The values and places of all settings, each different text once; `values` and `places` of a DataKey are indexes into this list. */
  readonly texts: readonly string[];
  readonly files: readonly DataFile[];
  /** The workstations that the page can export; null without receipts. */
  readonly fleet: FleetData | null;
}

export interface DataFile {
  readonly path: string;
  readonly keys: readonly DataKey[];
}

export interface DataKey {
  readonly key: string;
  /** The effect of the key in words; null if unknown. */
  readonly decides: string | null;
  /**
   * Packed values by environment: the index of the value in `PageData.texts`, -1 if the environment does not have the key, -2 if its value
   * is hidden.
   */
  readonly values: readonly number[];
  /** Packed places by environment: the index in `PageData.texts` of the text that names the deciding place, -1 if the place is unknown. */
  readonly places: readonly number[];
}

export const ABSENT_VALUE = -1;
export const HIDDEN_VALUE = -2;

/** Most environments for which the settings table of the page has a column each; with more, the reader chooses environments to compare. */
export const MOST_COLUMNS = 5;
