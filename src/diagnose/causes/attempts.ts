import type { LogRecord } from "./log-record.ts";

/** One attempt to sign in, as a log tells it. */
export interface Attempt {
  readonly line: number;
  readonly at: string | null;
  readonly outcome: "success" | "failure" | "unknown";
  /** Why it is not known. */
  readonly why: string | null;
  /** The tier's release, where the log says it. */
  readonly release: string | null;
  /** The tier's address, where the log says it. */
  readonly tier: string | null;
  /** The first error after it, before the next attempt. */
  readonly error: FirstError | null;
}

export interface FirstError {
  readonly line: number;
  readonly text: string;
}

/** What a record holds that says something of an attempt. */
export const MARKERS: readonly string[] = [
  "Login Successfull",
  "Login Unsuccessfull",
  "loginToTeamcenter(): Finished",
  "Is user logged in: true",
  "DisplayVersion",
  "TC_SERVER_URL",
];

/** The connector writes two Ls. */
const SUCCESS = /Login Successfull(?![a-z])/;
const FAILURE = /Login Unsuccessfull(?![a-z])/;
const FINISHED = /loginToTeamcenter\(\): Finished([^\n]{0,300})/;
/** After 'Finished': no errors, in words. */
const NO_ERRORS = /\b(?:without(?: any)?|no|0|zero) (?:error|failure|exception)(?:s|\(s\))?/gi;
/** After 'Finished': the end is not clean. */
const NOT_CLEAN =
  /\b(?:error|fail|exception|cancel|abort|unsuccess|interrupt|denied|refused|rejected|timed out|invalid|incomplete|result\s?[:=]\s?false)/i;
/** It stands after failed and cancelled sign-ins, too. */
const NO_SIGNAL = /Is user logged in: true/;
/** An address with the tier's context root, in a record about signing in. */
const ABOUT_SIGN_IN = /loginToTeamcenter|TC_SERVER_URL|Login (?:Uns|S)uccessfull/;
const TIER = /https?:\/\/[^\s"'<>,;/@]{1,200}\/tc(?![\w-])/;
const RELEASE = /\bDisplayVersion["']?\s{0,3}[=:>]\s{0,3}["']?([\w.-]{1,40})/;

/** Attempts out of records in their order. A success needs both: its marker, and a clean end of the method without an error between. */
export class Attempts {
  readonly found: Attempt[] = [];
  noSignals = 0;
  #marker: { readonly line: number; readonly at: string | null } | null = null;
  #finished: "clean" | "not clean" | null = null;
  /** The end of a failed sign-in is still to come, and says nothing of the next one. */
  #ends = false;
  /** An attempt of this log ended after its marker: an end without one belongs to nothing that is still to come. */
  #endsLast = false;
  #error: number | null = null;
  #errorText: FirstError | null = null;
  #release: string | null = null;
  /** The address stays what it is until another one is named. */
  #tier: string | null = null;

  /** `message` is that of an error, without secrets. */
  add({ line, text, level, at }: LogRecord, message: () => FirstError): void {
    this.#release = RELEASE.exec(text)?.[1] ?? this.#release;
    if (ABOUT_SIGN_IN.test(text)) this.#tier = TIER.exec(text)?.[0] ?? this.#tier;
    if (NO_SIGNAL.test(text)) this.noSignals++;
    if (FAILURE.test(text)) this.#failed({ line, at });
    // an error that speaks of the marker is none
    else if (SUCCESS.test(text) && level !== "error") {
      if (this.#marker) this.#settle("unknown", "the next attempt begins before its end was logged");
      this.#marker = { line, at };
      // a failed one that has not ended by now has no end of its own
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
    else this.#settle("unknown", `an error stands before its end, at line ${this.#error}`);
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
