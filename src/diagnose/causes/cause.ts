/** How sure a sign makes one: high is the cause's own words, low is a reason to look. */
export type Confidence = "high" | "medium" | "low";

/** What stands in a message of this cause: all of what a sign names has to be there. Types and codes are the same in every language. */
export interface Sign {
  /** Literals, in any case of letters. */
  readonly all?: readonly string[];
  /** Types of exceptions, without their packages, one of which is named. */
  readonly types?: readonly string[];
  /** The code of a fault, as it stands in XML, in JSON or in a log. */
  readonly code?: number;
  /** A shape; every repetition in it is bounded. */
  readonly like?: RegExp;
  /** The words at the end of a name, in lower case and joined, beside which a secret is readable. */
  readonly readable?: string;
  /** What makes it another matter. */
  readonly not?: RegExp;
  /** Where it is not the cause's own. */
  readonly confidence?: Confidence;
}

/** What a person sees who has no message. */
export interface Symptom {
  readonly says: string;
  /** Beginnings of words that have to be there, in any order; `|` between those of which one is enough. Up to three letters are a whole word. */
  readonly words: string;
}

/** A message and what it really comes from: everything that is known of it is in its file. */
export interface Cause {
  readonly id: string;
  readonly title: string;
  readonly signs: readonly Sign[];
  readonly symptoms: readonly Symptom[];
  /** What the message states, or what it makes people believe. */
  readonly states: string;
  /** What happened. */
  readonly cause: string;
  /** Why this is believed. */
  readonly why: string;
  /** What tells it from everything else, and what the same check has to say where the answer is known. */
  readonly check: { readonly does: string; readonly control: string };
  /** What to do, in order. */
  readonly action: readonly string[];
  /** What to collect before anything is changed. */
  readonly evidence: readonly string[];
  /** Which log to open. */
  readonly log: string;
  readonly confidence: Confidence;
  /** Causes that are not meant where this one is found in the same message. */
  readonly excludes: readonly string[];
  /** What well-meant advice says, and what comes of it. */
  readonly deadEnds: readonly string[];
  /** Messages of it; the tests look for each alone and inside a log. */
  readonly matches: readonly string[];
  /** Messages that only look like it. */
  readonly lookAlikes: readonly string[];
}

export const CONNECTOR_LOG =
  "the connector log, C:\\Temp\\<connector>Logs.log: the message is on the line after the one with ERROR";
export const SSC_LOG = "the SSC's server log below the logs folder of its user, not the output file at the top";
export const TIER_LOG = "the tier's own logs: web tier first, then the syslog of its server process";
export const IDP_LOG = "the identity provider's log, and its admin events where they are on";
