import { type Text, bareValue, mayBeSecret, plural, say, value, words } from "../../kernel/index.ts";
import { withoutCredentials } from "../../compiler/index.ts";
import type { Answer, State } from "./check.ts";

/** Returns an answer of a check, without details, help and control unless `more` has them. */
export const answer = (state: State, says: Text, more: Partial<Omit<Answer, "state" | "says">> = {}): Answer => ({
  details: [],
  help: null,
  control: null,
  ...more,
  state,
  says,
});

/** Returns a count with its noun: '1 file', '2 files'. */
export const describeCount = (count: number, word: string): Text => words(plural(count, word));

/** Returns the verb form that fits a count: `agreeing(found.length, "is", "are")`. */
export const agreeing = (count: number, one: string, many: string): Text => words(count === 1 ? one : many);

/** The states of a check, least serious first; a check that judges several things returns the most serious of their states. */
const GRAVE: readonly State[] = ["skip", "pass", "warn", "fail", "error"];
export const gravest = (states: readonly State[]): State =>
  states.reduce<State>((worst, state) => (GRAVE.indexOf(state) > GRAVE.indexOf(worst) ? state : worst), "pass");

/**
 * Returns the value of a key of a properties file for display. A value that can be a secret is replaced, and passwords in addresses are
 * removed.
 */
export function shownValue(key: string, text: string): Text {
  if (text === "") return words("empty");
  return mayBeSecret(key, text) ? words("(value not shown)") : say`${value(withoutCredentials(text))}`;
}

/** Returns an address for display, without passwords. */
export const shownAddress = (text: string): Text => say`${bareValue(withoutCredentials(text))}`;

/** The help line of a check for which an archive of `deploy.ps1 -Collect` lacks a file or variable. */
export const GATHER_AGAIN = words("gather it again with the deploy.ps1 of this version, or run the check on the workstation");

/** The part of a help line that names the option without which a deploy refuses to replace a value that was changed by hand. */
export const IF_CHANGED = words("(a changed value needs --accept-drift)");
