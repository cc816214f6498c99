import { countEach } from "../checks/run.ts";
import type { FaultMessage } from "../soa/fault.ts";
import type { Answer, Outcome, Probe } from "./probe.ts";

/** A fault of the PLM tier's web services, in the tier's own words. */
export interface ExchangeFault {
  readonly type: string;
  readonly code: number | null;
  readonly level: number | null;
  readonly message: string;
  /** All messages of the fault, `message` included. */
  readonly messages: readonly FaultMessage[];
}

/** One request of a probe with its answer, as the result of the probe shows it. */
export interface RecordedExchange {
  readonly method: string;
  /** The URL of the request, without query values that can be secret. */
  readonly url: string;
  /** The HTTP status; null if no usable answer arrived, for the reason in `error`. */
  readonly status: number | null;
  readonly fault: ExchangeFault | null;
  readonly error: string | null;
}

/** The answer of one probe, with every exchange that it made. */
export interface ProbeResult {
  readonly probe: Probe;
  readonly answer: Answer;
  readonly exchanges: readonly RecordedExchange[];
}

/** The number of probes by outcome. */
export interface ProbeCounts {
  readonly proven: number;
  readonly refuted: number;
  readonly notProven: number;
  readonly skipped: number;
}

export function countOutcomes(results: readonly ProbeResult[]): ProbeCounts {
  const outcomes = results.map(({ answer: { outcome } }) => outcome);
  const { "not-proven": notProven, ...others } = countEach<Outcome>(outcomes, ["proven", "refuted", "not-proven", "skipped"]);
  return { proven: others.proven, refuted: others.refuted, notProven, skipped: others.skipped };
}

/**
 * Returns exit code 1 if an answer is refuted; otherwise 3 if a target was not reached; otherwise, with `strict`, 1 if an answer is not
 * proven; otherwise 0.
 */
export function probeExit(results: readonly ProbeResult[], strict: boolean): 0 | 1 | 3 {
  const { refuted, notProven } = countOutcomes(results);
  if (refuted > 0) return 1;
  if (results.some(({ answer }) => answer.unreachable)) return 3;
  return strict && notProven > 0 ? 1 : 0;
}
