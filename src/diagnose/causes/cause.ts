import type { EventSign } from "./evidence/idp-event.ts";
import type { HttpSign } from "./evidence/http.ts";
import type { OauthSign } from "./evidence/oauth-error.ts";
import type { PageSign } from "./evidence/page.ts";
import type { TrustFault } from "./evidence/trust-fault.ts";
import type { Facts } from "./facts.ts";

/** A level of certainty that a matching log record has this cause: high is proof, low is only a reason to check for the cause. */
export type Confidence = "high" | "medium" | "low";

/**
 * A condition on a log record: every field that is set must match. Parsed fields, exception types and codes do not depend on the language
 * of the log; a sign without any of them has at most medium confidence, whatever it declares.
 */
export interface Sign {
  /** Literals that the record must all contain, compared without regard to case. */
  readonly all?: readonly string[];
  /** Exception types without their packages; the record must name one of them. */
  readonly types?: readonly string[];
  /** The code of a fault as written in XML, JSON or a log. */
  readonly code?: number;
  /** Condition on the HTTP request that the log record reports: method, path, status and content type. */
  readonly http?: HttpSign;
  /** Condition on the identity provider's event that the log record reports. */
  readonly event?: EventSign;
  /** Condition on the error that the identity provider sent to a client. */
  readonly oauth?: OauthSign;
  /** Requires a name directly behind a byte order mark: `key` the name of a setting, `name` any name. */
  readonly marked?: "key" | "name";
  /** Major codes of a FlexNet license error, of which the record must have one. */
  readonly license?: readonly number[];
  /** Condition on the reason why a certificate was refused. */
  readonly trust?: TrustFault;
  /** Requires that a program expected data and received an HTML page. */
  readonly page?: PageSign;
  /** A pattern that must match; every repetition in it is bounded. */
  readonly like?: RegExp;
  /** True if the pattern `like` matches a field or a structure of the text, such as a path or a setting, and not a sentence. */
  readonly field?: boolean;
  /**
   * Last words of a setting's name, in lower case and joined; the sign matches if the text shows the value of a secret with such a name.
   */
  readonly readable?: string;
  /** Patterns that must all match somewhere in the log record; they do not determine the offset at which the evidence begins. */
  readonly near?: readonly RegExp[];
  /** A pattern that must not match the log record. */
  readonly not?: RegExp;
  /** A condition on the facts of the log up to and including this record. */
  readonly after?: (facts: Facts) => boolean;
  /** True if the level of the record does not matter, because the record is the evidence even if it reports a success. */
  readonly anyLevel?: boolean;
  /** The confidence of this sign, if it differs from that of the cause. */
  readonly confidence?: Confidence;
  /** Literals of which a record must contain at least one; only needed if no other field here supplies such literals. */
  readonly anchors?: readonly string[];
}

/** A description of what a person sees if there is no error message. */
export interface Symptom {
  readonly says: string;
  /**
   * Word groups that a description must all contain, in any order, each given by the beginnings of words; `|` separates alternatives. A
   * beginning of up to three letters matches a whole word only. Synonyms of a word match as well.
   */
  readonly words: string;
  /** A pattern that excludes the symptom if it matches in the same sentences. */
  readonly not?: RegExp;
}

/**
 * The reason why a text resembles a cause without having it: a report of success, a well-formed value, another stated reason, another
 * program, a quotation, or equal words or numbers with another meaning.
 */
export type LookAlikeKind = "success" | "value" | "reason" | "speaker" | "quote" | "words";

/** A misleading message with its true cause: how to recognize it, how to confirm it and what to do. */
export interface Cause {
  readonly id: string;
  readonly title: string;
  readonly signs: readonly Sign[];
  readonly symptoms: readonly Symptom[];
  /** The claim that the misleading message makes, or that people read into it. */
  readonly states: string;
  /** The true cause of the log message, in words. */
  readonly cause: string;
  /** Returns text that the log record adds to the explanation, such as the release that is needed. Returns null if it adds nothing. */
  readonly detail?: (text: string) => string | null;
  /** The reasons why this is the cause of the log message. */
  readonly why: string;
  /** How to confirm this cause, and the control: the result of the same check in a case whose answer is known. */
  readonly check: { readonly does: string; readonly control: string };
  /** Steps that repair the fault, in order. */
  readonly action: readonly string[];
  /** Evidence that the user collects before anything is changed. */
  readonly evidence: readonly string[];
  /** The log file in which the user looks for the evidence. */
  readonly log: string;
  readonly confidence: Confidence;
  /** True for a message that hides the real failure: such a cause is listed after all others. */
  readonly noise?: boolean;
  /** Ids of causes that are dropped if this one is found in the same message. */
  readonly excludes: readonly string[];
  /** Common advice that does not help, with its effect. */
  readonly deadEnds: readonly string[];
  /**
   * Id of a cause to which this one leads for the same user, such as a lock after wrong passwords. If the log later shows the other cause
   * for every user with this one, this one has only low confidence.
   */
  readonly leadsTo?: string;
  /**
   * The subjects of this fault, such as users: `failed` returns those in a record with the fault, `succeeded` those for which a later
   * record shows that the fault is over. If the fault is over for every subject, the cause has only low confidence.
   */
  readonly over?: {
    readonly failed: (text: string) => readonly string[];
    readonly succeeded: (text: string) => readonly string[];
    /** Literals: every record that shows that the fault is over contains at least one of them. */
    readonly anchors: readonly string[];
  };
  /** Sample messages of this cause; the tests search for each alone and inside a log. */
  readonly matches: readonly string[];
  /** Sample messages, at least three, that resemble this cause but must not match, each with the reason why it differs. */
  readonly lookAlikes: readonly (readonly [kind: LookAlikeKind, text: string])[];
}

export const CONNECTOR_LOG =
  "the connector log, C:\\Temp\\<connector>Logs.log: the message is on the line after the one with ERROR";
export const SSC_LOG = "the SSC's server log below the logs folder of its user, not the output file at the top";
export const TIER_LOG = "the tier's own logs: web tier first, then the syslog of its server process";
export const IDP_LOG = "the identity provider's log, and its admin events where they are on";
export const CALLER_LOG = "the log of the program that called";
export const LICENSE_LOG = "the license daemon's own log, and the message on the workstation";
