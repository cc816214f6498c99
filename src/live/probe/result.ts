import type { FaultMessage } from "../soa/fault.ts";
import type { Answer, Outcome, Probe } from "./probe.ts";

/** A fault as a server sent it, in its own words. */
export interface ExchangeFault {
  readonly type: string;
  readonly code: number | null;
  readonly level: number | null;
  readonly message: string;
  /** All of them, the one above included. */
  readonly messages: readonly FaultMessage[];
}

/** One exchange of a probe, as the result tells it. */
export interface RecordedExchange {
  readonly method: string;
  /** Without what its query gives to names that may carry a secret. */
  readonly url: string;
  /** null: no answer came that can be used, and `error` says why. */
  readonly status: number | null;
  readonly fault: ExchangeFault | null;
  readonly error: string | null;
}

/** What one probe found out, with everything that it sent. */
export interface ProbeResult {
  readonly probe: Probe;
  readonly answer: Answer;
  readonly exchanges: readonly RecordedExchange[];
}

/** How many probes ended how. */
export interface ProbeCounts {
  readonly proven: number;
  readonly refuted: number;
  readonly notProven: number;
  readonly skipped: number;
}

export function countOutcomes(results: readonly ProbeResult[]): ProbeCounts {
  const of = (outcome: Outcome) => results.filter(({ answer }) => answer.outcome === outcome).length;
  return { proven: of("proven"), refuted: of("refuted"), notProven: of("not-proven"), skipped: of("skipped") };
}

/** 1 something is refuted; else 3 a target was not reached; else, where asked for, 1 for what is not proven. */
export function probeExit(results: readonly ProbeResult[], strict: boolean): 0 | 1 | 3 {
  const { refuted, notProven } = countOutcomes(results);
  if (refuted > 0) return 1;
  if (results.some(({ answer }) => answer.unreachable)) return 3;
  return strict && notProven > 0 ? 1 : 0;
}
