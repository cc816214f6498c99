import type { LogRecord } from "./log-record.ts";

/** One sign-in attempt found in a log. */
export interface Attempt {
  readonly line: number;
  readonly at: string | null;
  readonly outcome: "success" | "failure" | "unknown";
  /** The reason why the outcome is unknown; null if it is known. */
  readonly why: string | null;
  /** The release of the PLM tier, or null if the log does not name it. */
  readonly release: string | null;
  /** The address of the PLM tier, or null if the log does not name it. */
  readonly tier: string | null;
  /** The first error between this attempt and the next one. */
  readonly error: FirstError | null;
}

export interface FirstError {
  readonly line: number;
  readonly text: string;
}

/** Literals of the log records that concern sign-in attempts. */
export const MARKERS: readonly string[] = [
  "Login Successfull",
  "Login Unsuccessfull",
  "loginToTeamcenter(): Finished",
  "Is user logged in: true",
  "DisplayVersion",
  "TC_SERVER_URL",
];

/** The connector's success message, which it spells with two Ls. */
const SUCCESS = /Login Successfull(?![a-z])/;
const FAILURE = /Login Unsuccessfull(?![a-z])/;
const FINISHED = /loginToTeamcenter\(\): Finished([^\n]{0,300})/;
/** Pattern of phrases after 'Finished' that state that there were no errors. */
const NO_ERRORS = /\b(?:without(?: any)?|no|0|zero) (?:error|failure|exception)(?:s|\(s\))?/gi;
/** Pattern of words after 'Finished' that show that the sign-in did not end cleanly. */
const NOT_CLEAN =
  /\b(?:error|fail|exception|cancel|abort|unsuccess|interrupt|denied|refused|rejected|timed out|invalid|incomplete|result\s?[:=]\s?false)/i;
/** A message that the connector also logs after failed and cancelled sign-ins, so it does not prove a successful one. */
const NO_SIGNAL = /Is user logged in: true/;
/** Pattern of records about signing in; only in these is an address with the context root /tc taken for the tier's address. */
const ABOUT_SIGN_IN = /loginToTeamcenter|TC_SERVER_URL|Login (?:Uns|S)uccessfull/;
const TIER = /https?:\/\/[^\s"'<>,;/@]{1,200}\/tc(?![\w-])/;
const RELEASE = /\bDisplayVersion["']?\s{0,3}[=:>]\s{0,3}["']?([\w.-]{1,40})/;

/**
 * A collector of sign-in attempts from log records in their order. A success needs both the message "Login Successfull" and a record
 * "loginToTeamcenter(): Finished" that states no error, with no error record between them.
 */
export class Attempts {
  readonly found: Attempt[] = [];
  noSignals = 0;
  #marker: { readonly line: number; readonly at: string | null } | null = null;
  #finished: "clean" | "not clean" | null = null;
  /** True while the 'Finished' record of a failed sign-in has not been read yet; that record does not end the next attempt. */
  #ends = false;
  /**
   * True once a 'Finished' record of this log came after the message of its attempt; from then on, one before a message ends no attempt.
   */
  #endsLast = false;
  #error: number | null = null;
  #errorText: FirstError | null = null;
  #release: string | null = null;
  /** The last tier address in the log, used until the log names another one. */
  #tier: string | null = null;

  /**
   * Adds the next log record.
   * @param message Returns the record's error message, redacted.
   */
  add({ line, text, level, at }: LogRecord, message: () => FirstError): void {
    this.#release = RELEASE.exec(text)?.[1] ?? this.#release;
    if (ABOUT_SIGN_IN.test(text)) this.#tier = TIER.exec(text)?.[0] ?? this.#tier;
    if (NO_SIGNAL.test(text)) this.noSignals++;
    if (FAILURE.test(text)) this.#failed({ line, at });
    // an error record that quotes the message "Login Successfull" is not a success
    else if (SUCCESS.test(text) && level !== "error") {
      if (this.#marker) this.#settle("unknown", "the next attempt begins before its end was logged");
      this.#marker = { line, at };
      // a failed attempt without a 'Finished' record so far will not get one
      this.#ends = false;
    } else if (level === "error") this.#failsAfter(line, message);
    const after = FINISHED.exec(text)?.[1];
    if (after !== undefined) this.#end(NOT_CLEAN.test(after.replace(NO_ERRORS, "")) ? "not clean" : "clean");
    if (this.#marker && this.#finished) this.#close(this.#finished);
  }

  end(): readonly Attempt[] {
    if (this.#marker) this.#settle("unknown", "'loginToTeamcenter(): Finished' is not there");
    return this.found;
  }

  #failsAfter(line: number, message: () => FirstError): void {
    if (this.#marker) {
      this.#error ??= line;
      this.#errorText ??= message();
      return;
    }
    const last = this.found.at(-1);
    if (last && last.error === null) this.found[this.found.length - 1] = { ...last, error: message() };
  }

  #end(how: "clean" | "not clean"): void {
    this.#endsLast ||= this.#ends || this.#marker !== null;
    this.#finished = this.#ends || (this.#endsLast && !this.#marker) ? null : how;
    this.#ends = false;
  }

  #failed(marker: { readonly line: number; readonly at: string | null }): void {
    if (this.#marker) this.#settle("unknown", "the next attempt begins before its end was logged");
    const ends = this.#finished === null;
    this.#marker = marker;
    this.#settle("failure", null);
    this.#ends = ends;
  }

  #close(how: "clean" | "not clean"): void {
    if (how === "not clean")
      this.#settle("unknown", "'loginToTeamcenter(): Finished' is there, and says that it did not end cleanly");
    else if (this.#error === null) this.#settle("success", null);
    else this.#settle("unknown", `an error was logged before its end, at line ${this.#error}`);
  }

  #settle(outcome: Attempt["outcome"], why: string | null): void {
    const { line = 0, at = null } = this.#marker ?? {};
    this.found.push({ line, at, outcome, why, release: this.#release, tier: this.#tier, error: this.#errorText });
    this.#marker = null;
    this.#finished = null;
    this.#ends = false;
    this.#error = null;
    this.#errorText = null;
    this.#release = null;
  }
}
