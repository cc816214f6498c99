import { isHarmless } from "./names.ts";
import { SECRET_PATTERNS } from "./patterns.ts";
import { WORD_SETS } from "./words.ts";

/** Begins a text in which somebody is to write his own. */
const YOUR = /^your[-_ ]/;

/** Returns whether a text stands where a secret is filled in later: a placeholder, a reference, a mark or a word that says so, or nothing. */
export function standsIn(text: string): boolean {
  const trimmed = text.trim();
  if (isHarmless("password", trimmed)) return true;
  SECRET_PATTERNS.standIn.lastIndex = 0;
  if (SECRET_PATTERNS.standIn.test(trimmed)) return true;
  const lower = trimmed.slice(0, 80).toLowerCase();
  return WORD_SETS.standIn.has(lower) || YOUR.test(lower);
}
