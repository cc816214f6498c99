import type { Attempt } from "./attempts.ts";
import type { Cause, Confidence } from "./cause.ts";
import type { Near } from "./described.ts";
import type { WireJoin } from "./wire.ts";
import type { Unmatched } from "./unmatched.ts";

/** What was read: a log, a text, what somebody pasted or described. */
export interface Source {
  readonly file: string;
  readonly bytes: number;
  readonly encoding: string;
  readonly records: number;
  /** Errors among them. */
  readonly errors: number;
  /** True where records have headers with a level. */
  readonly log: boolean;
  /** How often "Is user logged in: true" stands there, which is no signal. */
  readonly noSignals: number;
  /** Times of its first and last record, as they stand there. */
  readonly first: string | null;
  readonly last: string | null;
  /** What else there is to know of how it was read: a gzip file that ends too early, older parts beside it. */
  readonly notes: readonly string[];
}

/** What was not read, and why. */
export interface NotRead {
  readonly file: string;
  readonly why: string;
}

/** A cause and where it was found. */
export interface FoundCause {
  readonly cause: Cause;
  readonly confidence: Confidence;
  readonly file: string;
  /** The line of the first sign, and the end of its record. */
  readonly line: number;
  readonly endLine: number;
  readonly lastLine: number;
  readonly count: number;
  /** The line with the sign, without secrets; null where it was only described. */
  readonly text: string | null;
  /** True where its id was asked for: nothing was found, and no confidence is meant. */
  readonly named?: boolean;
}

/** A fault in the server's own words, which never say where it happened. */
export interface SaidFault {
  readonly file: string;
  readonly type: string;
  readonly code: number | null;
  readonly message: string;
  /** What the code is known to mean; "" when nothing is. */
  readonly means: string;
}

export interface Diagnosis {
  readonly sources: readonly Source[];
  /** Of an archive: what is no text, or damaged. */
  readonly notRead: readonly NotRead[];
  readonly attempts: readonly (Attempt & { readonly file: string })[];
  readonly faults: readonly SaidFault[];
  /** The surest first, then what came last. */
  readonly causes: readonly FoundCause[];
  readonly unmatched: readonly Unmatched[];
  /** Symptoms that come near to what was described, where none covers it. */
  readonly near: readonly Near[];
  /** What a recording has beside the log; null: none was named. */
  readonly wire: (WireJoin & { readonly capture: string }) | null;
}
