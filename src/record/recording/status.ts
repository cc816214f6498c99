import type { Pointing, SwitchState } from "./pointing.ts";
import type { Step } from "./steps.ts";
import type { Judged } from "../../kernel/index.ts";
import type { RecordingRecord } from "./record.ts";

/** What went through a recording, as it is counted on its files. */
export interface Counts {
  readonly exchanges: number;
  readonly broken: { readonly total: number; readonly reasons: Readonly<Record<string, number>> };
  readonly bytes: { readonly toTier: number; readonly toClient: number };
  readonly connections: number;
  readonly agents: readonly { readonly agent: string | null; readonly exchanges: number }[];
  /** Exchanges of the switcher and of Tierwright itself, which the tool did not cause. */
  readonly others: number;
  readonly signIns: { readonly xml: number; readonly json: number };
  readonly warnings: readonly string[];
}

/**
 * `running`; `stopped` in order; `killed`: its program is gone and nothing says that it stopped; `none`: the store holds no capture;
 * `unknown`: others may write the capture, so nobody asks whether it runs.
 */
export type RecordingState = "running" | "stopped" | "killed" | "none" | "unknown";

/** What this workstation's files say. */
export interface Workstation {
  readonly state: SwitchState;
  readonly switchedAt: number | null;
  readonly started: readonly (number | null)[];
  /** Addresses that lead to a relay. */
  readonly leads: readonly Pointing[];
}

/** Everything that `record status` and `record stop` tell. */
export interface RecordingStatus {
  readonly store: string;
  readonly id: string | null;
  readonly state: RecordingState;
  readonly record: Judged<RecordingRecord> | null;
  /** The environment that the record names, for display. */
  readonly environment: string | null;
  /** Why nothing is done because of the record. */
  readonly fault: string | null;
  readonly relays: readonly { readonly role: string; readonly listen: string; readonly to: string }[];
  /** null: nobody counted. */
  readonly counts: Counts | null;
  /** null: two addresses were named, so nobody knows which files are meant. */
  readonly workstation: Workstation | null;
  readonly says: string;
  readonly next: readonly Step[];
  /** Other recordings of the store that run. */
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

/** A switch that was not taken back: the files lead to a relay, and nobody listens there any more. */
export const isLeftBehind = ({ state, workstation }: Pick<RecordingStatus, "state" | "workstation">): boolean =>
  state !== "running" && state !== "unknown" && (workstation?.leads.some(({ recording }) => !recording?.running) ?? false);
