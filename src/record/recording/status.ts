import type { Pointing, SwitchState } from "./pointing.ts";
import type { Step } from "./steps.ts";
import type { Judged } from "../../kernel/index.ts";
import type { RecordingRecord } from "./record.ts";

/** The numbers of a recording, counted from its files. */
export interface Counts {
  readonly exchanges: number;
  readonly broken: { readonly total: number; readonly reasons: Readonly<Record<string, number>> };
  readonly bytes: { readonly toTier: number; readonly toClient: number };
  readonly connections: number;
  readonly agents: readonly { readonly agent: string | null; readonly exchanges: number }[];
  /** The number of exchanges of the switcher and of Tierwright itself, which the tool did not cause. */
  readonly others: number;
  readonly signIns: { readonly xml: number; readonly json: number };
  readonly warnings: readonly string[];
}

/**
 * The state of a recording. `killed`: its process ended and no event reports a stop. `none`: the store has no capture. `unknown`: other
 * accounts can write the capture, so its process is not examined.
 */
export type RecordingState = "running" | "stopped" | "killed" | "none" | "unknown";

/** The state of the workstation's files and processes. */
export interface Workstation {
  readonly state: SwitchState;
  readonly switchedAt: number | null;
  readonly started: readonly (number | null)[];
  /** The installed addresses that lead to a relay. */
  readonly leads: readonly Pointing[];
}

/** Everything that `record status` and `record stop` report. */
export interface RecordingStatus {
  readonly store: string;
  readonly id: string | null;
  readonly state: RecordingState;
  readonly record: Judged<RecordingRecord> | null;
  /** The name of the environment that the recording's own file names, for display; null if there is no such file. */
  readonly environment: string | null;
  /** The reason why no command may act on the recording's own file; null if a command may. */
  readonly fault: string | null;
  readonly relays: readonly { readonly role: string; readonly listen: string; readonly to: string }[];
  /** The counts of exchanges; null if they were not counted. */
  readonly counts: Counts | null;
  /** The state of the workstation; null if two addresses were recorded directly, or if the repository does not have the environment. */
  readonly workstation: Workstation | null;
  readonly says: string;
  readonly next: readonly Step[];
  /** The ids of other running recordings of the store. */
  readonly others: readonly string[];
}

export const NOTHING: Counts = {
  exchanges: 0,
  broken: { total: 0, reasons: {} },
  bytes: { toTier: 0, toClient: 0 },
  connections: 0,
  agents: [],
  others: 0,
  signIns: { xml: 0, json: 0 },
  warnings: [],
};

/** Returns whether a workstation still leads to a relay that does not listen any more. */
export const isLeftBehind = ({ state, workstation }: Pick<RecordingStatus, "state" | "workstation">): boolean =>
  state !== "running" && state !== "unknown" && (workstation?.leads.some(({ recording }) => !recording?.running) ?? false);
