import type { EventSign } from "./evidence/idp-event.ts";
import type { HttpSign } from "./evidence/http.ts";
import type { OauthSign } from "./evidence/oauth-error.ts";
import type { PageSign } from "./evidence/page.ts";
import type { TrustFault } from "./evidence/trust-fault.ts";
import type { Facts } from "./facts.ts";

/** The strength of a sign: high is evidence that a look-alike cannot have, low is only a reason to look. */
export type Confidence = "high" | "medium" | "low";

/**
 * A condition on a record: every field that is set must match. Parsed fields, exception types and codes are the same in every language; a sign
 * without any of them has at most medium confidence, whatever it declares.
 */
export interface Sign {
  /** Literals that must all be present, compared without regard to case. */
  readonly all?: readonly string[];
  /** Exception types without their packages; the record must name one of them. */
  readonly types?: readonly string[];
  /** The code of a fault, as written in XML, in JSON or in a log. */
  readonly code?: number;
  /** A parsed request: method, path, status and content type. */
  readonly http?: HttpSign;
  /** A parsed event of the identity provider. */
  readonly event?: EventSign;
  /** An error that the identity provider sent to a client. */
  readonly oauth?: OauthSign;
  /** A key behind a byte order mark: the name of a setting, or any name. */
  readonly marked?: "key" | "name";
  /** Major codes of a FlexNet error. */
  readonly license?: readonly number[];
  /** The reason for which a certificate was refused. */
  readonly trust?: TrustFault;
  /** A reader of data that was given a page. */
  readonly page?: PageSign;
  /** A pattern that must match; every repetition in it is bounded. */
  readonly like?: RegExp;
  /** True if `like` reads a field or a structure, such as a path or a setting, and not a sentence. */
  readonly field?: boolean;
  /** The last words of a name, in lower case and joined; the sign matches if a secret with such a name is readable in the text. */
  readonly readable?: string;
  /** Patterns that must all match somewhere in the record, and say nothing of where the sign is. */
  readonly near?: readonly RegExp[];
  /** A pattern that rules the sign out. */
  readonly not?: RegExp;
  /** A condition on the log up to and including this record. */
  readonly after?: (facts: Facts) => boolean;
  /** True if the level of the record does not matter, because the record is the evidence even if it reports a success. */
  readonly anyLevel?: boolean;
  /** The sign's own confidence, if it differs from that of the cause. */
  readonly confidence?: Confidence;
  /** Literals of which a record must contain one; only needed if no other field gives some. */
  readonly anchors?: readonly string[];
}

/** A description of what a person sees if there is no message. */
export interface Symptom {
  readonly says: string;
  /**
   * Beginnings of words that must all be present, in any order; `|` separates alternatives. A beginning of up to three letters matches a whole
   * word only. Synonyms of a word count as the word.
   */
  readonly words: string;
  /** A pattern in the same sentences that rules the symptom out. */
  readonly not?: RegExp;
}

/**
 * The reason for which a text only looks like a cause: a report of success, a well-formed value, another explicit reason, another program, a quotation, or
 * the same words or numbers in another meaning.
 */
export type LookAlikeKind = "success" | "value" | "reason" | "speaker" | "quote" | "words";

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
  /** Returns what the record itself adds to the cause, such as the release that is needed. Returns null if it adds nothing. */
  readonly detail?: (text: string) => string | null;
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
  /** True for a message that hides the real failure behind it: such a cause comes after all others. */
  readonly noise?: boolean;
  /** Ids of causes to drop if this one is found in the same message. */
  readonly excludes: readonly string[];
  /** Common advice that does not help, with its effect. */
  readonly deadEnds: readonly string[];
  /**
   * A cause to which this one leads for the same user, such as a lock after wrong passwords. If every user of this cause meets that one later, this
   * one is only a hint.
   */
  readonly leadsTo?: string;
  /** Sample messages of this cause; the tests search for each alone and inside a log. */
  readonly matches: readonly string[];
  /** Sample messages that only look like this cause and must not match, at least three, by what makes them different. */
  readonly lookAlikes: readonly (readonly [kind: LookAlikeKind, text: string])[];
}

export const CONNECTOR_LOG =
  "the connector log, C:\\Temp\\<connector>Logs.log: the message is on the line after the one with ERROR";
export const SSC_LOG = "the SSC's server log below the logs folder of its user, not the output file at the top";
export const TIER_LOG = "the tier's own logs: web tier first, then the syslog of its server process";
export const IDP_LOG = "the identity provider's log, and its admin events where they are on";
export const CALLER_LOG = "the log of the program that called";
export const LICENSE_LOG = "the license daemon's own log, and the message on the workstation";
