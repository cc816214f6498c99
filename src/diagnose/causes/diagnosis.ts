import type { Attempt } from "./attempts.ts";
import type { Cause, Confidence } from "./cause.ts";
import type { Near } from "./described.ts";
import type { WireJoin } from "./wire.ts";
import type { Unmatched } from "./unmatched.ts";

/** A text that was read: a log, a pasted message or a description. */
export interface Source {
  readonly file: string;
  readonly bytes: number;
  readonly encoding: string;
  readonly records: number;
  /** The number of records with level error. */
  readonly errors: number;
  /** True if the records have headers with a level. */
  readonly log: boolean;
  /** Number of records with "Is user logged in: true", which proves nothing. */
  readonly noSignals: number;
  /** Timestamps of the first and the last record, as written in the log. */
  readonly first: string | null;
  readonly last: string | null;
  /** Remarks on how it was read, such as a gzip file that ends too early or older parts of the log beside it. */
  readonly notes: readonly string[];
}

/** A file that was not read, with the reason. */
export interface NotRead {
  readonly file: string;
  readonly why: string;
}

/** The place of a cause that a person described. */
export const SYMPTOM_SOURCE = "--symptom";

/** A cause and the place where it was found. */
export interface FoundCause {
  readonly cause: Cause;
  readonly confidence: Confidence;
  readonly file: string;
  /** The line of the first sign, and the last line of its record. */
  readonly line: number;
  readonly endLine: number;
  readonly lastLine: number;
  readonly count: number;
  /** The line with the sign, redacted; null if a person only described it. */
  readonly text: string | null;
  /** Text that the record itself adds to the cause; null if it adds nothing. */
  readonly detail: string | null;
  /** True if the user named the cause by its id: nothing was found, so its confidence means nothing. */
  readonly named?: boolean;
}

/** A fault in the server's own words, which never name the place where it occurred. */
export interface SaidFault {
  readonly file: string;
  readonly type: string;
  readonly code: number | null;
  readonly message: string;
  /** The known meaning of the code; "" if it is unknown. */
  readonly means: string;
}

export interface Diagnosis {
  readonly sources: readonly Source[];
  /** Entries of an archive that are not text or are damaged. */
  readonly notRead: readonly NotRead[];
  readonly attempts: readonly (Attempt & { readonly file: string })[];
  readonly faults: readonly SaidFault[];
  /** Found causes, the highest confidence first, then the latest in the log. */
  readonly causes: readonly FoundCause[];
  readonly unmatched: readonly Unmatched[];
  /** Symptoms close to the description, if no symptom covers it. */
  readonly near: readonly Near[];
  /** The log lines joined with the exchanges of the named capture; null if no capture was named. */
  readonly wire: (WireJoin & { readonly capture: string }) | null;
}
