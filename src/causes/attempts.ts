import type { LogRecord } from "./records.ts";

/** One attempt to sign in, as a log tells it. */
export interface Attempt {
  readonly line: number;
  readonly at: string | null;
  readonly outcome: "success" | "failure" | "unknown";
  /** Why it is not known. */
  readonly why: string | null;
  /** The tier's release, where the log says it. */
  readonly release: string | null;
}

/** The connector writes two Ls. */
const SUCCESS = /Login Successfull(?![a-z])/;
const FAILURE = /Login Unsuccessfull(?![a-z])/;
const FINISHED = /loginToTeamcenter\(\): Finished/;
/** It stands after failed and cancelled sign-ins, too. */
const NO_SIGNAL = /Is user logged in: true/;
const RELEASE = /\bDisplayVersion["']?\s{0,3}[=:>]\s{0,3}["']?([\w.-]{1,40})/;

/** Attempts out of records in their order. A success needs both: its marker, and the end of the method without an error between. */
export class Attempts {
  readonly found: Attempt[] = [];
  noSignals = 0;
  #marker: { readonly line: number; readonly at: string | null } | null = null;
  #finished = false;
  /** The end of a failed sign-in is still to come, and says nothing of the next one. */
  #ends = false;
  #error: number | null = null;
  #release: string | null = null;

  add({ line, text, level, at }: LogRecord): void {
    this.#release = RELEASE.exec(text)?.[1] ?? this.#release;
    if (NO_SIGNAL.test(text)) this.noSignals++;
    if (FAILURE.test(text)) this.#failed({ line, at });
    else if (SUCCESS.test(text)) {
      if (this.#marker) this.#settle("unknown", "the next attempt begins before its end was logged");
      this.#marker = { line, at };
    } else if (level === "error" && this.#marker) this.#error ??= line;
    if (FINISHED.test(text)) this.#end();
    if (this.#marker && this.#finished) this.#close();
  }

  end(): readonly Attempt[] {
    if (this.#marker) this.#settle("unknown", "'loginToTeamcenter(): Finished' is not there");
    return this.found;
  }

  #end(): void {
    this.#finished = !this.#ends;
    this.#ends = false;
  }

  #failed(marker: { readonly line: number; readonly at: string | null }): void {
    if (this.#marker) this.#settle("unknown", "the next attempt begins before its end was logged");
    const ends = !this.#finished;
    this.#marker = marker;
    this.#settle("failure", null);
    this.#ends = ends;
  }

  #close(): void {
    if (this.#error === null) this.#settle("success", null);
    else this.#settle("unknown", `an error stands before its end, at line ${this.#error}`);
  }

  #settle(outcome: Attempt["outcome"], why: string | null): void {
    const { line = 0, at = null } = this.#marker ?? {};
    this.found.push({ line, at, outcome, why, release: this.#release });
    this.#marker = null;
    this.#finished = false;
    this.#ends = false;
    this.#error = null;
    this.#release = null;
  }
}
