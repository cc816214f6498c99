import { type Text, bareValue, mayBeSecret, plural, say, value, words } from "../../kernel/index.ts";
import { withoutCredentials } from "../../compiler/index.ts";
import type { Answer, State } from "./check.ts";

/** What a check answers with, where it says no more than this. */
export const answer = (state: State, says: Text, more: Partial<Omit<Answer, "state" | "says">> = {}): Answer => ({
  details: [],
  help: null,
  control: null,
  ...more,
  state,
  says,
});

/** '1 file', '2 files' within a sentence. */
export const counted = (count: number, word: string): Text => words(plural(count, word));

/** The word that goes with a count: `agreeing(found.length, "is", "are")`. */
export const agreeing = (count: number, one: string, many: string): Text => words(count === 1 ? one : many);

/** The gravest of some states: what a check says that looked at several things. */
const GRAVE: readonly State[] = ["skip", "pass", "warn", "fail", "error"];
export const gravest = (states: readonly State[]): State =>
  states.reduce<State>((worst, state) => (GRAVE.indexOf(state) > GRAVE.indexOf(worst) ? state : worst), "pass");

/** A value of a key as it may be shown: nothing of what may be a secret, and no password of an address. */
export function shownValue(key: string, text: string): Text {
  if (text === "") return words("empty");
  return mayBeSecret(key, text) ? words("(value not shown)") : say`${value(withoutCredentials(text))}`;
}

/** An address as it may be shown. */
export const shownAddress = (text: string): Text => say`${bareValue(withoutCredentials(text))}`;
