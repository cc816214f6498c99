import type { Attempt } from "./attempts.ts";
import type { Cause, Confidence } from "./cause.ts";
import type { Near } from "./described.ts";
import type { WireJoin } from "./wire.ts";
import type { Unmatched } from "./unmatched.ts";

/** A text that `diagnose` read: a log, a pasted message or a description. */
export interface Source {
  readonly file: string;
  readonly bytes: number;
  readonly encoding: string;
  readonly records: number;
  /** Number of log records with level error. */
  readonly errors: number;
  /** True if the log's records have headers with a level. */
  readonly log: boolean;
  /** Number of log records with "Is user logged in: true", which the connector also logs after failed sign-ins. */
  readonly noSignals: number;
  /** Timestamps of the log's first and last record, as written in the log. */
  readonly first: string | null;
  readonly last: string | null;
  /**
   * Remarks for the user on how this log or text was read, such as a gzip file that ends too early or older parts of the log next to it.
   */
  readonly notes: readonly string[];
}

/** A file that was not read, with the reason. */
export interface NotRead {
  readonly file: string;
  readonly why: string;
}

/** Stands for a file name where a person described the cause with --symptom. */
export const SYMPTOM_SOURCE = "--symptom";

/** A cause with the file and line in which it was found. */
export interface FoundCause {
  readonly cause: Cause;
  readonly confidence: Confidence;
  readonly file: string;
  /** In order: line of the first match in the file, last line of that log record, line of the latest match. */
  readonly line: number;
  readonly endLine: number;
  readonly lastLine: number;
  readonly count: number;
  /** The matching line, redacted; null if a person only described the cause. */
  readonly text: string | null;
  /** Text that the log record adds to the cause's explanation; null if it adds nothing. */
  readonly detail: string | null;
  /** True if the user named the cause by its id: nothing was found in a log, so `confidence` means nothing. */
  readonly named?: boolean;
}

/** A fault as the PLM tier reported it; its message never says in which component it occurred. */
export interface SaidFault {
  readonly file: string;
  readonly type: string;
  readonly code: number | null;
  readonly message: string;
  /** The known meaning of the fault's code; "" if the code is unknown. */
  readonly means: string;
}

export interface Diagnosis {
  readonly sources: readonly Source[];
  /** Files or archive entries that are not text or are damaged. */
  readonly notRead: readonly NotRead[];
  readonly attempts: readonly (Attempt & { readonly file: string })[];
  readonly faults: readonly SaidFault[];
  /** Causes that were found, sorted by confidence, then by last line in the log, the latest first. */
  readonly causes: readonly FoundCause[];
  readonly unmatched: readonly Unmatched[];
  /** Symptoms close to the person's description, if no symptom matches it completely. */
  readonly near: readonly Near[];
  /** The log lines joined with the exchanges of the named capture; null if no capture was named. */
  readonly wire: (WireJoin & { readonly capture: string }) | null;
}
