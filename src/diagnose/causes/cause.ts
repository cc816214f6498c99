/** How much a sign proves: high is the cause's own wording, low is only a reason to look. */
export type Confidence = "high" | "medium" | "low";

/** A condition on a message: every field that is set must match. Exception types and codes are the same in every language. */
export interface Sign {
  /** Literals that must all be present, compared without regard to case. */
  readonly all?: readonly string[];
  /** Exception types without their packages; the message must name one of them. */
  readonly types?: readonly string[];
  /** The code of a fault, as written in XML, in JSON or in a log. */
  readonly code?: number;
  /** A pattern that must match; every repetition in it is bounded. */
  readonly like?: RegExp;
  /** The last words of a name, in lower case and joined; the sign matches if a secret with such a name is readable in the text. */
  readonly readable?: string;
  /** A pattern that rules the sign out. */
  readonly not?: RegExp;
  /** The sign's own confidence, if it differs from that of the cause. */
  readonly confidence?: Confidence;
}

/** A description of what a person sees if there is no message. */
export interface Symptom {
  readonly says: string;
  /**
   * Beginnings of words that must all be present, in any order; `|` separates alternatives. A beginning of up to three letters matches a whole
   * word only.
   */
  readonly words: string;
}

/** A misleading message and its true cause, with everything that is known about it. */
export interface Cause {
  readonly id: string;
  readonly title: string;
  readonly signs: readonly Sign[];
  readonly symptoms: readonly Symptom[];
  /** The claim that the message makes, or that people read into it. */
  readonly states: string;
  /** The true cause. */
  readonly cause: string;
  /** The reasons for this explanation. */
  readonly why: string;
  /** How to confirm this cause, and the control: the result of the same check in a case whose answer is known. */
  readonly check: { readonly does: string; readonly control: string };
  /** Steps to take, in order. */
  readonly action: readonly string[];
  /** Evidence to collect before anything is changed. */
  readonly evidence: readonly string[];
  /** The log to open. */
  readonly log: string;
  readonly confidence: Confidence;
  /** Ids of causes to drop if this one is found in the same message. */
  readonly excludes: readonly string[];
  /** Common advice that does not help, with its effect. */
  readonly deadEnds: readonly string[];
  /** Sample messages of this cause; the tests search for each alone and inside a log. */
  readonly matches: readonly string[];
  /** Sample messages that only look like this cause and must not match. */
  readonly lookAlikes: readonly string[];
}

export const CONNECTOR_LOG =
  "the connector log, C:\\Temp\\<connector>Logs.log: the message is on the line after the one with ERROR";
export const SSC_LOG = "the SSC's server log below the logs folder of its user, not the output file at the top";
export const TIER_LOG = "the tier's own logs: web tier first, then the syslog of its server process";
export const IDP_LOG = "the identity provider's log, and its admin events where they are on";
