import type { Attempt } from "./attempts.ts";
import type { Cause, Confidence } from "./cause.ts";
import type { Near } from "./match.ts";
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
  readonly attempts: readonly (Attempt & { readonly file: string })[];
  readonly faults: readonly SaidFault[];
  /** The surest first, then what came last. */
  readonly causes: readonly FoundCause[];
  readonly unmatched: readonly Unmatched[];
  /** Symptoms that come near to what was described, where none covers it. */
  readonly near: readonly Near[];
}
