import type { Pointing, SwitchState } from "./pointing.ts";
import type { Step } from "./steps.ts";
import type { Judged } from "../../kernel/index.ts";
import type { RecordingRecord } from "./record.ts";

/** The counts of a recording, made by reading the files of its capture. */
export interface Counts {
  readonly exchanges: number;
  readonly broken: { readonly total: number; readonly reasons: Readonly<Record<string, number>> };
  readonly bytes: { readonly toTier: number; readonly toClient: number };
  readonly connections: number;
  readonly agents: readonly { readonly agent: string | null; readonly exchanges: number }[];
  /** The number of exchanges that the modeling tool did not cause, but the connector's switcher or Tierwright itself. */
  readonly others: number;
  readonly signIns: { readonly xml: number; readonly json: number };
  readonly warnings: readonly string[];
}

/**
 * The state of a recording. `killed`: its process ended without the event `stopped`. `none`: the store has no capture. `unknown`: there is
 * no event `stopped`, and other accounts can write the capture, so its process is not examined.
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
  /** The environment that recording.json names, for display only; null if that file is missing or faulty. */
  readonly environment: string | null;
  /** The fault of recording.json because of which no command uses it; null if it has none or does not exist. */
  readonly fault: string | null;
  readonly relays: readonly { readonly role: string; readonly listen: string; readonly to: string }[];
  /** The counts of exchanges; null if the user did not want them counted (--no-count). */
  readonly counts: Counts | null;
  /** The state of the workstation; null without a usable recording.json, or if the repository cannot compile the recorded environment. */
  readonly workstation: Workstation | null;
  readonly says: string;
  readonly next: readonly Step[];
  /** The ids of the other running recordings in the store of captures. */
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

/** Returns whether the recording has ended and the workstation's settings still lead to a relay that does not run any more. */
export const isLeftBehind = ({ state, workstation }: Pick<RecordingStatus, "state" | "workstation">): boolean =>
  state !== "running" && state !== "unknown" && (workstation?.leads.some(({ recording }) => !recording?.running) ?? false);
