import type { FleetData } from "./fleet-data.ts";

/**
 * Data of the page for its script, in addition to its visible content: every value of every environment, as plain data, packed to be small
 * (packed.ts).
 */
export interface PageData {
  /** Names of the environments, as the page shows them. */
  readonly environments: readonly string[];
  /** The values and places of all settings, each different text once; `values` and `places` are indexes into this list. */
  readonly texts: readonly string[];
  readonly files: readonly DataFile[];
  /** Workstations for the export; null without receipts. */
  readonly fleet: FleetData | null;
}

export interface DataFile {
  readonly path: string;
  readonly keys: readonly DataKey[];
}

export interface DataKey {
  readonly key: string;
  /** Effect of the key, if it is known; otherwise null. */
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

/** Most environments that are shown side by side from the beginning; if there are more, the reader chooses. */
export const MOST_COLUMNS = 5;
